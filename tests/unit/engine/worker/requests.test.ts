/** Requests of a worker client to the platform: each answer finds its own request by its number. */
import { createRequests } from "@understudy/engine/worker/connection/requests.ts";
import { assert, rejects, suite } from "../../../harness.ts";

/** A line that notes what is sent while it is connected. */
function createLine() {
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

const it = suite("requests");

it("gives each request the answer with its number, whatever the order", async () => {
  const { requests, sent } = createLine();
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

it("sends a request again with its number after a lost connection, and takes one answer", async () => {
  const { requests, sent, connect } = createLine();
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

it("takes no answer of another type for that of a request", async () => {
  const { requests, sent } = createLine();
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
