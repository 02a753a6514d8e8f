import type { OutputDefinition } from "@understudy/shared/domain/variable.ts";
import { MIN_PLOT_POINTS } from "@understudy/shared/limits.ts";
import { useEffect, useState } from "react";
import { call } from "#api/call.ts";
import { isAbort } from "#api/failure.ts";

const SAMPLE_COUNT = 8;

export type SampleCurve = { readonly x: readonly number[]; readonly y: readonly number[] };

const numbers = (value: unknown): number[] | null =>
  Array.isArray(value) && value.every((number) => typeof number === "number") ? value : null;

async function readCurve(
  jobId: number,
  row: number,
  output: string,
  coordinate: string | null,
  signal: AbortSignal,
): Promise<SampleCurve> {
  const variables = coordinate === null ? [output] : [output, coordinate];
  const { data, indices } = await call("getDataRow", {
    params: { job_id: jobId, data_set: "combined", row_index: row },
    query: { options: { variables, max_points: MIN_PLOT_POINTS } },
    signal,
  });
  const x = coordinate === null ? indices : (numbers(data[coordinate]) ?? indices);
  return { x, y: numbers(data[output]) ?? [] };
}

/** The curves of a few rows, spread over the data; as stored. */
export function useSampleCurves(
  jobId: number,
  { name, coordinate_name }: Pick<OutputDefinition, "name" | "coordinate_name">,
  rows: number,
): { curves: readonly SampleCurve[]; failed: boolean } {
  const [state, setState] = useState<{ curves: readonly SampleCurve[]; failed: boolean }>({
    curves: [],
    failed: false,
  });
  useEffect(() => {
    const controller = new AbortController();
    const count = Math.min(SAMPLE_COUNT, rows);
    const chosen = Array.from({ length: count }, (_, index) =>
      Math.floor((index * (rows - 1)) / Math.max(1, count - 1)),
    );
    Promise.all(chosen.map((row) => readCurve(jobId, row, name, coordinate_name, controller.signal))).then(
      // A row that does not define the output has no curve.
      (curves) => setState({ curves: curves.filter(({ y }) => y.length > 0), failed: false }),
      (thrown: unknown) => {
        if (!isAbort(thrown)) setState({ curves: [], failed: true });
      },
    );
    return () => controller.abort();
  }, [jobId, name, coordinate_name, rows]);
  return state;
}
