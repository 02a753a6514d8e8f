import type { Emulator, EmulatorInput } from "@understudy/engine/models/emulator.ts";
import { finite } from "@understudy/engine/tasks/in-spec.ts";
import type { EmulatorYield, WorstCorner } from "@understudy/engine/tasks/yield/emulator-yield.ts";
import { sigmaLevel } from "@understudy/engine/tasks/yield/interval.ts";
import type { DistributedInput } from "@understudy/shared/api/job-distributions.ts";
import type { YieldAnswer, YieldInput } from "@understudy/shared/api/yield.ts";
import type { KeptRelation } from "@understudy/shared/domain/data-note.ts";
import type { Distributions } from "@understudy/shared/domain/distribution.ts";
import type { JobVariable } from "@understudy/shared/domain/job-variable.ts";
import { distributedInputs } from "@understudy/shared/yield/distributed-inputs.ts";

type YieldQuestion = {
  readonly emulator: Pick<Emulator, "inputs">;
  readonly variables: Readonly<Record<string, JobVariable>>;
  readonly distributions: Distributions;
  /** The difference between the job's scores and those of the answer; null when there is none. */
  readonly least: number | null;
  readonly relation: KeptRelation | null;
};

export function presentYield(result: EmulatorYield, question: YieldQuestion): YieldAnswer {
  const { emulator, variables, distributions, least, relation } = question;
  const { failing, histogram, worst } = result;
  const trained = new Map(emulator.inputs.map((input) => [input.name, input]));
  const tightened = new Map(result.inputs.map(({ name, tightened }) => [name, tightened]));
  const shift = least ?? 0;
  return {
    inputs: distributedInputs(variables, distributions)
      .filter(({ name }) => name !== relation?.follower)
      .map((input) => presentInput(input, trained.get(input.name), tightened.get(input.name) ?? null)),
    kept_relation: relation,
    least_score: least,
    failing: { value: failing.estimate, lower: failing.lower, upper: failing.upper },
    sigma_level: {
      value: sigmaLevel(failing.estimate),
      lower: sigmaLevel(failing.upper),
      upper: sigmaLevel(failing.lower),
    },
    sampling_reach: result.samplingReach,
    share_outside: result.shareOutside,
    method: result.method,
    evaluations: result.evaluations,
    is_late: result.isLate,
    histogram: histogram && { ...histogram, edges: histogram.edges.map((edge) => edge + shift) },
    worst_corner: worst && presentCorner(worst, shift),
  };
}

function presentInput(
  input: DistributedInput,
  trained: EmulatorInput | undefined,
  failing: number | null,
): YieldInput {
  return {
    ...input,
    trained:
      trained?.kind === "continuous" && trained.used ? { min: trained.minimum, max: trained.maximum } : null,
    tightened_yield: failing === null ? null : 1 - failing,
  };
}

const presentCorner = ({ inputs, score, margin, isOutside }: WorstCorner, shift: number) => ({
  inputs,
  score: finite(score + shift),
  in_spec: margin.estimate >= 0,
  is_surely_out: margin.upper < 0,
  is_outside: isOutside,
});
