import { assert, suite } from "../../../../../harness.ts";
import { STEP_COUNT } from "../../../../../support/engine/gpu/fit-cases.ts";
import { hasSoftwareGpu, runOnSoftwareGpu } from "../../../../../support/engine/gpu/software-gpu.ts";

const it = suite("the verdicts on a GPU", { timeout: 400_000 });

const VERDICTS_PROGRAM = new URL("../../../../../support/engine/gpu/verdicts-program.ts", import.meta.url);
const NO_GPU = "No GPU with a driver for Vulkan, Metal or Direct3D 12 was detected.";

it("leave fits to a faster processor, and find wrong, lost, failing and silent GPUs", async () => {
  const { messages, values } = await runOnSoftwareGpu(VERDICTS_PROGRAM);
  const [first, slow = "", wrong = "", lost = "", failing = "", silent = ""] = messages;
  assert.is(first, hasSoftwareGpu() ? "GPU" : "no GPU");
  if (!hasSoftwareGpu()) {
    assert.equal(
      messages.slice(1),
      ["slow", "wrong", "lost", "failing", "silent"].map((name) => `${name}: ${NO_GPU}`),
    );
    return;
  }
  assert.match(slow, /^slow: The processor is faster than the GPU: .+ takes [\d.,]+ steps a second/);
  assert.is(values["slow: final"], 0);
  assert.match(
    wrong,
    /^wrong: The GPU \(.+\) is not used: it differs from the processor by \S+ of a step\.$/,
  );
  assert.is(values["wrong: final"], 1);
  assert.match(lost, /^lost: The GPU was lost: /);
  assert.is(values["lost: final"], 1);
  assert.match(failing, /^failing: The GPU failed: /);
  assert.is(values["failing: final"], 1);
  assert.is(silent, "silent: The GPU failed: Error: it has computed nothing.");
  assert.is(values["silent: final"], 1);
  // The processor goes on from the last chunk.
  for (const name of ["lost", "silent"]) {
    const steps = values[`${name}: steps`] ?? 0;
    assert.ok(steps > 0 && steps < STEP_COUNT, `${name}: ${steps}`);
  }
});
