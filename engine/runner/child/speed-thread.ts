/** A thread that measures how fast it computes, and ends. */
import { parentPort, workerData } from "node:worker_threads";
import { z } from "zod";
import { LayerKernels } from "../../math/kernels/layer-kernels.ts";
import { adoptKernels } from "../../math/kernels/module.ts";
import { measureSlowdown } from "../../training/speed/measure-slowdown.ts";
import type { SpeedThreadInit } from "./measure-speed.ts";

const { kernels, durationMs } = z.custom<SpeedThreadInit>().parse(workerData);
adoptKernels(kernels);
parentPort?.postMessage(measureSlowdown(new LayerKernels(), durationMs, () => performance.now()));
