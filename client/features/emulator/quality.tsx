import type { Job } from "@understudy/shared/api/job.ts";
import { type ReactNode, useMemo } from "react";
import { call } from "#api/call.ts";
import { useEmulatorVersion } from "#data/jobs.ts";
import { isLogarithmic } from "#predictions/output-scale.ts";
import { useWhenReady } from "#predictions/use-when-ready.ts";
import { PredictionVsActual, ScalarAccuracy } from "./accuracy-plots.tsx";
import { CurveAccuracy } from "./curve-accuracy.tsx";
import { RowsInDoubt } from "./trust/rows-in-doubt.tsx";
import { TrustPanel } from "./trust/trust-panel.tsx";
import type { ViewProps } from "./view-props.ts";

type QualityCards = Record<"accuracy" | "prediction-vs-actual" | "curve-accuracy" | "trust", ReactNode>;

/** The quality of the emulator, measured on held-out rows, by card. */
export function useQualityCards(
  job: Pick<Job, "id" | "name" | "is_data_driven" | "source_job_id">,
  view: ViewProps,
): QualityCards {
  const { config, store, report, shown, choices, choose } = view;
  const { scalars, vectors, curves, scalar } = shown;
  const outputs = useMemo(() => [...scalars, ...vectors], [scalars, vectors]);
  const trusted = outputs.find(({ name }) => name === choices.trust) ?? scalar ?? curves[0];
  const vsActual = useActualVsPredicted(job.id, scalar?.name ?? null, useEmulatorVersion(job.id));
  const compareWithRow = (row: number) => {
    choose({ comparison: "Validation" });
    store.goToRow("validation", row);
  };
  const chooseOutput = (name: string) => {
    const isScalar = scalars.some((output) => output.name === name);
    choose(isScalar ? { trust: name, scalar: name } : { trust: name });
  };
  return {
    accuracy: scalars.length > 0 ? <ScalarAccuracy outputs={scalars} report={report} store={store} /> : null,
    "prediction-vs-actual":
      scalar === undefined ? null : (
        <PredictionVsActual
          answer={vsActual.answer}
          failed={vsActual.failed}
          output={scalar}
          store={store}
          showUncertainties={choices.showUncertainties}
          isLogarithmic={isLogarithmic(report, scalar.name, choices.outputScale)}
          onRow={compareWithRow}
        />
      ),
    "curve-accuracy":
      curves.length > 0 ? (
        <CurveAccuracy {...{ job, config, report, outputs: curves, choices, store }} />
      ) : null,
    trust:
      report === null || trusted === undefined ? null : (
        <TrustPanel
          report={report}
          groups={config.row_groups}
          outputs={outputs}
          chosen={trusted}
          actual={vsActual.answer}
          onRow={compareWithRow}
          onChoose={chooseOutput}
          notice={<RowsInDoubt job={job} config={config} report={report} />}
        />
      ),
  };
}

/** Predictions of the validation rows; requested again for a newer emulator, and replaced when its response comes. */
function useActualVsPredicted(jobId: number, output: string | null, version: number) {
  const key = output === null ? null : JSON.stringify([jobId, output, version]);
  return useWhenReady(key, (signal) =>
    call("getScalarEmulatorOutputs", {
      params: { job_id: jobId, data_set: "validation" },
      query: { options: { outputs: output === null ? [] : [output] } },
      signal,
    }),
  );
}
