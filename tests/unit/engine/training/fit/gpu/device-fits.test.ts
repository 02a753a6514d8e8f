import { assert, suite } from "../../../../../harness.ts";
import {
  hasSoftwareGpu,
  runOnSoftwareGpu,
  softwareGpuEnvironment,
} from "../../../../../support/engine/gpu/software-gpu.ts";

const it = suite("fits on the devices of a machine", { timeout: 400_000 });

const FITS_PROGRAM = new URL("../../../../../support/engine/gpu/fits-program.ts", import.meta.url);
/** Roundings differ between the devices, and grow over the steps; seeds differ by a factor of two. */
const MAX_DIFFERENCE = 0.01;
const NO_GPU =
  "No GPU with a driver for Vulkan, Metal or Direct3D 12 was detected. Networks train on the processor.";

const differ = (values: Record<string, number>): number[] =>
  [0, 1].flatMap((at) => {
    const expected = values[`${at} on the processor`] ?? Number.NaN;
    return [`${at} on the GPU`, `${at} on the GPU, then on the processor`, `${at} of a short fit`].map(
      (name) => Math.abs((values[name] ?? Number.NaN) / expected - 1),
    );
  });

it("come to the same errors on the GPU, on the processor, and moved between them", async () => {
  const { messages, values } = await runOnSoftwareGpu(FITS_PROGRAM);
  const differences = differ(values);
  assert.ok(
    differences.every((difference) => difference < MAX_DIFFERENCE),
    JSON.stringify(values),
  );
  if (!hasSoftwareGpu()) {
    assert.equal(messages, [NO_GPU]);
    return;
  }
  assert.match(messages[0] ?? "", /^The GPU trains: .+ takes [\d.,]+ steps a second, a core [\d.,]+\.$/);
  // What the GPU computes differs in its last bits: it took part.
  assert.ok(differences.some((difference) => difference > 0));
});

it("run on the processor, with the reason, where no GPU is to be had", async () => {
  const env = { ...softwareGpuEnvironment(), VK_ICD_FILENAMES: "/nonexistent" };
  const { messages, values } = await runOnSoftwareGpu(FITS_PROGRAM, env);
  assert.equal(new Set(messages), new Set([NO_GPU]));
  assert.equal(differ(values), [0, 0, 0, 0, 0, 0]);
});
