import { neededEnvironment } from "@understudy/engine/processes/environment.ts";
import { FitThreads } from "@understudy/engine/training/fit/fit-threads.ts";
import { DeviceFits } from "@understudy/engine/training/fit/gpu/device-fits.ts";
import { assert, stretched, suite } from "../../../../../harness.ts";
import { createFitData } from "../../../../../support/engine/gpu/fit-cases.ts";
import { measureErrors, runFits } from "../../../../../support/engine/gpu/run-fits.ts";
import { hasSoftwareGpu, softwareGpuEnvironment } from "../../../../../support/engine/gpu/software-gpu.ts";

const it = suite("fits on the devices of a machine", { timeout: 400_000 });

const FIT_SEEDS = [3, 4];
const FAILING_PROGRAM = new URL("../../../../../support/engine/gpu/failing-process.ts", import.meta.url);
/** Roundings differ between the devices, and grow over the steps; seeds differ by a factor of two. */
const MAX_DIFFERENCE = 0.01;
const NO_GPU =
  "No GPU with a driver for Vulkan, Metal or Direct3D 12 was detected. Networks train on the processor.";
const LOST_PATTERN =
  /^The (GPU (is not used any more: |was lost: |failed: |was detected, but |has not answered )|driver of the GPU has not answered ).+ Networks train on the processor\.$/;
const USED_PATTERN = /^The GPU trains: .+ takes [\d.,]+ steps a second, a core [\d.,]+\.$/;

const data = createFitData();
const onProcessor = () => new FitThreads(data, 2);

function createDevices(host: ConstructorParameters<typeof DeviceFits>[3], isForced = true) {
  const messages: string[] = [];
  const create = () => new DeviceFits(data, 2, { onMessage: (text) => messages.push(text), isForced }, host);
  return { messages, create };
}

const fitOnProcessor = async (): Promise<number[]> => measureErrors(await runFits([onProcessor], FIT_SEEDS));

/** The driver may end or stop its process at any time, which changes the device of the last steps and nothing else. */
it("come to the same errors on the GPU, and moved to the processor, whatever the driver does", async () => {
  const environment = softwareGpuEnvironment();
  const expected = await fitOnProcessor();
  for (const continuation of [[], [onProcessor]]) {
    const limits = { maxSilenceMs: stretched(20_000), maxOpeningMs: stretched(20_000) };
    const { messages, create } = createDevices({ environment, ...limits });
    const errors = measureErrors(await runFits([create, ...continuation], FIT_SEEDS));
    const differences = errors.map((error, at) => Math.abs(error / (expected[at] ?? Number.NaN) - 1));
    assert.is(differences.length, FIT_SEEDS.length);
    assert.ok(Math.max(...differences) < MAX_DIFFERENCE, `${differences}: ${messages.join(" ")}`);
    if (!hasSoftwareGpu()) {
      assert.equal(messages, [NO_GPU]);
      continue;
    }
    if (!messages.every((text) => USED_PATTERN.test(text))) assert.match(messages.at(-1) ?? "", LOST_PATTERN);
    // What the GPU computes differs in its last bits: it took part. One that is lost while its fits are stopped has done so in silence.
    else if (continuation.length === 0) assert.ok(Math.max(...differences) > 0);
  }
});

it("run on the processor, with the reason, where no GPU is to be had", async () => {
  const environment = { ...neededEnvironment(process.env), VK_ICD_FILENAMES: "/nonexistent" };
  const { messages, create } = createDevices({ environment });
  assert.equal(measureErrors(await runFits([create], FIT_SEEDS)), await fitOnProcessor());
  assert.is(messages.length, 1);
  assert.ok(messages[0] === NO_GPU || LOST_PATTERN.test(messages[0] ?? ""), messages[0]);
});

it("start no process for short fits", async () => {
  const { messages, create } = createDevices({ program: FAILING_PROGRAM }, false);
  assert.equal(measureErrors(await runFits([create], FIT_SEEDS)), await fitOnProcessor());
  assert.equal(messages, []);
});

for (const { failure, reason, maxSilenceMs = 60_000 } of [
  { failure: "crash", reason: "the process that used it has ended (SIGSEGV)" },
  { failure: "leave", reason: "the process that used it has ended (exit status 1)" },
  { failure: "hang", reason: "its driver has not answered for 2 s", maxSilenceMs: 2_000 },
  { failure: "die at once", reason: "the process that used it has ended (SIGSEGV)" },
]) {
  it(`continue on the processor, from their last states, when their process fails: ${failure}`, async () => {
    const environment = { ...neededEnvironment(process.env), FAILURE: failure };
    const host = { program: FAILING_PROGRAM, environment, maxSilenceMs, maxOpeningMs: 60_000 };
    const { messages, create } = createDevices(host);
    // More fits than workers: some wait for the processor when the GPU is lost.
    const seeds = [3, 4, 5, 6];
    const expected = measureErrors(await runFits([onProcessor], seeds));
    const executor = create();
    assert.equal(measureErrors(await runFits([() => executor], seeds)), expected);
    assert.is(executor.isOnGpu, false);
    const lost = `The GPU is not used any more: ${reason}. Networks train on the processor.`;
    assert.is(messages.at(-1), lost);
    // One process, which is not started again.
    assert.ok(messages.length <= 2, messages.join(" "));
    for (const message of messages.slice(0, -1)) assert.match(message, /^Process \d+ trains\.$/);
  });
}

for (const { failure, reason, maxOpeningMs } of [
  { failure: "never open", reason: "The driver of the GPU has not answered for 1 s.", maxOpeningMs: 1_000 },
  { failure: "no GPU", reason: "There is no GPU.", maxOpeningMs: 60_000 },
]) {
  it(`run on the processor where the GPU is not opened: ${failure}`, async () => {
    const environment = { ...neededEnvironment(process.env), FAILURE: failure };
    const { messages, create } = createDevices({ program: FAILING_PROGRAM, environment, maxOpeningMs });
    assert.equal(measureErrors(await runFits([create], FIT_SEEDS)), await fitOnProcessor());
    assert.equal(messages, [`${reason} Networks train on the processor.`]);
  });
}
