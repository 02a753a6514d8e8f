/** The requests to the threads of a reader, and their answers. */
import type { Problems } from "@understudy/engine/specs/check-manifest.ts";
import type { GraphSimulation } from "@understudy/engine/specs/graphs.ts";
import type { FieldValues } from "@understudy/engine/specs/templates/template.ts";
import type { SpecOfTemplate } from "@understudy/engine/specs/templates.ts";
import type { InputPairPlots, OutputHeatmap } from "@understudy/shared/api/data-distribution.ts";
import type { ScorePreview } from "@understudy/shared/api/score-preview.ts";
import type { Graph } from "@understudy/shared/api/simulation.ts";
import type { FurtherGoal } from "@understudy/shared/api/spec-job.ts";
import type { YieldAnswer } from "@understudy/shared/api/yield.ts";
import type { InputRelation } from "@understudy/shared/domain/data-note.ts";
import type { Distributions } from "@understudy/shared/domain/distribution.ts";
import type { JobVariable } from "@understudy/shared/domain/job-variable.ts";
import type { SimulationInputs } from "@understudy/shared/domain/simulation.ts";
import type { ManifestGraph, SpecManifest, SpecModel } from "@understudy/shared/domain/spec-manifest.ts";
import type { JobRun } from "../models/run.ts";

/** The labels of a spec as a form states them; they replace those of the manifest. */
export type Labels = { verbose_name: string; help_text: string };

/** A folder of this machine with uploaded files: their paths below the folder, and their sizes in bytes. */
export type Folder = {
  readonly folder: string;
  readonly files: readonly { readonly path: string; readonly size: number }[];
};

/** One graph with the simulations that it shows. */
export type AskedGraph = { readonly graph: ManifestGraph; readonly simulations: readonly GraphSimulation[] };

/** The predictions of an emulator; the first design lies at the initial values. */
export type PredictedDesigns = {
  readonly inputs: readonly SimulationInputs[];
  /** By name: designs x `length`, row-major. */
  readonly outputs: Readonly<
    Record<
      string,
      {
        readonly length: number;
        readonly mean: Float64Array;
        readonly lower: Float64Array;
        readonly upper: Float64Array;
      }
    >
  >;
};

/** A column to count rows over; `ROW_INDEX` stands for the positions along a curve. */
export type CountedColumn = { readonly name: string; readonly spacing: "linear" | "log" };

export type Works = {
  /** The manifest among the files, with these labels; `written`: its text, where the labels changed it. */
  checkSpec: {
    request: Folder & { readonly labels: Labels };
    answer:
      | (Problems & { readonly written: null })
      | {
          readonly manifest: SpecManifest;
          /** See `SpecVersionRecord`. */
          readonly demo_problem: string | null;
          readonly written: string | null;
        };
  };
  /** Why a demo server does not run it; null: it does. */
  checkConfinement: {
    request: Folder & { readonly manifest: Pick<SpecManifest, "run"> };
    answer: string | null;
  };
  /** The spec that a template makes from its fields and the files. */
  fillTemplate: {
    request: Folder & { readonly key: string; readonly values: FieldValues };
    answer: Pick<SpecOfTemplate, "files"> | { readonly errors: Record<string, string[]> };
  };
  /** The problems of a job's extra data, as sentences, and the relation that the inputs keep in all of its rows. */
  checkExtraData: {
    request: {
      readonly path: string;
      readonly name: string;
      readonly size: number;
      readonly manifest: SpecModel;
      readonly variables: Readonly<Record<string, JobVariable>>;
    };
    answer: { readonly problems: readonly string[]; readonly relation: InputRelation | null };
  };
  checkScore: {
    request: {
      readonly model: SpecModel;
      /** Its files by absolute paths. */
      readonly score: NonNullable<JobRun["score_function"]>;
      /** The range of each output's values in the emulator's rows, by name; empty without an emulator. */
      readonly ranges: Readonly<Record<string, { readonly min: number; readonly max: number }>>;
    };
    answer: Record<string, string[]>;
  };
  /** The scores of training rows and designs; errors are those of `checkScore`. */
  previewScore: {
    request: WorkRequest<"checkScore"> & {
      readonly variables: Readonly<Record<string, JobVariable>>;
      readonly furtherGoals: readonly FurtherGoal[];
      /** The work directory of the job whose rows are rated. */
      readonly workDir: string;
      readonly designs: PredictedDesigns;
    };
    answer:
      | { readonly errors: Record<string, string[]> }
      | Omit<Extract<ScorePreview, { status: "ready" }>, "status">;
  };
  /** A curve of two columns, as many of its points as are drawn; null: there is none any more. */
  readCurve: {
    request: { readonly path: string };
    answer: { readonly x: number[]; readonly y: number[] } | null;
  };
  /** Errors by field of the request; a problem is one of the job. */
  computeYield: {
    request: {
      readonly model: SpecModel;
      readonly variables: Readonly<Record<string, JobVariable>>;
      /** Its files by absolute paths. */
      readonly score: NonNullable<JobRun["score_function"]>;
      readonly furtherGoals: readonly FurtherGoal[];
      readonly seed: number;
      /** Its file, absolute. */
      readonly emulator: string;
      /** The relation that the designs of the job keep. */
      readonly relation: InputRelation | null;
      readonly distributions: Distributions;
      readonly leastScore: number | null;
    };
    answer: YieldAnswer | { readonly errors: Record<string, string[]> } | { readonly problem: string };
  };
  /** The number of a job's rows over two columns; null when its data lack one of them. */
  countPoints: {
    request: {
      readonly workDir: string;
      readonly x: CountedColumn;
      readonly y: CountedColumn;
    };
    answer: OutputHeatmap | null;
  };
  /** The training rows of a job over pairs of these inputs; null as for `countPoints`. */
  pairInputs: {
    request: { readonly workDir: string; readonly inputs: readonly string[] };
    answer: InputPairPlots | null;
  };
  drawGraphs: {
    request: { readonly manifest: SpecModel; readonly graphs: readonly AskedGraph[] };
    answer: Graph[];
  };
};

export type Work = keyof Works;
export type WorkRequest<W extends Work> = Works[W]["request"];
export type WorkAnswer<W extends Work> = Works[W]["answer"];

export type Task<W extends Work = Work> = { readonly work: W; readonly request: WorkRequest<W> };
/** `failed`: the error's own text, for the log. */
export type Reply<F> =
  | { readonly kind: "found"; readonly answer: F }
  | { readonly kind: "failed"; readonly failed: string };
