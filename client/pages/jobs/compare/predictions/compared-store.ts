import type { EmulatorAnswer, InputPoint } from "@understudy/shared/api/emulator.ts";
import type { ScalarValue } from "@understudy/shared/domain/variable.ts";
import { call } from "../../../../api/call.ts";
import { keyed } from "../../../../store/keyed.ts";
import { type Latest, latest } from "../../job-id/emulator/latest.ts";
import type { ParameterControls } from "../../job-id/emulator/parameter-controls.ts";
import { accept, type Parameter } from "../../job-id/emulator/parameters.ts";

/** What one emulator is asked for at every point. `version`: of the emulator. */
export type Asked = {
  readonly jobId: number;
  readonly version: number;
  readonly outputs: readonly string[];
  /** Where along each coordinate the curves are wanted, as stored. */
  readonly coordinates: Readonly<Record<string, number[]>>;
};

type Options = {
  parameters: readonly Parameter[];
  asked: readonly Asked[];
  start: InputPoint;
  /** Called with the point whenever it changes. */
  onMove: (point: InputPoint) => void;
};

export type ComparedStore = ReturnType<typeof createComparedStore>;

/** One point, and what several emulators predict at it: each is asked by itself, so that a slow one holds up no other. */
export function createComparedStore({ parameters, asked, start, onMove }: Options) {
  const values = keyed<string, ScalarValue>(0);
  const outside = keyed<string, boolean>(false);
  const answers = keyed<number, EmulatorAnswer | null>(null);
  const failures = keyed<number, string | null>(null);
  let point = start;
  for (const { name } of parameters) values.set(name, point[name] ?? 0);

  const noteOutside = (): void => {
    const found = asked.flatMap(({ jobId }) => answers.get(jobId)?.outside?.inputs ?? []);
    for (const { name } of parameters) outside.set(name, found.includes(name));
  };
  const requestOf = ({ jobId, outputs, coordinates }: Asked): Latest<InputPoint> =>
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
  const requests = asked.filter(({ outputs }) => outputs.length > 0).map(requestOf);
  const refresh = () => {
    for (const request of requests) request.ask(point);
  };
  const move = (name: string, value: ScalarValue): void => {
    const parameter = parameters.find((one) => one.name === name);
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
