/** Specs that are made to keep whoever checks them busy: their author waits, and nobody else. */
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { assert, stretched, suite } from "../harness.ts";
import { meanwhile } from "../support/api/meanwhile.ts";
import { colleague, owner } from "../support/api/stored-jobs.ts";
import { uploadText } from "../support/api/upload.ts";
import { nothingStaged, SPEC_LABELS, uploadAll } from "../support/api/uploaded-specs.ts";
import { generatedName } from "../support/factories.ts";
import { DIVIDER, dividerFiles } from "../support/specs/specs.ts";

const times = <T>(count: number, make: (i: number) => T): T[] =>
  Array.from({ length: count }, (_, i) => make(i));
const padded = (prefix: string, i: number) => `${prefix}${String(i).padStart(39, "0")}`;

/** Uploads a spec that is refused, while somebody else uses the platform. @returns the errors of its files */
async function refusedSpec(files: Record<string, string>) {
  const file = await uploadAll(files);
  const { answer, otherAnswerCount, longestMs } = await meanwhile(colleague, () =>
    owner.refused("createSpec", { body: { ...SPEC_LABELS, file } }),
  );
  assert.ok(
    otherAnswerCount > 0 && longestMs < stretched(1_000),
    `${otherAnswerCount} others waited for up to ${longestMs} ms`,
  );
  assert.equal(
    [answer.status, answer.message, Object.keys(answer.errors)],
    [400, MESSAGES.invalidBody, ["file"]],
  );
  nothingStaged();
  return answer.errors.file ?? [];
}

const spec = suite("a spec that is made to keep its check busy");
spec("is refused with a hundred problems, while others go on working", async () => {
  const unknown = times(20, (i) => `{{${padded("m", i)}}}`).join("\n");
  const variables = times(1_000, (i) => ({ name: padded("n", i), type: "Scalar", default_val: 1 }));
  const listing = (templates: string[]) =>
    JSON.stringify({ ...DIVIDER, variables, variable_groups: [], run: { command: ["x"], templates } });
  // 300 kB: it took minutes.
  const listed = await refusedSpec({
    "spec.json": listing(times(20_000, () => "t.tmpl")),
    "t.tmpl": unknown,
  });
  assert.equal(
    [listed.length, listed[0]?.replace(/line \d+, /, "")],
    [21, "spec.json, run.templates: must not have more than 200 items"],
  );
  const files = Object.fromEntries(times(15, (i) => [`t${i}.tmpl`, unknown]));
  const errors = await refusedSpec({ "spec.json": listing(Object.keys(files)), ...files });
  assert.equal([errors.length, errors.at(-1)], [101, "and 200 more"]);
});
spec("of more than 4 MB is refused as too long", async () => {
  const files = dividerFiles({ ...DIVIDER, padding: "x".repeat(5 * 1024 ** 2) });
  assert.equal(await refusedSpec(files), ["spec.json: a manifest may have at most 1 MB"]);
});
spec("whose file has a name that every object inherits is refused", async () => {
  const templates = ["constructor"];
  const files = dividerFiles({ ...DIVIDER, run: { command: ["x"], templates } });
  const errors = await refusedSpec({ ...files, constructor: "{{nobody}}" });
  assert.equal(errors, ["constructor, line 1: {{nobody}}: there is no variable named nobody"]);
});

const netlist = suite("a netlist of megabytes");
netlist("is read while others go on working, a small spec of somebody else's among it", async () => {
  const text = `t\n${times(40_000, (i) => `.param p${i}=${i}`).join("\n")}\n.ac dec 10 1 10\n`;
  const id = await uploadText(owner, generatedName("n.cir"), text);
  const file = await uploadAll(dividerFiles(), colleague);
  const order: string[] = [];
  const { answer, otherAnswerCount, longestMs } = await meanwhile(colleague, async () => {
    const params = { spec_template_id: "ngspice" };
    const large = owner
      .refused("createSpecFromTemplate", { params, body: { ...SPEC_LABELS, netlist: id, vectors: "v(a)" } })
      .finally(() => order.push("large"));
    await colleague.call("createSpec", { body: { ...SPEC_LABELS, file } }).finally(() => order.push("small"));
    return await large;
  });
  assert.ok(
    otherAnswerCount > 0 && longestMs < stretched(1_000),
    `${otherAnswerCount} others waited for up to ${longestMs} ms`,
  );
  assert.match(answer.errors.parameters?.[0] ?? "", /at most 1000$/);
  assert.is(order.length, 2);
});
