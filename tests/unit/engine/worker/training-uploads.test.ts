/**
 * The upload of an emulator by a worker client: against a platform in memory, over a line that loses, doubles and
 * delays.
 */
import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { createRandom } from "@understudy/engine/math/random.ts";
import { createRequests } from "@understudy/engine/worker/support/requests.ts";
import { createTrainingUploads } from "@understudy/engine/worker/trainings/uploads.ts";
import type { ToPlatform } from "@understudy/shared/worker/worker-protocol.ts";
import { FILE_CHUNK_BYTES } from "@understudy/shared/worker-parts.ts";
import { assert, eventually, rejects, suite } from "../../../harness.ts";
import { temporaryFolder } from "../../../support/cleanup.ts";

const TRAINING_ATTEMPT = { job: 7, attempt: 2 };
type Part = Extract<ToPlatform, { type: "training-file" }>;
type Kept = { received: number; refusal: string | null };

/** A file of so many bytes. */
function makeFile(size: number) {
  const random = createRandom(size + 1);
  const bytes = Buffer.from(Uint8Array.from({ length: size }, () => random.integer(256)));
  const path = join(temporaryFolder("upload"), "emulator");
  writeFileSync(path, bytes);
  return { path, bytes };
}

/** Keeps parts as the platform does: none behind a gap. */
function createPlatform() {
  let stored = Buffer.alloc(0);
  return {
    get stored() {
      return stored;
    },
    forget: () => {
      stored = Buffer.alloc(0);
    },
    keep: ({ offset, bytes, last }: Part): Kept => {
      if (offset <= stored.length) {
        stored = Buffer.concat([stored.subarray(0, offset), bytes, stored.subarray(offset + bytes.length)]);
      }
      if (last === null || stored.length < last.size) return { received: stored.length, refusal: null };
      const isWhole = createHash("sha256").update(stored).digest("hex") === last.sha256;
      return { received: stored.length, refusal: isWhole ? null : "It did not arrive as it was sent." };
    },
  };
}

/** Parts that wait for an answer, and what they are answered with. */
function createLine(keep: (part: Part) => Kept) {
  const waiting: Part[] = [];
  let isCut = false;
  let most = 0;
  const requests = createRequests((message) => {
    if (isCut || message.type !== "training-file") return false;
    waiting.push(message);
    most = Math.max(most, waiting.length);
    return true;
  });
  const answer = (part: Part) => {
    requests.answered({ type: "training-kept", id: part.id, ...keep(part) });
  };
  return {
    requests,
    waiting,
    /** On their way at once, at the most. */
    most: () => most,
    answerNext: () => {
      const part = waiting.shift();
      if (part !== undefined) answer(part);
    },
    cut: () => {
      isCut = true;
      waiting.length = 0;
    },
    mend: () => {
      isCut = false;
      requests.askAgain();
    },
  };
}

type Line = ReturnType<typeof createLine>;
/** Sends a file. @param turn What happens again and again while parts wait */
async function send(path: string, line: Line, turn: () => void, now = () => 0) {
  const uploads = createTrainingUploads(line.requests, TRAINING_ATTEMPT, "none", now);
  let isOver = false;
  const sent = uploads.send("emulator", path, new AbortController().signal).finally(() => {
    isOver = true;
  });
  const turnOrEnd = () => {
    if (line.waiting.length > 0) turn();
    return isOver;
  };
  await eventually("it is over", turnOrEnd, 20_000, 2);
  return await sent;
}

const it = suite("an emulator on its way to the platform");
for (const size of [0, 1, FILE_CHUNK_BYTES, FILE_CHUNK_BYTES * 9, FILE_CHUNK_BYTES * 5 + 17]) {
  it(`arrives whole, a few parts at a time, when it has ${size} bytes`, async () => {
    const { path, bytes } = makeFile(size);
    const platform = createPlatform();
    const offsets: number[] = [];
    const line = createLine((part) => {
      offsets.push(part.offset);
      return platform.keep(part);
    });
    const parts = Math.max(1, Math.ceil(size / FILE_CHUNK_BYTES));
    const sent = await send(path, line, () => {
      const awaitedParts = offsets.length === 0 ? 1 : Math.min(4, parts - offsets.length);
      if (line.waiting.length >= awaitedParts) line.answerNext();
    });
    assert.equal(sent, { upload: 1, refusal: null });
    assert.ok(platform.stored.equals(bytes));
    assert.equal(
      offsets,
      Array.from({ length: parts }, (_, index) => index * FILE_CHUNK_BYTES),
      "each once, in order",
    );
    assert.is(line.most(), Math.min(4, Math.max(1, parts - 1)));
  });
}
it("goes part by part where each takes its time, so that heartbeats come through", async () => {
  const { path, bytes } = makeFile(FILE_CHUNK_BYTES * 6);
  let clock = 0;
  const platform = createPlatform();
  const line = createLine((part) => {
    clock += 1_500;
    return platform.keep(part);
  });
  await send(path, line, line.answerNext, () => clock);
  assert.ok(platform.stored.equals(bytes));
  assert.is(line.most(), 1);
});
it("arrives whole when the connection is lost, and what was answered is answered again", async () => {
  const { path, bytes } = makeFile(FILE_CHUNK_BYTES * 12 + 5);
  const platform = createPlatform();
  const line = createLine(platform.keep);
  let turns = 0;
  const sent = await send(path, line, () => {
    turns += 1;
    if (turns % 3 !== 0) return line.answerNext();
    // The platform has the first, and its answer is lost; the others never arrive.
    const [first] = line.waiting;
    if (first !== undefined) platform.keep(first);
    line.cut();
    line.mend();
    // And one is asked twice.
    line.requests.askAgain();
  });
  assert.is(sent.refusal, null);
  assert.ok(platform.stored.equals(bytes));
});
it("is sent again from where the platform has it, when it has less than it said", async () => {
  const { path, bytes } = makeFile(FILE_CHUNK_BYTES * 8);
  const platform = createPlatform();
  let keptParts = 0;
  const line = createLine((part) => {
    keptParts += 1;
    if (keptParts === 6) platform.forget();
    return platform.keep(part);
  });
  assert.is((await send(path, line, line.answerNext)).refusal, null);
  assert.ok(platform.stored.equals(bytes));
});
it("is given up when the platform wants none of it, or nobody here does", async () => {
  const { path } = makeFile(FILE_CHUNK_BYTES * 8);
  const platform = createPlatform();
  const line = createLine((part) =>
    part.offset < FILE_CHUNK_BYTES * 3 ? platform.keep(part) : { received: 0, refusal: "No room." },
  );
  assert.is((await send(path, line, line.answerNext)).refusal, "No room.");
  const abort = new AbortController();
  const uploads = createTrainingUploads(line.requests, TRAINING_ATTEMPT, "none");
  const sent = uploads.send("emulator", path, abort.signal);
  abort.abort(new Error("It was dropped."));
  await rejects(sent, /It was dropped/);
});

/** A line that notes what is sent while it is connected. */
function createNotedLine() {
  const sent: { readonly id: number }[] = [];
  let isConnected = true;
  const requests = createRequests((message) => {
    if (isConnected && "id" in message) sent.push(message);
    return isConnected;
  });
  return {
    requests,
    sent,
    connect: (connected: boolean) => {
      isConnected = connected;
    },
  };
}
const FILE_SOURCE = { kind: "job", id: 1 } as const;
const { signal } = new AbortController();

const numbers = suite("requests");

numbers("gives each request the answer with its number, whatever the order", async () => {
  const { requests, sent } = createNotedLine();
  const files = ["a.txt", "b.txt"].map((path) =>
    requests.ask({ type: "read-file", source: FILE_SOURCE, path, offset: 0 }, signal),
  );
  const [first = 0, second = 0] = sent.map(({ id }) => id);
  assert.is.not(first, second);
  requests.answered({ type: "unreadable", id: second, reason: "There is no b.txt." });
  requests.answered({ type: "file-chunk", id: first, bytes: new Uint8Array([1]), last: true });
  const answers = await Promise.all(files);
  assert.equal(
    answers.map(({ type }) => type),
    ["file-chunk", "unreadable"],
  );
});

numbers("sends a request again with its number after a lost connection, and takes one answer", async () => {
  const { requests, sent, connect } = createNotedLine();
  connect(false);
  const spec = requests.ask({ type: "read-spec", spec_version: 3 }, signal);
  assert.equal(sent, []);
  connect(true);
  requests.askAgain();
  requests.askAgain();
  const [id = 0, again] = sent.map((request) => request.id);
  assert.is(again, id);
  requests.answered({ type: "unreadable", id, reason: "It is gone." });
  requests.answered({ type: "unreadable", id, reason: "It is gone twice." });
  const answer = await spec;
  assert.is(answer.type === "unreadable" && answer.reason, "It is gone.");
  requests.askAgain();
  assert.is(sent.length, 2);
});

numbers("takes no answer of another type for that of a request", async () => {
  const { requests, sent } = createNotedLine();
  const controller = new AbortController();
  const points = { from: 0, coefficient_of_determination: [], loss: [] };
  const noted = requests.ask(
    { type: "training-points", job: 1, attempt: 1, points, percentage: 0, text: "" },
    controller.signal,
  );
  const [id = 0] = sent.map((request) => request.id);
  requests.answered({ type: "unreadable", id, reason: "This answers no points." });
  controller.abort(new Error("The training ended."));
  await rejects(noted, /The training ended/);
});
