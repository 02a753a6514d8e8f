import type { StoredThread } from "@understudy/server/models/comment.ts";
import {
  canCommentOn,
  canDeleteComment,
  canEditComment,
  canResolveThread,
  canSeeThread,
  canShareThread,
} from "@understudy/server/policies/comment.ts";
import { visibleColumns } from "@understudy/server/policies/data.ts";
import { canChangeJob, canDownloadData, canSeeJob, jobAccess } from "@understudy/server/policies/job.ts";
import { canChangeSpec, canSeeSpecs } from "@understudy/server/policies/spec.ts";
import { canUseUpload } from "@understudy/server/policies/upload.ts";
import { type CallDecision, mayCall } from "@understudy/server/policies/user.ts";
import { isForRestricted } from "@understudy/shared/api/comment.ts";
import type { Audience } from "@understudy/shared/api/route.ts";
import { assert, suite } from "../../harness.ts";
import { makeConfig, makeJob, makeOutput, makeUser } from "../../support/factories.ts";

const owner = makeUser();
const colleague = makeUser();
const admin = makeUser({ roles: ["admin"] });
const job = makeJob({ creator: { id: owner._id, name: owner.name } });
const guest = makeUser({ restricted: true, accessible_job_ids: [job._id] });
const stranger = makeUser({ restricted: true, accessible_job_ids: [job._id + 1000] });

const jobs = suite("a job");
jobs(
  "is managed by its creator and by admins, seen by other full users, and by restricted users it was opened to",
  () => {
    assert.is(jobAccess(owner, job), "manager");
    assert.is(jobAccess(admin, job), "manager");
    assert.is(jobAccess(colleague, job), "member");
    assert.is(jobAccess(guest, job), "restricted");
    assert.is(jobAccess(stranger, job), null);
  },
);
jobs("may be changed by those who manage it alone", () => {
  assert.equal(
    [owner, admin, colleague, guest, stranger].map((person) => canChangeJob(person, job)),
    [true, true, false, false, false],
  );
});
jobs("is not managed by somebody who was restricted after creating it", () => {
  const demoted = makeUser({ _id: owner._id, restricted: true, roles: ["admin"] });
  assert.is(canSeeJob(demoted, job), false);
  assert.is(canChangeJob(demoted, job), false);
});
jobs("gives its rows as a file to full users only", () => {
  assert.equal([owner, colleague, admin, guest].map(canDownloadData), [true, true, true, false]);
});
jobs("shows restricted users only the columns that its emulator's view draws", () => {
  const config = makeConfig({
    outputs: [makeOutput("gain"), makeOutput("secret", { ignored: true })],
    emulator_outputs: ["gain"],
  });
  assert.equal(visibleColumns(config, "restricted").all, ["length", "width", "gain"]);
  assert.equal(visibleColumns(config, "member").all, ["length", "width", "gain", "secret"]);
});

const specs = suite("a spec");
specs("is seen by every full user, and changed by its creator and by admins", () => {
  const spec = { creator: { id: owner._id, name: owner.name } };
  const people = [owner, colleague, admin, guest, makeUser({ _id: owner._id, restricted: true })];
  assert.equal(people.map(canSeeSpecs), [true, true, true, false, false]);
  assert.equal(
    people.map((person) => canChangeSpec(person, spec)),
    [true, false, true, false, false],
  );
});

const calls = suite("a call");
calls("is let through by what it asks for and who makes it", () => {
  const people = { nobody: null, guest, colleague, admin };
  const expected: Record<Audience, Record<keyof typeof people, CallDecision>> = {
    anyone: { nobody: "allowed", guest: "allowed", colleague: "allowed", admin: "allowed" },
    user: { nobody: "unauthorized", guest: "allowed", colleague: "allowed", admin: "allowed" },
    "full-user": { nobody: "unauthorized", guest: "not-found", colleague: "allowed", admin: "allowed" },
    admin: { nobody: "unauthorized", guest: "not-found", colleague: "forbidden", admin: "allowed" },
  };
  for (const audience of ["anyone", "user", "full-user", "admin"] as const) {
    const decisions = {
      nobody: mayCall(people.nobody, audience),
      guest: mayCall(people.guest, audience),
      colleague: mayCall(people.colleague, audience),
      admin: mayCall(people.admin, audience),
    };
    assert.equal(decisions, expected[audience], audience);
  }
});
calls("of a restricted admin is a restricted user's", () => {
  assert.is(mayCall(makeUser({ restricted: true, roles: ["admin"] }), "admin"), "not-found");
});

const uploads = suite("an upload");
uploads("belongs to who sent it, and not even admins may use it", () => {
  const upload = {
    _id: "a",
    user_id: owner._id,
    generated_file_name: "a.csv",
    total_bytes: 1,
    received_bytes: 1,
    last_modified_time: new Date(),
  };
  assert.equal(
    [owner, colleague, admin].map((person) => canUseUpload(person, upload)),
    [true, false, false],
  );
});

const comments = suite("a comment");
const commenter = makeUser({ restricted: true, accessible_job_ids: [job._id], may_comment: true });
const lost = makeUser({ restricted: true, accessible_job_ids: [], may_comment: true });
const ALL_PEOPLE = [owner, colleague, admin, commenter, guest, lost];
const makeThread = (fields: Partial<StoredThread> = {}): StoredThread => ({
  anchor: { kind: "job" },
  tab: "emulator",
  resolved: null,
  is_shown_to_restricted: false,
  replies: 0,
  ...fields,
});
const makeStart = ({ _id: id, name }: typeof owner, fields?: Partial<StoredThread>) => ({
  author: { id, name },
  thread: makeThread(fields),
});
comments("is for full users, and for restricted users with the job and an admin's leave", () => {
  assert.equal(
    ALL_PEOPLE.map((person) => canCommentOn(person, job)),
    [true, true, true, true, false, false],
  );
});
comments("is seen by a restricted user who began its thread, or to whom the thread is shown", () => {
  const see = (start: ReturnType<typeof makeStart>) =>
    ALL_PEOPLE.map((person) => canSeeThread(person, job, start));
  assert.equal(see(makeStart(owner)), [true, true, true, false, false, false]);
  assert.equal(see(makeStart(commenter)), [true, true, true, true, false, false]);
  assert.equal(see(makeStart(owner, { is_shown_to_restricted: true })), [
    true,
    true,
    true,
    true,
    false,
    false,
  ]);
  assert.equal(see(makeStart(lost)), [true, true, true, false, false, false]);
});
comments("is edited by its author, and deleted by its author and who may change the job", () => {
  const start = makeStart(colleague);
  assert.equal(
    ALL_PEOPLE.map((person) => canEditComment(person, start)),
    [false, true, false, false, false, false],
  );
  assert.equal(
    ALL_PEOPLE.map((person) => canDeleteComment(person, job, start)),
    [true, true, true, false, false, false],
  );
});
comments("is resolved by every full user, and by a restricted user who began its thread", () => {
  assert.equal(
    ALL_PEOPLE.map((person) => canResolveThread(person, makeStart(commenter))),
    [true, true, true, true, false, false],
  );
});
comments(
  "is shown to restricted users by the full user who began its thread and who may change the job",
  () => {
    assert.equal(
      ALL_PEOPLE.map((person) => canShareThread(person, job, makeStart(colleague))),
      [true, true, true, false, false, false],
    );
    assert.is(canShareThread(commenter, job, makeStart(commenter)), false);
  },
);
comments("that restricted users may see is about the emulator or the job as a whole", () => {
  const anchor = { kind: "simulation", simulation_id: 1 } as const;
  assert.equal(
    [
      makeThread(),
      makeThread({ tab: null }),
      makeThread({ tab: "simulations" }),
      makeThread({ anchor, tab: null }),
    ].map(isForRestricted),
    [true, true, false, false],
  );
});
