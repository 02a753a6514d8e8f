/** What the threads of a reader are asked for, and what they answer. */
import type { Problems } from "@understudy/engine/specs/check-manifest.ts";
import type { GraphSimulation } from "@understudy/engine/specs/graphs.ts";
import type { FieldValues } from "@understudy/engine/specs/templates/template.ts";
import type { SpecOfTemplate } from "@understudy/engine/specs/templates.ts";
import type { InputPairPlots, OutputHeatmap } from "@understudy/shared/api/data-distribution.ts";
import type { ScorePreview } from "@understudy/shared/api/score-preview.ts";
import type { Graph } from "@understudy/shared/api/simulation.ts";
import type { FurtherGoal } from "@understudy/shared/api/spec-job.ts";
import type { YieldAnswer } from "@understudy/shared/api/yield.ts";
import type { Distributions } from "@understudy/shared/domain/distribution.ts";
import type { JobVariable } from "@understudy/shared/domain/job-variable.ts";
import type { SimulationInputs } from "@understudy/shared/domain/simulation.ts";
import type { ManifestGraph, SpecManifest, SpecModel } from "@understudy/shared/domain/spec-manifest.ts";
import type { JobRun } from "../models/run.ts";

/** What a form says of a spec; it wins over the manifest. */
export type Labels = { verbose_name: string; help_text: string };

/** Files that somebody uploaded, in a folder here: their paths below it, and sizes in bytes. */
export type Folder = {
  readonly folder: string;
  readonly files: readonly { readonly path: string; readonly size: number }[];
};

/** One graph with the simulations that it is drawn of. */
export type AskedGraph = { readonly graph: ManifestGraph; readonly simulations: readonly GraphSimulation[] };

/** What an emulator predicts; the first design lies at the initial values. */
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

/** `ROW_INDEX` stands for the places along a curve. */
export type CountedColumn = { readonly name: string; readonly spacing: "linear" | "log" };

export type Works = {
  /** The manifest among the files, with these labels; `written`: its text, where the labels changed it. */
  checkSpec: {
    given: Folder & { readonly labels: Labels };
    found:
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
    given: Folder & { readonly manifest: Pick<SpecManifest, "run"> };
    found: string | null;
  };
  /** What a spec template makes of its fields and the files. */
  fillTemplate: {
    given: Folder & { readonly key: string; readonly values: FieldValues };
    found: Pick<SpecOfTemplate, "files"> | { readonly errors: Record<string, string[]> };
  };
  /** What is wrong with a job's extra data, as sentences. */
  checkExtraData: {
    given: {
      readonly path: string;
      readonly name: string;
      readonly size: number;
      readonly manifest: SpecModel;
      readonly variables: Readonly<Record<string, JobVariable>>;
    };
    found: string[];
  };
  checkScore: {
    given: {
      readonly model: SpecModel;
      /** Its files by absolute paths. */
      readonly score: NonNullable<JobRun["score_function"]>;
      /** Of the outputs' values in the emulator's rows, by name; empty without an emulator. */
      readonly ranges: Readonly<Record<string, { readonly min: number; readonly max: number }>>;
    };
    found: Record<string, string[]>;
  };
  /** How training rows and designs do by a score; errors as of `checkScore`. */
  previewScore: {
    given: Given<"checkScore"> & {
      readonly variables: Readonly<Record<string, JobVariable>>;
      readonly furtherGoals: readonly FurtherGoal[];
      /** Of the job whose rows are rated. */
      readonly workDir: string;
      readonly designs: PredictedDesigns;
    };
    found:
      | { readonly errors: Record<string, string[]> }
      | Omit<Extract<ScorePreview, { status: "ready" }>, "status">;
  };
  /** A curve of two columns, as many of its points as are drawn; null: there is none any more. */
  readCurve: {
    given: { readonly path: string };
    found: { readonly x: number[]; readonly y: number[] } | null;
  };
  /** Errors by field of the request; a problem is one of the job. */
  computeYield: {
    given: {
      readonly model: SpecModel;
      readonly variables: Readonly<Record<string, JobVariable>>;
      /** Its files by absolute paths. */
      readonly score: NonNullable<JobRun["score_function"]>;
      readonly furtherGoals: readonly FurtherGoal[];
      readonly seed: number;
      /** Its file, absolute. */
      readonly emulator: string;
      readonly distributions: Distributions;
      readonly leastScore: number | null;
    };
    found: YieldAnswer | { readonly errors: Record<string, string[]> } | { readonly problem: string };
  };
  /** Where the rows of a job lie over two columns; null: its data lack one of them. */
  countPoints: {
    given: {
      readonly workDir: string;
      readonly x: CountedColumn;
      readonly y: CountedColumn;
    };
    found: OutputHeatmap | null;
  };
  /** Where its training rows lie over these inputs; null as of `countPoints`. */
  pairInputs: {
    given: { readonly workDir: string; readonly inputs: readonly string[] };
    found: InputPairPlots | null;
  };
  drawGraphs: {
    given: { readonly manifest: SpecModel; readonly asked: readonly AskedGraph[] };
    found: Graph[];
  };
};

export type Work = keyof Works;
export type Given<W extends Work> = Works[W]["given"];
export type Found<W extends Work> = Works[W]["found"];

export type Task<W extends Work = Work> = { readonly work: W; readonly given: Given<W> };
/** `failed`: the error's own text, for the log. A thread says once that it is `ready`. */
export type Reply<F> =
  | { readonly kind: "ready" }
  | { readonly kind: "found"; readonly found: F }
  | { readonly kind: "failed"; readonly failed: string };
