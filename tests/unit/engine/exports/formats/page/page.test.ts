import { createHash } from "node:crypto";
import { EXPORT_LIMITS } from "@understudy/shared/limits.ts";
import { UserError } from "@understudy/shared/user-error.ts";
import { createPageFacts } from "../../../../../../engine/exports/formats/page/facts.ts";
import { checkPageSize, pageFiles, writePage } from "../../../../../../engine/exports/formats/page/page.ts";
import { assert, suite } from "../../../../../harness.ts";
import {
  everyInstruction,
  HOSTILE_NAMES,
  sampleModel,
  sampleVectors,
} from "../../../../../support/exports/sample-model.ts";

const it = suite("a web page of an emulator");
const HOSTILE_TITLE = `</title></script><script>alert(1)</script><!-- & " '`;
const program = everyInstruction();
const model = { ...sampleModel(program), title: HOSTILE_TITLE };
const content = {
  columns: { inputs: [], outputs: [], coordinates: [] },
  judgements: new Map([["fixed", { verdict: "good" as const, reason: HOSTILE_TITLE }]]),
  rows: [[1, 2, 0, null]],
  rowCount: 1,
  notices: HOSTILE_TITLE,
};
const facts = createPageFacts(model, content);
const code = { script: "var UnderstudyPage = {};", styles: "p { margin: 0 }", notices: "" };
const page = writePage(model, { facts, code });
const [, policy = ""] = /Content-Security-Policy" content="([^"]*)"/.exec(page) ?? [];

it("holds text of people only where it cannot become HTML or end the script", () => {
  assert.is(page.match(/<script/gi)?.length, 1);
  assert.is(page.match(/<\/script/gi)?.length, 1);
  assert.is(page.match(/<\/title/gi)?.length, 1);
  assert.not.match(page, "<!--");
  const [, title] = /<title>(.*)<\/title>/.exec(page) ?? [];
  assert.is(
    title,
    "&lt;/title&gt;&lt;/script&gt;&lt;script&gt;alert(1)&lt;/script&gt;&lt;!-- &amp; &quot; &#39;",
  );
});

it("allows its own script and styles, and no request", () => {
  assert.match(
    policy,
    /^default-src 'none'; script-src 'sha256-[^']+'; style-src 'sha256-[^']+'; base-uri 'none'/,
  );
  const [, script = ""] = /<script>([\s\S]*)<\/script>/.exec(page) ?? [];
  const hash = createHash("sha256").update(script).digest("base64");
  assert.match(policy, `script-src 'sha256-${hash}'`);
  assert.not.match(page, /<(?:link|img|iframe)|https?:/);
});

it("keeps names, levels and rows as they are", () => {
  const [, literal = ""] = /openPage\(\{[^}]*\}, (.*)\);/.exec(page) ?? [];
  const written = JSON.parse(literal);
  assert.equal(written, JSON.parse(JSON.stringify(facts)));
  assert.is(written.inputs[0].definition.name, HOSTILE_NAMES[0]);
  assert.equal(
    written.outputs.map(({ verdict }: { verdict: string }) => verdict),
    [null, null, "good"],
  );
});

it("travels with the model as a module and its test vectors", () => {
  const names = pageFiles(model, sampleVectors(program), { facts, code }).map(({ name }) => name);
  assert.equal(names, ["sample_model.html", "sample_model.mjs", "test-vectors.csv"]);
});

it("is refused where a browser would take long to open it", () => {
  const matrix = new Float64Array(EXPORT_LIMITS.pageConstants);
  const instructions = [
    { kind: "inputs", columns: 3 } as const,
    { kind: "product", columns: 1, of: 0, matrix, isPacked: false } as const,
  ];
  const large = { instructions, results: [{ mean: 1, lower: null, upper: null }] };
  const farConstant = { kind: "constant", columns: 1, values: Float64Array.of(1) } as const;
  const farness = { instructions: [farConstant], results: [{ mean: 0, lower: null, upper: null }] };
  checkPageSize({ program: large, farness: null });
  assert.throws(
    () => checkPageSize({ program: large, farness }),
    (error: unknown) => error instanceof UserError && /would have 4,000,001 constants/.test(error.message),
  );
});

it("is not written with code that would end its element", () => {
  assert.throws(
    () => writePage(model, { facts, code: { ...code, script: `"</script>"` } }),
    /end its element/,
  );
});
