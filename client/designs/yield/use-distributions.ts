import type { Job } from "@understudy/shared/api/job.ts";
import type { DistributedInput, JobDistributions } from "@understudy/shared/api/job-distributions.ts";
import type { Distribution, Distributions } from "@understudy/shared/domain/distribution.ts";
import { ownValue } from "@understudy/shared/own-value.ts";
import { distributionProblem } from "@understudy/shared/yield/check-distribution.ts";
import { isVaried } from "@understudy/shared/yield/distributed-inputs.ts";
import { type DesignAround, isSameDesign } from "@understudy/shared/yield/same-design.ts";
import type { UncertainInput } from "@understudy/shared/yield/uncertain-inputs.ts";
import { useCallback, useEffect, useRef, useState } from "react";
import { ApiFailure, asFailure, call } from "#api/call.ts";
import { liveJobDistributions, setJobDistributions, useStoredDistributions } from "#data/jobs.ts";
import { SAVE_AFTER_MS, type SaveState, useSaveState } from "#ui/use-save-state.ts";
import { inputLook, type Looks } from "../quantities.ts";
import { movedDistributions } from "./moved-distributions.ts";

/** The design that distributions lie around, and the distributions that the page begins with there. */
export type DistributionStart = {
  readonly design: DesignAround;
  readonly distributions: Distributions;
};

export type DistributionEditor = {
  /** The inputs that the job varies, with this person's own edits, saved or not; null: not read yet. */
  readonly inputs: readonly DistributedInput[] | null;
  /** The distributions that differ from the default ones. */
  readonly distributions: Distributions;
  /** The problem of each edit that has one, by name: such an edit is not saved. */
  readonly problems: Readonly<Record<string, string>>;
  readonly edit: (name: string, value: Distribution) => void;
  /** The score from which on a design counts as good; null: nobody has said. */
  readonly leastScore: number | null;
  readonly editLeastScore: (score: number | null) => void;
  readonly state: SaveState;
  /** Saves what was edited; answers whether all that is sound is stored. */
  readonly flush: () => Promise<boolean>;
  readonly failure: ApiFailure | null;
  readonly reload: () => Promise<void>;
  /** This person's edits that others have overruled. */
  readonly overruled: readonly OverruledDistribution[];
  /** Takes one of them once more, or leaves what there is. */
  readonly settle: (overruled: OverruledDistribution, isOwnTaken: boolean) => void;
};

/** Edits that were not saved, because somebody else had changed what they lie on. */
export type OverruledDistribution = {
  /** Says who changed what. */
  readonly text: string;
  readonly edits: Distributions;
  /** Undefined: it was not edited. */
  readonly least: number | null | undefined;
};

/** Edits lie on top of what is stored, so a colleague's changes of other inputs appear while one types. Whoever may not change the job tries them out alone. */
export function useDistributions(job: Job, around: DistributionStart, looks: Looks): DistributionEditor {
  const stored = useStoredDistributions(job.id);
  const { failure, reload } = liveJobDistributions.useLive(job.id);
  const [edits, setEdits] = useState<Distributions>({});
  /** Undefined: as stored. */
  const [least, setLeast] = useState<number | null>();
  const { inputs, distributions } = mergeEdits(stored, around, edits);
  const problems = findProblems(inputs ?? [], edits, looks);
  const sound = withoutProblems(edits, problems);
  const isStored = stored !== null && isSameDesign(stored.around, around.design);
  const request = {
    distributions: isStored ? sound : withoutProblems(distributions, problems),
    around: around.design,
    ...(least !== undefined && { least_score: least }),
  };
  const [overruled, setOverruled] = useState<readonly OverruledDistribution[]>([]);
  const removeEdits = (removed: Distributions, removedLeast: number | null | undefined) => {
    const isLeft = ([name, distribution]: [string, Distribution]) => removed[name] !== distribution;
    setEdits((all) => Object.fromEntries(Object.entries(all).filter(isLeft)));
    setLeast((current) => (current === removedLeast ? undefined : current));
  };
  const { state, flush } = useSaving(job, stored, { sound, request }, (saved, refusal) => {
    if (refusal === null) return removeEdits(saved.sound, saved.request.least_score);
    const refused = listOverruled(refusal, saved);
    setOverruled((all) => [
      ...all.filter(({ text }) => refused.every((item) => item.text !== text)),
      ...refused,
    ]);
    for (const item of refused) removeEdits(item.edits, item.least);
  });
  const settle = (settled: OverruledDistribution, isOwnTaken: boolean) => {
    setOverruled((all) => all.filter((item) => item !== settled));
    if (!isOwnTaken) return;
    setEdits((all) => ({ ...all, ...settled.edits }));
    if (settled.least !== undefined) setLeast(settled.least);
  };
  const edit = useCallback((name: string, value: Distribution) => {
    setEdits((all) => ({ ...all, [name]: value }));
  }, []);
  return {
    ...{ inputs, distributions, problems, edit, state, flush, failure, reload, overruled, settle },
    leastScore: least === undefined ? (stored?.least_score ?? null) : least,
    editLeastScore: setLeast,
  };
}

function mergeEdits(
  stored: JobDistributions | null,
  { design, distributions: first }: DistributionStart,
  edits: Distributions,
): Pick<DistributionEditor, "inputs" | "distributions"> {
  if (stored === null) return { inputs: null, distributions: first };
  const { around, distributions: storedDistributions } = stored;
  const moves = around !== null && design !== null && !isSameDesign(around, design);
  const isUsed = around !== null || design === null;
  const base = moves
    ? movedDistributions(storedDistributions, around, design)
    : isUsed
      ? storedDistributions
      : {};
  const distributions = { ...first, ...base, ...edits };
  const inputs = stored.inputs
    .filter(isVaried)
    .map((input) => ({ ...input, distribution: ownValue(distributions, input.name) ?? input.distribution }));
  return { inputs, distributions };
}

function findProblems(
  inputs: readonly DistributedInput[],
  edits: Distributions,
  looks: Looks,
): Record<string, string> {
  return Object.fromEntries(
    inputs.flatMap((input) => {
      const edited = edits[input.name];
      const { display } = inputLook(looks, input.name);
      const problem = edited === undefined ? null : distributionProblem(edited, asUncertain(input), display);
      return problem === null ? [] : [[input.name, problem]];
    }),
  );
}

const withoutProblems = (all: Distributions, problems: Readonly<Record<string, string>>): Distributions =>
  Object.fromEntries(Object.entries(all).filter(([name]) => problems[name] === undefined));

type Pending = {
  /** Edits to be saved. */
  readonly sound: Distributions;
  readonly request: {
    readonly distributions: Distributions;
    readonly around: DistributionStart["design"];
    readonly least_score?: number | null;
  };
};

const isEmpty = ({ sound, request }: Pending): boolean =>
  Object.keys(sound).length === 0 && request.least_score === undefined;

/** Returns the edits that a refusal names; around another design all of them. */
function listOverruled({ fields }: ApiFailure, { sound, request }: Pending): OverruledDistribution[] {
  return Object.entries(fields).map(([path, texts]) => {
    const text = texts.join(" ");
    if (path === "least_score") return { text, edits: {}, least: request.least_score };
    const name = path.replace("distributions.", "");
    const distribution = ownValue(sound, name);
    return { text, edits: distribution === undefined ? sound : { [name]: distribution }, least: undefined };
  });
}

/** The values that edits lie on: those of the edited inputs, and where all go because the design is another one all of them. */
function createBase({ distributions, around, least_score }: JobDistributions, { sound, request }: Pending) {
  const edited = Object.keys(sound).map((name): [string, Distribution | null] => [
    name,
    ownValue(distributions, name) ?? null,
  ]);
  return {
    distributions: isSameDesign(around, request.around) ? Object.fromEntries(edited) : distributions,
    around,
    least_score,
  };
}

/**
 * Saves a moment after the last edit, one request at a time, and nothing over a value that was not seen.
 * @param onAnswer is called with what was saved, or with the refusal
 */
function useSaving(
  { id: job_id, can_be_changed }: Job,
  stored: JobDistributions | null,
  pending: Pending,
  onAnswer: (saved: Pending, refusal: ApiFailure | null) => void,
): Pick<DistributionEditor, "state" | "flush"> {
  const [state, setState] = useSaveState();
  const latest = useRef({ pending, onAnswer });
  latest.current = { pending, onAnswer };
  /** The edits that wait lie on these values, which were stored when the first of them was made; null: none waits. */
  const basis = useRef<JobDistributions | null>(null);
  if (isEmpty(pending)) basis.current = null;
  else basis.current ??= stored;
  const saving = useRef<Promise<"saved" | "refused" | "failed"> | null>(null);
  const flush = useCallback(async (): Promise<boolean> => {
    // After a refusal the page shows first what others have changed: sent at once, the edits would overwrite it.
    while (saving.current !== null) if ((await saving.current) === "refused") return false;
    const { pending: saved } = latest.current;
    if (!can_be_changed || isEmpty(saved)) return true;
    setState("saving");
    saving.current = sendDistributions(job_id, saved, basis.current).then(
      ({ present, refusal }) => {
        setJobDistributions(job_id, present);
        // The edits that go on waiting lie on what the page shows from now on.
        basis.current = present;
        const { pending: edited, onAnswer: answer } = latest.current;
        // What was typed meanwhile in the same fields lies on values that were not seen, too.
        if (refusal === null) answer(saved, null);
        else answer({ ...edited, sound: { ...saved.sound, ...edited.sound } }, refusal);
        setState(refusal === null ? "saved" : "idle");
        return refusal === null ? "saved" : "refused";
      },
      () => {
        setState("failed");
        return "failed";
      },
    );
    const outcome = await saving.current;
    saving.current = null;
    return outcome === "saved";
  }, [job_id, can_be_changed, setState]);
  const key = isEmpty(pending) ? "" : JSON.stringify([pending.sound, pending.request.least_score]);
  useEffect(() => {
    if (!can_be_changed || key === "") return;
    setState("unsaved");
    const timer = setTimeout(() => void flush(), SAVE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [key, can_be_changed, flush, setState]);
  // Leaving the page saves what was typed last.
  useEffect(() => () => void flush(), [flush]);
  return { state, flush };
}

/** @returns what is stored then, and the refusal where others had changed what the edits lie on */
async function sendDistributions(
  job_id: number,
  pending: Pending,
  basis: JobDistributions | null,
): Promise<{ present: JobDistributions; refusal: ApiFailure | null }> {
  const params = { job_id };
  const body = { ...pending.request, ...(basis !== null && { base: createBase(basis, pending) }) };
  const answer = await call("updateJobDistributions", { params, body }).catch(asFailure);
  if (!(answer instanceof ApiFailure)) return { present: answer, refusal: null };
  if (answer.status !== 409 || Object.keys(answer.fields).length === 0) throw answer;
  return { present: await call("getJobDistributions", { params }), refusal: answer };
}

/** Converts an input to the form that the rules of distributions read. */
function asUncertain({ name, kind, options, lower, upper, nominal }: DistributedInput): UncertainInput {
  if (kind === "options") return { name, kind, options: options ?? [], nominal };
  return { name, kind, lower, upper, nominal };
}
