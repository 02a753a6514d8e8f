import { assert, suite } from "../../../../../harness.ts";
import { STEP_COUNT } from "../../../../../support/engine/gpu/fit-cases.ts";
import { hasSoftwareGpu, runOnSoftwareGpu } from "../../../../../support/engine/gpu/software-gpu.ts";

const it = suite("the verdicts on a GPU", { timeout: 400_000 });

const VERDICTS_PROGRAM = new URL("../../../../../support/engine/gpu/verdicts-program.ts", import.meta.url);
const NO_GPU = "No GPU with a driver for Vulkan, Metal or Direct3D 12 was detected.";
/** Each names what is reported of it, and whether the GPU is of no use for other fits either. */
const VERDICT_PATTERNS = {
  software: [/^Instead of a GPU only .+ was detected\b/, 1],
  slow: [/^The processor is faster than the GPU: .+ takes [\d.,]+ steps a second/, 0],
  wrong: [/^The GPU \(.+\) is not used: it differs from the processor by \S+ of a step\.$/, 1],
  lost: [/^The GPU was lost: /, 1],
  failing: [/^The GPU failed: /, 1],
  silent: [/^The GPU failed: Error: it has computed nothing\.$/, 1],
} as const;

it("leave fits to a faster processor, and find wrong, lost, failing and silent GPUs", async () => {
  const result = await runOnSoftwareGpu(VERDICTS_PROGRAM);
  // The driver has ended the program each time.
  if (result === null) return;
  const { messages, values } = result;
  assert.is(messages.length, Object.keys(VERDICT_PATTERNS).length);
  Object.entries(VERDICT_PATTERNS).forEach(([name, [text, isFinal]], at) => {
    const message = messages[at]?.slice(name.length + 2) ?? "";
    if (!hasSoftwareGpu()) {
      assert.is(message, NO_GPU);
      return;
    }
    assert.match(message, text);
    assert.is(values[`${name}: final`], isFinal, name);
  });
  if (!hasSoftwareGpu()) return;
  // The processor goes on from the last chunk.
  for (const name of ["lost", "silent"]) {
    const steps = values[`${name}: steps`] ?? 0;
    assert.ok(steps > 0 && steps < STEP_COUNT, `${name}: ${steps}`);
  }
});
