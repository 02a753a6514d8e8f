import { assert, suite } from "../../../../harness.ts";
import {
  hasSoftwareGpu,
  runOnSoftwareGpu,
  softwareGpuEnvironment,
} from "../../../../support/engine/gpu/software-gpu.ts";

const it = suite("fits by mini-batches on a GPU", { timeout: 400_000 });

const ADAM_PROGRAM = new URL("../../../../support/engine/gpu/adam-program.ts", import.meta.url);
/** Both devices compute in single precision; so much is what a training demands of a GPU, too. */
const MAX_DIFFERENCE = 1e-4;
const NO_GPU = "No GPU with a driver for Vulkan, Metal or Direct3D 12 was detected.";

/** On a machine without Debian's Chromium, the program says why there is no GPU; step-plan.test.ts holds its plan there, too. */
it("take the processor's steps, with every tile and for several networks at a time", async () => {
  const result = await runOnSoftwareGpu(ADAM_PROGRAM);
  // The driver has ended the program each time.
  if (result === null) return;
  const { messages, values } = result;
  if (!hasSoftwareGpu()) {
    assert.equal(messages, [NO_GPU]);
    return;
  }
  const differing = Object.entries(values).filter(([, value]) => !(value < MAX_DIFFERENCE));
  assert.equal(differing, [], messages.join());
  assert.ok(Object.keys(values).length >= 5 * 2 * 5);
});

it("are refused in one sentence where no driver is to be had", async () => {
  const env = { ...softwareGpuEnvironment(), VK_ICD_FILENAMES: "/nonexistent" };
  const result = await runOnSoftwareGpu(ADAM_PROGRAM, env);
  if (result !== null) assert.equal(result, { messages: [NO_GPU], values: {} });
});
