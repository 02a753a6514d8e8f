import { readFileSync } from "node:fs";
import { buildKernels } from "@understudy/engine/scripts/build-kernels.ts";
import { assert, suite } from "../../../../harness.ts";

const it = suite("the kernels as built", { timeout: 120_000 });

it("are what their sources compile to", async () => {
  const committed = readFileSync(
    new URL("../../../../../engine/math/kernels/kernels.json", import.meta.url),
    "utf8",
  );
  assert.ok((await buildKernels()) === committed, "Run `npm run build:kernels -w engine`.");
});
