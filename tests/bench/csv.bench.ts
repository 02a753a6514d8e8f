/** Measures how long a runner's child reads large CSV files, and the memory it takes meanwhile. */
import { createWriteStream, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { NO_DATA_OPTIONS } from "@understudy/shared/api/job-config.ts";
import { createRandom } from "../../engine/math/random.ts";
import { startChild } from "../../engine/runner/running/child-process.ts";
import { temporaryFolder } from "../support/cleanup.ts";
import { listChildren } from "../support/runner/runners.ts";
import { bench, type Row } from "./bench.ts";

const CHILD_LIMITS = { silence: 60_000, deadline: 600_000, grace: 1000 };

async function writeCsv(path: string, header: string, rows: number, line: (row: number) => string) {
  const lines = function* () {
    yield `${header}\n`;
    for (let row = 0; row < rows; row++) yield `${line(row)}\n`;
  };
  await pipeline(Readable.from(lines()), createWriteStream(path));
}

async function measure(
  label: string,
  rows: number,
  parameter: (row: number) => string,
  output: () => string,
): Promise<Row> {
  const folder = temporaryFolder("csv");
  const workDir = join(folder, "work");
  mkdirSync(workDir);
  const [parameters, outputs] = [join(folder, "parameters.csv"), join(folder, "outputs.csv")];
  await writeCsv(
    parameters,
    parameter(0)
      .split(",")
      .map((_, i) => `p${i}`)
      .join(","),
    rows,
    parameter,
  );
  await writeCsv(outputs, "y", rows, output);
  const megabytes = (readFileSync(parameters).length + readFileSync(outputs).length) / 1e6;

  const started = performance.now();
  const seconds = () => (performance.now() - started) / 1000;
  let validated = Number.NaN;
  let peak = 0;
  const watch = setInterval(() => {
    const [pid] = listChildren(process.pid);
    if (pid === undefined) return;
    const kilobytes = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
    peak = Math.max(peak, Number(kilobytes ?? 0) / 1000);
  }, 100);
  const files = {
    parameters: { path: parameters, name: "parameters.csv" },
    outputs: { path: outputs, name: "outputs.csv" },
  };
  const work = {
    workDir,
    source: { files, sourceJob: null },
    options: NO_DATA_OPTIONS,
    validationPercentage: 20,
    previousConfig: null,
  };
  const child = startChild({ type: "read-files", work }, CHILD_LIMITS, async (message) => {
    if (message.type === "validated") validated = seconds();
    if (message.type === "failed" || message.type === "invalid") throw new Error(JSON.stringify(message));
  });
  await child.ended;
  clearInterval(watch);
  const all = seconds();
  return {
    what: label,
    MB: megabytes,
    "validated (s)": validated,
    "dataset ready (s)": all,
    "MB/s": megabytes / all,
    "peak memory (MB)": peak,
  };
}

bench("CSV files, read by a runner's child", async () => {
  const random = createRandom(1);
  const numbers = (count: number) => Array.from({ length: count }, () => random.normal().toPrecision(12));
  const scalar = () => random.normal().toPrecision(6);
  return [
    await measure("300,000 rows of 10 numbers", 300_000, () => numbers(10).join(","), scalar),
    await measure("1,300,000 rows of 10 numbers", 1_300_000, () => numbers(10).join(","), scalar),
    await measure(
      "12,000 curves of 1,200 values",
      12_000,
      () => numbers(3).join(","),
      () => `"[${numbers(1200).join(", ")}]"`,
    ),
  ];
});
