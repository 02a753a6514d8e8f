/** Comments in the browser: threads of what is stored and what is being sent, places by name, and mentions. */
import { ApiFailure } from "@understudy/client/api/call.ts";
import {
  cancelPost,
  getComments,
  getPendingComments,
  mergeComments,
  type PendingComment,
  postComment,
  upsertComment,
} from "@understudy/client/data/comments.ts";
import {
  anchorOfPlace,
  describeAnchor,
  placeOfAnchor,
  suggestAnchor,
} from "@understudy/client/features/together/anchors.ts";
import {
  draftKey,
  joinDrafts,
  readDraft,
  removeSentDraft,
  storeDraft,
} from "@understudy/client/features/together/drafts.ts";
import { filterThreads, findStored, groupThreads } from "@understudy/client/features/together/threads.ts";
import {
  findMentionQuery,
  insertMention,
  listMentioned,
} from "@understudy/client/features/together/use-mention-list.ts";
import { PLAIN_VIEW } from "@understudy/client/job/view-parts.ts";
import type { Comment, CommentAnchor } from "@understudy/shared/api/comment.ts";
import { assert, eventually, suite } from "../../../harness.ts";
import { makeConfig, makeInput } from "../../../support/factories.ts";

const ada = { id: 1, name: "Ada" };
const zoe = { id: 2, name: "Zoe" };
const OPEN_THREAD = {
  anchor: { kind: "job" },
  tab: null,
  resolved: null,
  is_shown_to_restricted: false,
} as const;

const makeComment = (id: number, fields: Partial<Comment> = {}): Comment => ({
  id,
  key: `comment-${id}`,
  thread_id: id,
  author: ada,
  text: `Text ${id}`,
  mentions: [],
  creation_time: "2026-01-01T00:00:00.000Z",
  edited_time: null,
  is_deleted: false,
  revision: 1,
  thread: fields.thread_id === undefined ? OPEN_THREAD : null,
  ...fields,
});
const makePending = (fields: Partial<PendingComment> = {}): PendingComment => ({
  text: "New",
  mentions: [],
  key: "0123456789abcdef",
  thread_id: null,
  anchor: { kind: "job" },
  view: null,
  time: "2026-01-02T00:00:00.000Z",
  isWaiting: false,
  ...fields,
});
const listTexts = (comments: readonly Comment[], pending: readonly PendingComment[] = []) =>
  groupThreads(comments, pending, zoe).map((thread) => thread.comments.map(({ text }) => text));

const threads = suite("threads of comments");
threads("come the newest first, each with its replies in order, what is being sent last in its own", () => {
  const comments = [makeComment(1), makeComment(2), makeComment(3, { thread_id: 1 })];
  const pending = [makePending(), makePending({ thread_id: 1, text: "Reply", isWaiting: true })];
  assert.equal(listTexts(comments, pending), [["New"], ["Text 2"], ["Text 1", "Text 3", "Reply"]]);
  const [sending, , answered] = groupThreads(comments, pending, zoe);
  assert.equal(
    [sending?.comments[0]?.pending, answered?.comments.at(-1)?.pending, sending?.author],
    ["sending", "waiting", zoe],
  );
});
threads("are not doubled by a push that arrives before the answer to the sending", () => {
  const [{ key }, other] = [makePending(), makePending({ key: "fedcba9876543210", text: "Other" })];
  const [sending] = groupThreads([], [makePending()], zoe);
  const stored = makeComment(1, { key, text: "New" });
  assert.equal(listTexts([stored], [makePending(), other]), [["Other"], ["New"]]);
  assert.is(
    findStored([makeComment(2), stored], sending?.id ?? 0),
    stored,
    "it is found by its temporary id",
  );
  const before = groupThreads([], [makePending(), other], zoe).find(
    ({ comments }) => comments[0]?.key === other.key,
  );
  const after = groupThreads([stored], [makePending(), other], zoe)[0];
  assert.is(after?.id, before?.id, "the temporary id of the other one stays");
});
threads("stay while one of their comments does, without those that are deleted", () => {
  const deleted = makeComment(1, { is_deleted: true });
  assert.equal(listTexts([deleted, makeComment(2, { thread_id: 1 })]), [["Text 2"]]);
  assert.equal(listTexts([deleted]), []);
});
threads("are filtered by state, author and mention", () => {
  const resolved = { by: ada, time: "2026-01-01T00:00:00.000Z" };
  const all = groupThreads(
    [
      makeComment(1),
      makeComment(2, { thread: { ...OPEN_THREAD, resolved } }),
      makeComment(3, { thread_id: 2, author: zoe, mentions: [ada] }),
    ],
    [],
    zoe,
  );
  const ids = (filter: Parameters<typeof filterThreads>[1], reader: number) =>
    filterThreads(all, filter, reader).map(({ id }) => id);
  assert.equal(
    [ids("open", 1), ids("resolved", 1), ids("mine", 2), ids("mine", 1), ids("mentions", 1)],
    [[1], [2], [2], [2, 1], [2]],
  );
});

const merging = suite("merging comments");
merging("keeps the highest revision of each, in whatever order they come", () => {
  const [old, edited] = [makeComment(1), makeComment(1, { revision: 2, text: "Edited" })];
  for (const order of [
    [old, edited],
    [edited, old],
  ])
    assert.equal(
      mergeComments([], order).map(({ text }) => text),
      ["Edited"],
    );
});
merging("shows a change before its answer, and sorts by id", () => {
  const changed = makeComment(2, { text: "Changed at once" });
  const merged = mergeComments([makeComment(2), makeComment(3)], [makeComment(1), changed]);
  assert.equal(
    merged.map(({ text }) => text),
    ["Text 1", "Changed at once", "Text 3"],
  );
});

merging("takes no pushed comment for a list that was never read", () => {
  upsertComment(9, makeComment(1));
  assert.is(getComments(9), null);
});

const posting = suite("posting a comment");
const { fetch } = globalThis;
posting.before.each(() => {
  globalThis.fetch = () => Promise.reject(new TypeError("The network is away."));
});
posting.after.each(() => {
  globalThis.fetch = fetch;
});
const NEW_DRAFT = {
  ...{ text: "New", mentions: [], thread_id: null, view: null },
  anchor: { kind: "job" },
} as const;
posting("gives the comment back once its author cancels it", async () => {
  const posted = postComment(1, NEW_DRAFT);
  await eventually("it waits", () => getPendingComments(1)[0]?.isWaiting === true);
  cancelPost(getPendingComments(1)[0]?.key ?? "");
  assert.is(await posted, "cancelled");
  assert.equal(getPendingComments(1), []);
});
posting("gives the comment back once the server cannot be reached for too long", async () => {
  const failure = await postComment(2, NEW_DRAFT, 0);
  assert.ok(failure instanceof ApiFailure && failure.status === 0);
  assert.equal(getPendingComments(2), []);
});

const drafts = suite("the draft of a comment");
const createStorage = () => {
  const texts = new Map<string, string>();
  return {
    getItem: (key: string) => texts.get(key) ?? null,
    setItem: (key: string, text: string) => void texts.set(key, text),
    removeItem: (key: string) => void texts.delete(key),
  };
};
drafts("is kept with the people whom it mentions, for its author and job alone", () => {
  const storage = createStorage();
  const draft = { text: "@Ada, why?", people: [ada] };
  storeDraft(draftKey(1, 7, "new"), draft, storage);
  assert.equal(readDraft(draftKey(1, 7, "new"), storage), draft);
  assert.is(readDraft(draftKey(2, 7, "new"), storage), null);
  assert.is(readDraft(draftKey(1, 8, "new"), storage), null);
});
drafts("is removed once it is stored, unless another one was begun since", () => {
  const storage = createStorage();
  const [sent, begun] = ["First", "Second"].map((text) => ({ text, people: [] }));
  assert.ok(sent !== undefined && begun !== undefined);
  storeDraft("key", begun, storage);
  removeSentDraft("key", sent, storage);
  assert.equal(readDraft("key", storage), begun);
  removeSentDraft("key", begun, storage);
  assert.is(readDraft("key", storage), null);
  assert.equal(joinDrafts(sent, begun).text, "First\n\nSecond");
});

const places = suite("the place of a comment");
places("is what the view shows: sliders, an opened simulation, a selected design, or the job", () => {
  const design = { kind: "front", at: 2 } as const;
  assert.equal(suggestAnchor({ ...PLAIN_VIEW, tab: "emulator", sliders: { x: 1 } }), {
    kind: "sliders",
    values: { x: 1 },
  });
  const opened = { ...PLAIN_VIEW, tab: "simulations" as const, choices: { simulation: ["7"] } };
  assert.equal(suggestAnchor(opened), { kind: "simulation", simulation_id: 7 });
  assert.equal(suggestAnchor({ ...PLAIN_VIEW, tab: "progress", design }), { kind: "design", design });
  assert.equal(suggestAnchor({ ...PLAIN_VIEW, tab: "sensitivity" }), { kind: "job" });
});
places("that is a row of the simulations is the simulation, and leads back to the row", () => {
  const anchor = anchorOfPlace("row 12 Simulations");
  assert.equal(anchor, { kind: "simulation", simulation_id: 12 });
  assert.is(placeOfAnchor(anchor), "row 12 Simulations");
  const field = "control 0 Length";
  assert.is(placeOfAnchor(anchorOfPlace(field)), field);
});
places("has a name that people know it by", () => {
  const config = makeConfig({
    inputs: [makeInput("l", { display: "Length", unit: "mm" }), makeInput("w"), makeInput("t")],
  });
  const describe = (anchor: CommentAnchor, tab: "emulator" | null = "emulator") =>
    describeAnchor(anchor, { job: { objective: "Training" }, config, tab });
  assert.match(describe({ kind: "sliders", values: { l: 12.5, w: 2 } }), /^Length 12\.5\S* ?mm, w 2/);
  assert.match(describe({ kind: "sliders", values: { l: 1, w: 1, t: 1, z: 1 } }), /and 1 more$/);
  assert.is(describe({ kind: "sliders", values: {} }), "Initial values");
  assert.is(describe({ kind: "plot", plot: "Gain over time", x: 0, y: 0 }), "Gain over time");
  assert.is(describe({ kind: "field", field: "control 1 Validation share" }), "Validation share");
  assert.is(describe({ kind: "field", field: "row 3 Designs" }), "Row 3 of Designs");
  assert.is(describe({ kind: "job" }), "Emulator");
  assert.is(describe({ kind: "job" }, null), "The whole job");
});

const mentions = suite("a mention");
mentions("is asked for after an @ at the beginning of a word, up to the caret", () => {
  assert.is(findMentionQuery("Look, @Ada Lo", 13), "Ada Lo");
  assert.is(findMentionQuery("@", 1), "");
  assert.is(findMentionQuery("@ 5 mm", 6), null);
  assert.is(findMentionQuery("ada@example.com", 15), null);
  assert.is(findMentionQuery("@Ada\nand", 8), null);
  assert.is(findMentionQuery(`@${"x".repeat(50)}`, 51), null);
});
mentions("replaces what was typed of the name, and leaves the rest of the text", () => {
  const { next, caret } = insertMention("Ask @ad please", 7, "Ada Lovelace");
  assert.equal([next, next.slice(0, caret)], ["Ask @Ada Lovelace please", "Ask @Ada Lovelace "]);
});
mentions("counts while the text names the person", () => {
  assert.equal(listMentioned("@Ada and Zoe", [ada, zoe]), [ada]);
  assert.equal(listMentioned("@Adam?", [ada]), [], "another name begins with theirs");
  const adaLee = { id: 3, name: "Ada Lee" };
  assert.equal(listMentioned("@Ada Lee!", [ada, adaLee]), [adaLee], "the longer name counts");
});
