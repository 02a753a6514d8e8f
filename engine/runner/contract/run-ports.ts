/**
 * The platform as the runner uses it while the simulations of a job run. Servers run them, not the runner: it decides which
 * are to be run, looks how far they are, and ends the phase. Writes carry the claim, as those of all phases do.
 */
import type { DataOptions, JobConfig } from "@understudy/shared/api/job-config.ts";
import type { RunRound } from "@understudy/shared/api/run.ts";
import type { KeptRelation } from "@understudy/shared/domain/data-note.ts";
import type { JobVariable } from "@understudy/shared/domain/job-variable.ts";
import type { Objective } from "@understudy/shared/domain/objectives.ts";
import type { SimulationOrigin } from "@understudy/shared/domain/simulation.ts";
import type { VariedValues } from "../../designs/axes.ts";
import type { Claim, SourceFile, WriteOutcome } from "./claim.ts";
import type { SearchFound } from "./optimization-ports.ts";
import type { RegionsFound } from "./out-of-spec-ports.ts";
import type { EmulatorSamplingWork, Sampled, ServerSamplingWork } from "./sampling-ports.ts";
import type { SearchWork, SimulationScore, StoredSimulation } from "./search-ports.ts";

export type RunWork = {
  /** Absolute, exists, belongs to this job alone. */
  readonly workDir: string;
  readonly objective: Objective;
  readonly variables: Readonly<Record<string, JobVariable>>;
  /** The columns that the simulations will fill, as the spec defines them: see engine/specs/job-config.ts. */
  readonly config: JobConfig;
  /** The values of the coordinates, by name: columns of every row. */
  readonly grids: Readonly<Record<string, readonly number[]>>;
  readonly seed: number;
  /** The relation that all simulated designs keep; null: the inputs are independent. */
  readonly relation: KeptRelation | null;
  /** The planned number of simulations, with those that "Resume training" added. */
  readonly maximum: number;
  /** Further rows of data. */
  readonly extraData: SourceFile | null;
  readonly validationPercentage: number;
  /** The results that are left out of the data by choice. */
  readonly options: Pick<DataOptions, "failed_run_marks" | "left_out_rows">;
  /** The job was Complete before: it can do without more simulations. */
  readonly more: boolean;
  /** Its simulations are chosen by a search, on an emulator or on servers; null: they are a design. */
  readonly search: SearchWork | null;
  /** A sampling decides which designs are evaluated; null: it is none. */
  readonly sampling: EmulatorSamplingWork | ServerSamplingWork | null;
  /** Servers verify what its search on an emulator predicts. */
  readonly verifies: boolean;
};

export type NewSimulation = {
  /** Its place among the job's simulations, from 0. */
  readonly index: number;
  /** The number of its point in the design; no two simulations of a job have the same. */
  readonly point: number;
  readonly origin: SimulationOrigin;
  readonly inputs: VariedValues;
  /** The prediction of an emulator, which the simulation is to verify. */
  readonly prediction?: Prediction | undefined;
};

export type Prediction = {
  /** The scalar ones. */
  readonly outputs: Readonly<Record<string, number>>;
  readonly score: number | null;
  readonly inSpec: boolean | null;
};

/** The numbers of a job's simulations by their state. */
export type RunTally = {
  readonly pending: number;
  readonly running: number;
  /** Ended by a pause. */
  readonly interrupted: number;
  readonly complete: number;
  readonly failed: number;
};

export type SimulationResult = Pick<NewSimulation, "index" | "origin" | "inputs"> & {
  /** By name, without the coordinates: a number, or a curve. */
  readonly outputs: Readonly<Record<string, number | Float64Array>>;
};

export type RunReport = RunTally & {
  /** As many as there will be. */
  readonly planned: number;
  readonly percentage: number;
  readonly text: string;
};

export type RunPorts = {
  /**
   * Takes up the work, as `claimData` does. Simulations that a pause ended wait again, and after a retry those that had
   * failed.
   */
  claimRun(claim: Claim): Promise<RunWork | null>;
  /** All of the job's simulations, in parts. */
  knownSimulations(claim: Claim): AsyncIterable<readonly Pick<NewSimulation, "index" | "point">[]>;
  /** Adds them in their order, waiting for servers. Those whose index is there already are left as they are. */
  addSimulations(claim: Claim, simulations: readonly NewSimulation[]): Promise<WriteOutcome>;
  /** Those that a pause ended wait again, unless the job is paused now. */
  resumeSimulations(claim: Claim): Promise<void>;
  tally(claim: Claim): Promise<RunTally>;
  /** Why the first simulation that failed did; null: none has. */
  firstFailure(claim: Claim): Promise<string | null>;
  /** Results by rising index, in parts; with `indices`, only theirs. */
  results(claim: Claim, indices?: readonly number[]): AsyncIterable<readonly SimulationResult[]>;
  /** Checks whether one of the job's servers is connected. */
  isServed(claim: Claim): Promise<boolean>;
  /** Why none of its servers will be given what waits, in a sentence; null: one of them may be, now or once it is back. */
  whyNobodyRuns(claim: Claim): Promise<string | null>;
  /** Counts the job's simulations that its connected servers can run at a time. */
  slots(claim: Claim): Promise<number>;
  /** By rising index, in parts; with `indices`, only those. */
  storedSimulations(claim: Claim, indices?: readonly number[]): AsyncIterable<readonly StoredSimulation[]>;
  storeScores(claim: Claim, scores: readonly SimulationScore[]): Promise<WriteOutcome>;
  /** Stores the result of a search so far; simulations whose index exists already are left as they are. */
  storeFound(claim: Claim, result: SearchFound): Promise<WriteOutcome>;
  /** Stores the result of a sampling so far, as `storeFound` does. */
  storeSampled(claim: Claim, sampled: Sampled): Promise<WriteOutcome>;
  storeRegions(claim: Claim, regions: RegionsFound): Promise<WriteOutcome>;
  addRound(claim: Claim, round: RunRound): Promise<WriteOutcome>;
  /** Stored now and then, pushed at once; may be lost. */
  reportRun(claim: Claim, report: RunReport): Promise<void>;
};
