import type { Job } from "@understudy/shared/api/job.ts";
import type { SpecVersion } from "@understudy/shared/api/spec.ts";
import type { ResourceSelection } from "@understudy/shared/api/spec-job.ts";
import type { Objective } from "@understudy/shared/domain/job.ts";
import { MESSAGES } from "@understudy/shared/messages.ts";
import { resourceField } from "@understudy/shared/spec-job/check-spec-job.ts";
import { useCallback, useMemo, useState } from "react";
import { call } from "../../../api/call.ts";
import { type ApiFailure, asFailure, type FieldErrors } from "../../../api/failure.ts";
import { useAction } from "../../../hooks/use-action.ts";
import type { VariableDraft } from "./draft.ts";
import { isAbout, shownErrors, unshownProblems } from "./errors.ts";
import { type JobDraft, newDraft, readDraft, withFiles } from "./job-draft.ts";
import { NO_CHOICE, type PlacesDraft } from "./places.ts";
import type { Start } from "./start.ts";
import { useUploads } from "./use-uploads.ts";

export type NewSpecJob = {
  spec: SpecVersion;
  objective: Objective;
  /** The job whose emulator may take the place of simulations, or is compared with them. */
  emulatorJob: Pick<Job, "id" | "name"> | null;
  /** What this job begins with; null: the defaults. */
  settings: Start | null;
  /** It was begun where the emulator's sliders stood: whoever asks for that has the emulator's word already. */
  isCheck: boolean;
};

/** A large file is read and checked while the page waits. */
const CREATE_TIMEOUT_MS = 180_000;

/** The spec version's own message, or the general one where no field says what is wrong. */
const messageOf = ({ fields }: ApiFailure): string | null => {
  const [ofSpec] = fields.spec_version_id ?? [];
  return ofSpec ?? (Object.keys(fields).length === 0 ? MESSAGES.creatingJob : null);
};

const LONGEST_NAME = 200;
const checkName = (emulator: string): string => `Check of ${emulator}`.slice(0, LONGEST_NAME);

/** The form's state: what was typed, what is wrong with it, and where it is to run. */
export function useNewSpecJob({ spec, objective, emulatorJob, settings, isCheck }: NewSpecJob) {
  const emulatorJobId = emulatorJob?.id ?? null;
  const [first] = useState<JobDraft>(() => ({
    ...newDraft(spec, objective, settings),
    ...(isCheck && emulatorJob !== null && { name: checkName(emulatorJob.name) }),
  }));
  const [draft, setDraft] = useState(first);
  const [places, setPlaces] = useState<PlacesDraft>(() =>
    isCheck ? { ...NO_CHOICE, place: "server" } : NO_CHOICE,
  );
  const [isAsking, setAsking] = useState(false);
  const [tried, setTried] = useState(false);
  /** Fields that somebody has been in: what is wrong with those is told at once. */
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  /** The server's complaints about what has been changed since. */
  const [mended, setMended] = useState<ReadonlySet<string>>(new Set());
  const uploads = useUploads();
  const { run, busy, failure } = useAction("creating the job", { message: messageOf });

  const read = useMemo(
    () => readDraft(spec, objective, emulatorJobId, draft),
    [spec, objective, emulatorJobId, draft],
  );
  const refused = useMemo((): FieldErrors => {
    const fields = Object.entries(failure?.fields ?? {});
    return Object.fromEntries(fields.filter(([field]) => ![...mended].some((one) => isAbout(field, one))));
  }, [failure, mended]);

  const mend = useCallback((field: string) => setMended((before) => new Set(before).add(field)), []);
  const leave = useCallback((field: string) => {
    setLeft((before) => (before.has(field) ? before : new Set(before).add(field)));
  }, []);
  const change = useCallback(
    (field: string, changes: Partial<JobDraft> | ((before: JobDraft) => Partial<JobDraft>)) => {
      setDraft((before) => ({ ...before, ...(typeof changes === "function" ? changes(before) : changes) }));
      mend(field);
    },
    [mend],
  );
  const changeVariable = useCallback(
    (name: string, variable: VariableDraft) => {
      change(`variables.${name}`, (before) => ({ variables: { ...before.variables, [name]: variable } }));
      mend("variables");
    },
    [change, mend],
  );

  /** Asks where to run once all is well; answers whether it is. */
  function ask(): boolean {
    setTried(true);
    const isSound = Object.keys(read.errors).length === 0;
    setAsking(isSound);
    return isSound;
  }

  /** Creates the job; answers its id, or null when something is or went wrong. */
  async function submit(selection: ResourceSelection): Promise<number | null> {
    setMended(new Set());
    let id: number | null = null;
    await run(async () => {
      const files = await uploads.finished();
      const whole = withFiles(read.given, (field) => files.get(field) ?? null);
      // The field of the file says that it failed.
      if (whole === null) return setAsking(false);
      const { field } = resourceField(objective);
      try {
        const created = await call("createSpecJob", {
          params: { spec_version_id: spec.id },
          body: { ...whole, [field]: selection },
          timeoutMs: CREATE_TIMEOUT_MS,
        });
        id = created.id;
      } catch (thrown) {
        const isAboutPlace = Object.keys(asFailure(thrown).fields).every((one) => isAbout(one, field));
        if (!isAboutPlace) setAsking(false);
        throw thrown;
      }
    });
    return id;
  }

  return {
    draft,
    isChanged: draft !== first,
    change,
    changeVariable,
    leave,
    left,
    tried,
    uploads,
    read,
    refused,
    errors: shownErrors(read.errors, refused, tried, left),
    problems: unshownProblems(refused, spec.variables),
    places,
    changePlaces: (changes: Partial<PlacesDraft>) => {
      setPlaces((before) => ({ ...before, ...changes }));
      mend(resourceField(objective).field);
    },
    isAsking,
    ask,
    stopAsking: () => setAsking(false),
    submit,
    busy,
  };
}
