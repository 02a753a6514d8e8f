import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { describeError } from "@understudy/server/core/log-error.ts";
import { z } from "zod";
import { assert, suite } from "../../../harness.ts";

const LOG_MODULE = join(import.meta.dirname, "../../../../server/core/log.ts");

/** The lines that a process of its own logs at level info when it runs `statements`. */
function runAndReadLines(statements: string): unknown[] {
  const program = `
    import { log, openLog } from ${JSON.stringify(LOG_MODULE)};
    openLog("test", { logLevel: "info", logToFiles: false, dataDir: "/nowhere" });
    ${statements}
  `;
  const { status, stdout, stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", program], {
    encoding: "utf8",
    timeout: 30_000,
  });
  assert.is(status, 0, stderr);
  return stdout
    .trim()
    .split("\n")
    .map((line): unknown => JSON.parse(line));
}

const line = z.looseObject({ msg: z.string(), err: z.looseObject({ message: z.string() }).optional() });

const errors = suite("what is logged of an error");
errors("is its type, message, stack, code and causes, and nothing else that hangs on it", () => {
  const error = Object.assign(new TypeError("outer", { cause: new RangeError("inner") }), {
    code: "E_TEST",
    rawPacket: Buffer.from("secret"),
    options: { password: "secret" },
  });
  const { stack, cause, ...rest } = describeError(error);
  assert.equal(rest, { type: "TypeError", message: "outer", code: "E_TEST" });
  assert.match(stack ?? "", "TypeError: outer");
  assert.equal([cause?.type, cause?.message], ["RangeError", "inner"]);
  assert.not.match(JSON.stringify(describeError(error)), "secret");
});
errors("never throws, whatever was thrown", () => {
  const hostile = {
    get message() {
      throw new Error("no message");
    },
    get stack() {
      throw new Error("no stack");
    },
  };
  const circular = new Error("a");
  circular.cause = circular;
  for (const thrown of [
    hostile,
    circular,
    null,
    undefined,
    7,
    "text",
    Symbol("s"),
    1n,
    Object.create(null),
  ]) {
    assert.type(describeError(thrown).message, "string");
  }
});
errors("is bounded, however long it is", () => {
  const long = new Error("m".repeat(1e6));
  assert.ok(JSON.stringify(describeError(long)).length < 20_000);
});

const lines = suite("a log line");
lines("is written of an error that carries the bytes of a packet", () => {
  const [written] = runAndReadLines(`
    log.warn({ err: Object.assign(new Error("Parse Error"), { rawPacket: Buffer.from("x") }) }, "broke off");
  `);
  const { msg, err } = line.parse(written);
  assert.equal([msg, err?.message, err && "rawPacket" in err], ["broke off", "Parse Error", false]);
});
lines("that cannot be written is replaced by one that says so", () => {
  const written = runAndReadLines(`
    const thrower = { get field() { throw new Error("unreadable"); } };
    log.warn({ thrower }, "first");
    log.warn({ nested: { deep: thrower } }, "second");
    log.warn({ number: 1n, err: "no error" }, "third");
    log.warn("last");
  `);
  const texts = written.map((text) => line.parse(text).msg);
  assert.is(texts.length, 4);
  for (const [i, word] of ["first", "second", "third", "last"].entries()) assert.match(texts[i] ?? "", word);
});
lines("hides a secret that was passed by mistake", () => {
  const [written] = runAndReadLines(`log.warn({ password: "abc", token: "abc", userId: 7 }, "oops");`);
  assert.equal(z.object({ password: z.string(), token: z.string(), userId: z.int() }).parse(written), {
    password: "[hidden]",
    token: "[hidden]",
    userId: 7,
  });
});
