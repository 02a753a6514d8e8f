import { mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sweepFiles } from "@understudy/server/commands/uploads/remove-uploads.ts";
import { createDatabaseClock } from "@understudy/server/models/database-clock.ts";
import { openPlatform } from "@understudy/server/platform/platform.ts";
import { sweep } from "@understudy/server/web/sweep.ts";
import { uploadAnswer } from "@understudy/shared/api/upload.ts";
import { ABANDONED_UPLOAD_MS, UPLOAD_CHUNK_BYTES } from "@understudy/shared/limits.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { assert, rejects, suite } from "../harness.ts";
import { type Caller, createCaller } from "../support/api/caller.ts";
import { addPerson, logInAdmin } from "../support/api/people.ts";
import { atEnd } from "../support/cleanup.ts";
import { generatedName, makeJob } from "../support/factories.ts";
import { startTestServer } from "../support/processes/stack.ts";

const server = await startTestServer();
const admin = await logInAdmin(server);
const person = await addPerson(admin);
const folder = join(server.config.dataDir, "uploads");

const FILE_CONTENT = "a,b\n1,2\n3,4\n";
type Range = { first: number; total?: number };

/** Sends part of a file as the browser does. */
const send = (caller: Caller, generated_file_name: string, bytes: string | Blob, { first, total }: Range) => {
  const body = new Blob([bytes]);
  const range = body.size === 0 ? "*" : `${first}-${first + body.size - 1}`;
  return caller.attempt("upload", {
    params: { generated_file_name },
    body,
    headers: { "content-range": `bytes ${range}/${total ?? FILE_CONTENT.length}` },
  });
};
const parseAnswer = async (response: Response) => uploadAnswer.parse(await response.json());
const readOffset = async (caller: Caller, generated_file_name: string) => {
  const response = await caller.attempt("uploadOffset", { params: { generated_file_name } });
  assert.is(response.status, 200);
  return Number(response.headers.get("upload-offset"));
};
const storedBytes = (answer: object) => {
  assert.ok("file_id" in answer && typeof answer.file_id === "string");
  return readFileSync(join(folder, String(answer.file_id)), "utf8");
};

const chunks = suite("an upload");
chunks("arrives in chunks and gets its id with the last", async () => {
  const name = generatedName("a.csv");
  const first = await send(person, name, FILE_CONTENT.slice(0, 5), { first: 0 });
  assert.is(first.status, 200);
  assert.equal(await parseAnswer(first), { received: 5 });
  assert.is(await readOffset(person, name), 5);
  const last = await send(person, name, FILE_CONTENT.slice(5), { first: 5 });
  assert.is(last.status, 201);
  assert.is(storedBytes(await parseAnswer(last)), FILE_CONTENT);
});
chunks("may be sent again, chunk by chunk, and stays as it is", async () => {
  const name = generatedName("a.csv");
  await send(person, name, FILE_CONTENT.slice(0, 5), { first: 0 });
  assert.equal(await parseAnswer(await send(person, name, FILE_CONTENT.slice(0, 5), { first: 0 })), {
    received: 5,
  });
  const last = await parseAnswer(await send(person, name, FILE_CONTENT.slice(5), { first: 5 }));
  const again = await send(person, name, FILE_CONTENT.slice(5), { first: 5 });
  assert.is(again.status, 201);
  assert.equal(await parseAnswer(again), last);
  assert.is(storedBytes(last), FILE_CONTENT);
});
chunks("that skips something is refused with the place to go on from", async () => {
  const name = generatedName("a.csv");
  await send(person, name, FILE_CONTENT.slice(0, 5), { first: 0 });
  for (const first of [7, 3]) {
    const refused = await send(person, name, FILE_CONTENT.slice(first), { first });
    assert.equal([refused.status, refused.headers.get("upload-offset")], [409, "5"]);
  }
});
chunks("that breaks off in the middle of a chunk goes on from the chunk's start", async () => {
  const name = generatedName("a.csv");
  await send(person, name, FILE_CONTENT.slice(0, 5), { first: 0 });
  const broken = new AbortController();
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(new TextEncoder().encode("XYZ"));
      setTimeout(() => broken.abort(), 100);
    },
  });
  await person
    .fetch(`/api/internal/upload/${name}`, {
      method: "POST",
      body: stream,
      signal: broken.signal,
      headers: { "content-range": `bytes 5-${FILE_CONTENT.length - 1}/${FILE_CONTENT.length}` },
      ...{ duplex: "half" },
    })
    .then(
      () => assert.unreachable("the connection should have broken off"),
      () => {},
    );
  assert.is(await readOffset(person, name), 5);
  assert.is(
    storedBytes(await parseAnswer(await send(person, name, FILE_CONTENT.slice(5), { first: 5 }))),
    FILE_CONTENT,
  );
});
chunks("of which two requests send the same chunk at once is whole", async () => {
  const name = generatedName("a.csv");
  const answers = await Promise.all([1, 2, 3].map(() => send(person, name, FILE_CONTENT, { first: 0 })));
  assert.equal(
    answers.map(({ status }) => status),
    [201, 201, 201],
  );
  const ids = await Promise.all(answers.map(parseAnswer));
  assert.equal(ids[0], ids[1]);
  assert.is(storedBytes(ids[0] ?? {}), FILE_CONTENT);
});
chunks("of no bytes at all is one request", async () => {
  const response = await send(person, generatedName("empty.csv"), "", { first: 0, total: 0 });
  assert.is(response.status, 201);
  assert.is(storedBytes(await parseAnswer(response)), "");
});
chunks("that nobody began has nothing yet", async () => {
  assert.is(await readOffset(person, generatedName("never.csv")), 0);
});

const refusals = suite("a chunk");
refusals("is refused when its Content-Range is missing or makes no sense", async () => {
  const ranges = [
    "",
    "bytes 0-1",
    "bytes 5-2/10",
    "bytes 0-10/10",
    "bytes -1-2/10",
    "items 0-1/2",
    "bytes 0-1/*",
  ];
  for (const range of ranges) {
    const { status, errors } = await person.refused("upload", {
      params: { generated_file_name: generatedName("a.csv") },
      headers: range === "" ? {} : { "content-range": range },
    });
    assert.equal([status, errors], [400, { content_range: [MESSAGES.contentRange] }], range);
  }
});
refusals("is refused when it is longer or shorter than its Content-Range says", async () => {
  for (const total of [FILE_CONTENT.length - 1, FILE_CONTENT.length + 1]) {
    const name = generatedName("a.csv");
    const response = await person.attempt("upload", {
      params: { generated_file_name: name },
      body: new Blob([FILE_CONTENT]),
      headers: { "content-range": `bytes 0-${total - 1}/${total}` },
    });
    assert.is(response.status, 400);
    assert.is(await readOffset(person, name), 0);
  }
});
refusals("may be 10 MB long, and no longer", async () => {
  const total = UPLOAD_CHUNK_BYTES + 1;
  const large = new Blob([new Uint8Array(UPLOAD_CHUNK_BYTES)]);
  const name = generatedName("large.csv");
  assert.is((await send(person, name, large, { first: 0, total })).status, 200);
  const larger = new Blob([new Uint8Array(total)]);
  assert.is((await send(person, generatedName("large.csv"), larger, { first: 0, total })).status, 413);
});
refusals("of a file larger than the space that is left is refused before a byte is stored", async () => {
  const before = readdirSync(folder).length;
  const range = { "content-range": `bytes 0-9/${Number.MAX_SAFE_INTEGER.toString().slice(0, 15)}` };
  const { status, message } = await person.refused("upload", {
    params: { generated_file_name: generatedName("huge.csv") },
    headers: range,
  });
  assert.equal([status, message], [413, MESSAGES.uploadTooLarge]);
  assert.is(readdirSync(folder).length, before);
});
refusals("counts against the quota together with what is stored", async () => {
  const tight = await startTestServer({ diskQuotaGb: 0.001 });
  const caller = await logInAdmin(tight);
  const half = 600_000;
  const bytes = new Blob([new Uint8Array(half)]);
  assert.is((await send(caller, generatedName("a.csv"), bytes, { first: 0, total: half })).status, 201);
  const platform = await openPlatform(tight.config);
  atEnd("the test's own platform", platform.close);
  await rejects(platform.space.require(half), /not enough space/);
  const announced = { first: 0, total: 300_000 };
  assert.is((await send(caller, generatedName("b.csv"), "x", announced)).status, 200);
  const third = await send(caller, generatedName("c.csv"), "x", announced);
  assert.is(third.status, 413, "what others have announced is taken");
});
refusals("without a session is refused", async () => {
  const response = await send(createCaller(server.url), generatedName("a.csv"), FILE_CONTENT, { first: 0 });
  assert.is(response.status, 401);
});

const names = suite("the name of an upload");
names("never becomes a path", async () => {
  const before = readdirSync(server.config.dataDir, { recursive: true }).length;
  const hostile = [
    "../../etc/passwd",
    "..",
    ".",
    "a/b.csv",
    "a\\b.csv",
    ".hidden",
    "a\0b",
    "",
    "a".repeat(300),
    "ü.csv",
  ];
  for (const name of hostile) {
    const path = `/api/internal/upload/${encodeURIComponent(name)}`;
    const headers = { "content-range": "bytes 0-0/1" };
    const response = await person.fetch(path, { method: "POST", body: "x", headers });
    assert.ok([400, 404].includes(response.status), `${JSON.stringify(name)}: ${response.status}`);
  }
  assert.is(readdirSync(server.config.dataDir, { recursive: true }).length, before);
});
names("is a person's own: another with the same name is another file", async () => {
  const other = await addPerson(admin);
  const name = generatedName("a.csv");
  await send(person, name, FILE_CONTENT.slice(0, 5), { first: 0 });
  assert.is(await readOffset(other, name), 0);
  const mine = await parseAnswer(await send(other, name, "zzz", { first: 0, total: 3 }));
  assert.is(storedBytes(mine), "zzz");
  assert.is(await readOffset(person, name), 5);
});
names("stands for one file at a time", async () => {
  const name = generatedName("a.csv");
  await send(person, name, FILE_CONTENT.slice(0, 5), { first: 0 });
  const response = await send(person, name, FILE_CONTENT, { first: 0, total: FILE_CONTENT.length + 8 });
  assert.is(response.status, 409);
});

const sweeping = suite("a sweep");
sweeping(
  "removes uploads that were abandoned for a day, and what belongs to nothing, but nothing younger",
  async () => {
    const platform = await openPlatform(server.config);
    atEnd("the platform of the sweep", platform.close);
    const name = generatedName("a.csv");
    await send(person, name, FILE_CONTENT.slice(0, 5), { first: 0 });
    const workDirs = join(server.config.dataDir, "work_dirs");
    for (const id of ["4711", "1234"]) mkdirSync(join(workDirs, id));
    await platform.store.jobs.insert(makeJob({ _id: 1234 }));
    const orphan = join(folder, "f".repeat(32));
    writeFileSync(orphan, "left by a crash");
    await sweepFiles(platform, new Date());
    assert.is(await readOffset(person, name), 5);
    assert.ok(readdirSync(folder).includes("f".repeat(32)));

    const longAgo = new Date(Date.now() - ABANDONED_UPLOAD_MS - 1000);
    for (const path of [orphan, join(workDirs, "4711"), join(workDirs, "1234")]) {
      utimesSync(path, longAgo, longAgo);
    }
    const daysAhead = createDatabaseClock(platform.store, () => Date.now() + 2 * ABANDONED_UPLOAD_MS);
    await sweep({ ...platform, databaseClock: daysAhead });
    assert.ok(readdirSync(folder).includes("f".repeat(32)), "a process whose clock is wrong removes nothing");
    await sweep(platform);
    assert.not.ok(readdirSync(folder).includes("f".repeat(32)));
    assert.is(await readOffset(person, name), 5);

    assert.equal(readdirSync(workDirs), ["1234"]);

    await sweepFiles(platform, new Date(Date.now() + ABANDONED_UPLOAD_MS + 60_000));
    assert.is(await readOffset(person, name), 0);
    assert.equal(readdirSync(folder), []);
  },
);
