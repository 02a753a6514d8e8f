import type { EmulatorAnswer, InputPoint } from "@understudy/shared/api/emulator.ts";
import type { ScalarValue } from "@understudy/shared/domain/variable.ts";
import { call } from "#api/call.ts";
import { keyed } from "#data/store.ts";
import { type Latest, latest } from "#predictions/latest.ts";
import type { ParameterControls } from "#predictions/parameter-controls.ts";
import { accept, type Parameter } from "#predictions/parameters.ts";

/** The request to one emulator at every point. `version` is that of the emulator. */
export type EmulatorRequest = {
  readonly jobId: number;
  readonly version: number;
  readonly outputs: readonly string[];
  /** The values along each coordinate at which curves are requested, as stored. */
  readonly coordinates: Readonly<Record<string, number[]>>;
};

type Options = {
  parameters: readonly Parameter[];
  emulatorRequests: readonly EmulatorRequest[];
  start: InputPoint;
  /** Called with the point whenever it changes. */
  onMove: (point: InputPoint) => void;
};

export type ComparedStore = ReturnType<typeof createComparedStore>;

/** One point, and what several emulators predict at it: each is asked by itself, so that a slow one holds up no other. */
export function createComparedStore({ parameters, emulatorRequests, start, onMove }: Options) {
  const values = keyed<string, ScalarValue>(0);
  const outside = keyed<string, boolean>(false);
  const answers = keyed<number, EmulatorAnswer | null>(null);
  const failures = keyed<number, string | null>(null);
  let point = start;
  for (const { name } of parameters) values.set(name, point[name] ?? 0);

  const noteOutside = (): void => {
    const outsideInputs = emulatorRequests.flatMap(({ jobId }) => answers.get(jobId)?.outside?.inputs ?? []);
    for (const { name } of parameters) outside.set(name, outsideInputs.includes(name));
  };
  const createRequest = ({ jobId, outputs, coordinates }: EmulatorRequest): Latest<InputPoint> =>
    latest({
      ask: async (inputs, signal) => {
        const body = { inputs, outputs: [...outputs], coordinates: { ...coordinates } };
        const answer = await call("predict", { params: { job_id: jobId }, body, signal });
        return answer.status === "ready" ? answer : null;
      },
      take: (answer) => {
        answers.set(jobId, answer);
        noteOutside();
      },
      fail: (failure) => failures.set(jobId, failure?.message ?? null),
    });
  const requests = emulatorRequests.filter(({ outputs }) => outputs.length > 0).map(createRequest);
  const refresh = () => {
    for (const request of requests) request.ask(point);
  };
  const move = (name: string, value: ScalarValue): void => {
    const parameter = parameters.find((candidate) => candidate.name === name);
    const accepted = parameter === undefined ? null : accept(parameter, value);
    if (accepted === null || accepted === point[name]) return;
    point = { ...point, [name]: accepted };
    values.set(name, accepted);
    onMove(point);
    refresh();
  };
  refresh();

  const controls: ParameterControls = {
    useParameter: values.useValue,
    useInputIsOutside: outside.useValue,
    drag: move,
    move,
    release: () => {},
  };
  return {
    controls,
    useAnswer: answers.useValue,
    useFailure: failures.useValue,
    end: () => {
      for (const request of requests) request.end();
    },
  };
}
