/**
 * The GPU of this machine by WebGPU (the npm package `webgpu`: Dawn). The package is optional and is loaded here alone, when the GPU is
 * first used.
 */
import type {} from "webgpu";
import { TILE_SIZES, type Tile } from "./shaders.ts";

/** Why there is no GPU to compute with, as a sentence. */
export class NoGpu extends Error {
  override readonly name = "NoGpu";
}

export interface Gpu {
  device: GPUDevice;
  /** The name of the card, or of the driver that computes on the processor instead. */
  name: string;
  /** Tiles of products that the device takes, the largest first. */
  tiles: readonly Tile[];
  /** Resolves with a sentence once the device is lost, or cannot do what it was given, for example because its memory is full. */
  lost: Promise<string>;
  /** Lets the process end: the package keeps it alive while the device is in use. */
  close(): void;
}

/** The package ends, and with it every device, once its instance is collected as garbage: so the only one is held here until the process ends. */
let instance: GPU | null = null;

type Package = Pick<typeof import("webgpu"), "create" | "globals">;

/** The drivers that compute on the processor are slower than the processor's kernels. */
export interface GpuChoice {
  /** True: such a driver is opened, too. */
  acceptsSoftware: boolean;
}

const loadPackage = (): Promise<Package> => import("webgpu");

/**
 * Opens the fastest GPU.
 * @throws NoGpu
 */
export async function openGpu({ acceptsSoftware }: GpuChoice): Promise<Gpu> {
  const { create, globals } = await loadPackage().catch((cause: unknown) => {
    throw new NoGpu("The package webgpu is not installed, or does not run on this system.", { cause });
  });
  Object.assign(globalThis, globals);
  instance ??= create([]);
  const adapter = await instance.requestAdapter({ powerPreference: "high-performance" });
  if (adapter === null)
    throw new NoGpu("No GPU with a driver for Vulkan, Metal or Direct3D 12 was detected.");
  if (adapter.info.isFallbackAdapter && !acceptsSoftware)
    throw new NoGpu(
      `Instead of a GPU only ${readName(adapter)} was detected, which computes on the processor.`,
    );
  const { maxStorageBufferBindingSize, maxBufferSize, maxComputeInvocationsPerWorkgroup } = adapter.limits;
  const device = await adapter
    .requestDevice({ requiredLimits: { maxStorageBufferBindingSize, maxBufferSize } })
    .catch((cause: unknown) => {
      throw new NoGpu("The GPU was detected, but its driver refused it.", { cause });
    });
  return {
    device,
    name: readName(adapter),
    tiles: TILE_SIZES.filter(
      (tile) =>
        (tile / 4) ** 2 <=
        Math.min(maxComputeInvocationsPerWorkgroup, device.limits.maxComputeInvocationsPerWorkgroup),
    ),
    lost: Promise.race([
      device.lost.then(({ message }) => `The GPU was lost: ${message || "its driver gave no reason"}.`),
      watchErrors(device),
    ]),
    close: () => device.destroy(),
  };
}

const readName = ({ info: { description, device, vendor } }: GPUAdapter): string =>
  description || device || vendor || "an unnamed GPU";

/** Errors of a device reach no caller: what depends on them computes nothing, and would be read back as zeros. */
const watchErrors = (device: GPUDevice): Promise<string> =>
  new Promise((resolve) => {
    device.addEventListener("uncapturederror", (event) => {
      event.preventDefault();
      resolve(`The GPU failed: ${event.error.message.split("\n")[0]}`);
    });
  });
