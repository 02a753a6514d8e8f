/** Bodies that are made to keep the server busy, over real HTTP: refused at once, in few words, and nobody waits for them. */
import { type RouteName, routes } from "@understudy/shared/api/routes.ts";
import { BODY_LIMITS, REPORTED_ERRORS } from "@understudy/shared/limits.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { assert, stretched, suite } from "../harness.ts";
import { meanwhile } from "../support/api/meanwhile.ts";
import { colleague, owner, storeJob } from "../support/api/stored-jobs.ts";

const times = <T>(count: number, make: (i: number) => T): T[] =>
  Array.from({ length: count }, (_, i) => make(i));
const named = (count: number, value: unknown) => Object.fromEntries(times(count, (i) => [`k${i}`, value]));

const { _id: job_id } = await storeJob();

/** Sends a body as it is written, and looks at what others notice of it. What is large is repeated: this thread is the server's, too. */
async function send(name: RouteName, text: string) {
  const path = routes[name].path.replace(/\{\w+\}/, String(job_id));
  const { method } = routes[name];
  const headers = { "content-type": "application/json" };
  const { answer, longestMs } = await meanwhile(colleague, async () => {
    const response = await owner.fetch(`/api/internal${path}`, { method, body: text, headers });
    return { status: response.status, text: await response.text() };
  });
  assert.ok(longestMs < stretched(1_000), `others waited for ${longestMs} ms`);
  assert.ok(
    answer.text.length < REPORTED_ERRORS.bytes + 2_000,
    `the answer has ${answer.text.length} characters`,
  );
  const { message, errors = {} }: { message: string; errors?: Record<string, string[]> } = JSON.parse(
    answer.text,
  );
  return { status: answer.status, message, errors };
}

const large = suite("a body that is too large");
large("is refused by the limit of its route, in a sentence", async () => {
  const tag = await send("createTag", JSON.stringify({ name: "x".repeat(BODY_LIMITS.bytes) }));
  assert.equal([tag.status, tag.message], [413, MESSAGES.bodyTooLarge("64 kB")]);
  const names = await send("predict", `{"outputs": [${'"a",'.repeat(4_000_000)}"a"]}`);
  assert.equal([names.status, names.message], [413, MESSAGES.bodyTooLarge("4 MB")]);
  const config = await send("updateJobConfig", `{${'"key": 1,'.repeat(1_000_000)}"key": 1}`);
  assert.equal([config.status, config.message], [413, MESSAGES.bodyTooLarge("1 MB")]);
});

const busy = suite("a body that holds more than anybody needs");
busy("is refused before it is parsed", async () => {
  const deep = `{"inputs": ${"[".repeat(10_000)}${"]".repeat(10_000)}}`;
  for (const name of ["predict", "createTag", "createSpecVersion"] as const) {
    const { status, message } = await send(name, deep);
    assert.equal([status, message], [400, MESSAGES.bodyTooDeep(BODY_LIMITS.maxDepth)], name);
  }
  const keys = await send("predict", `{"inputs": {${'"key": 1,'.repeat(300_000)}"key": 1}}`);
  assert.equal([keys.status, keys.message], [400, MESSAGES.tooManyKeys(BODY_LIMITS.maxKeys)]);
  const lists = await send("predict", `{"inputs": [${"[],".repeat(1_300_000)}1]}`);
  assert.equal([lists.status, lists.message], [400, MESSAGES.tooManyBrackets(BODY_LIMITS.maxBrackets)]);
});
busy("is refused with the name of the part that is too long", async () => {
  const parts = JSON.stringify({ inputs: named(9_000, 1), coordinates: named(9_000, [1]) });
  const names = `"outputs": [${'"a",'.repeat(900_000)}"a"]`;
  const { inputs, outputs, coordinates } = (await send("predict", parts.replace("{", `{${names}, `))).errors;
  assert.equal(inputs, ["Has 9,000 items; at most 2,000 are allowed"]);
  assert.equal(outputs, ["Must be a list of at most 10,000 texts"]);
  assert.equal(coordinates, ["Has 9,000 items; at most 100 are allowed"]);
});
busy("is refused with a hundred of its problems, and the number of the others", async () => {
  const config = await send("updateJobConfig", JSON.stringify(named(9_000, 1)));
  assert.equal([config.status, Object.keys(config.errors).length], [400, 100]);
  assert.equal(config.errors.k99, [MESSAGES.noSuchField, "and 8,900 more"]);
  const inputs = times(9_000, (i) => ({ name: `no such input ${i}` }));
  const unknown = await send("updateJobConfig", JSON.stringify({ inputs }));
  assert.equal([unknown.status, Object.keys(unknown.errors).length], [400, 100]);
  assert.match(Object.values(unknown.errors).at(-1)?.at(-1) ?? "", /^and 8,900 more$/);
});

const strange = suite("a name that every object inherits");
strange("is a field like any other that there is not", async () => {
  const template = await send("createSpecFromTemplate", '{"constructor": 1, "toString": {}}');
  assert.equal(
    [template.status, Object.keys(template.errors)],
    [400, ["verbose_name", "help_text", "constructor", "toString"]],
  );
  const body = '{"constructor": 1, "toString": [], "__proto__": {"a": 1}, "valueOf": null}';
  const { status, errors } = await send("updateJobConfig", body);
  assert.is(status, 400);
  for (const field of ["constructor", "toString", "valueOf"]) {
    assert.equal(Object.entries(errors).find(([name]) => name === field)?.[1], [MESSAGES.noSuchField], field);
  }
});
