import { checkManifest } from "@understudy/engine/specs/check-manifest.ts";
import { compilePattern } from "@understudy/engine/specs/language/safe-pattern.ts";
import { parseNgspice } from "@understudy/engine/specs/netlists/ngspice.ts";
import { parseSpectre } from "@understudy/engine/specs/netlists/spectre.ts";
import { readOutputs } from "@understudy/engine/specs/read-outputs.ts";
import { assert, suite } from "../../../harness.ts";
import { readFrom, soundManifest, specFixtureFolder, textsIn } from "../../../support/specs/spec-fixtures.ts";

const it = suite("text for any reader");

// Each takes minutes or longer where time grows with the square of the length or faster; a test may take a minute.
it("that is long and made to keep a reader busy is read in one pass", async () => {
  const long = 100_000;
  for (const text of [
    `.param a=${" ".repeat(long)}b`,
    `.param a=${"(".repeat(long)}`,
    `.param ${"a=1 ".repeat(long / 4)}`,
    `.param a=1\n${"+ b=2\n".repeat(long / 6)}`,
    `.param a='${"x".repeat(long)}`,
    `${"$".repeat(long)} `,
    `.param ${"a ".repeat(long)}`,
  ]) {
    parseNgspice("n", new Map([["n", `t\n${text}`]]));
    parseSpectre("n", new Map([["n", text.replace(".param", "parameters")]]));
  }
  const many = new Map(
    Array.from({ length: 40 }, (_, i) => [`f${i}`, `.include f${i + 1}\n.include f${i + 1}\n`]),
  );
  assert.match(parseNgspice("f0", many).problems[0]?.message ?? "", /files are included|not among/);
  const pattern = compilePattern("^(a+)+$");
  assert.equal("matches" in pattern ? [...pattern.matches(`${"a".repeat(20_000)}b`)] : null, []);
  const manifest = soundManifest(textsIn(specFixtureFolder("bracket")));
  for (const text of [`{"a": ${" ".repeat(long)}NaN`, "NaN ".repeat(long / 4), `"${'"'.repeat(long)}`]) {
    assert.ok(
      "error" in
        (await readOutputs(
          manifest,
          readFrom(
            new Map([
              ["outputs.json", text],
              ["fillet.csv", text],
            ]),
          ),
        )),
    );
  }
  const wrong = Array.from({ length: 900 }, (_, i) => ({ name: `v ${i}`, type: "Scaler", default_val: "x" }));
  const bracket = textsIn(specFixtureFolder("bracket"));
  const manyWrong = checkManifest(
    new Map([
      ...bracket,
      ["spec.json", JSON.stringify({ variables: wrong })],
      ["bracket.edp.tmpl", "{{x1}}\n".repeat(long / 10)],
    ]),
  );
  assert.equal("problems" in manyWrong ? [manyWrong.problems.length, manyWrong.more] : null, [100, 1702]);
  const braces = `${"{{".repeat(long / 2)}${"{{a".repeat(long / 3)}`;
  checkManifest(new Map([...textsIn(specFixtureFolder("bracket")), ["bracket.edp.tmpl", braces]]));
});
