/** What the emulators of several jobs have in common. */
import type { JobConfig } from "@understudy/shared/api/job-config.ts";
import type { OutputDefinition } from "@understudy/shared/domain/variable.ts";
import { emulatedOutputs } from "../job-id/emulator/curves.ts";
import { type Parameter, parametersOf } from "../job-id/emulator/parameters.ts";

/** Names in the order in which they first come, each once. */
export const namesOf = (lists: readonly (readonly { readonly name: string }[])[]): string[] => [
  ...new Set(lists.flat().map(({ name }) => name)),
];

/** What all of them can be set to; null: nothing, or they are of different kinds. */
function commonParameter([first, ...others]: readonly Parameter[]): Parameter | null {
  if (first === undefined) return null;
  if (first.kind === "list") {
    const lists = others.map((one) => (one.kind === "list" ? one.values : []));
    const values = first.values.filter((value) => lists.every((list) => list.includes(value)));
    const [any] = values;
    return any === undefined
      ? null
      : { ...first, values, start: values.includes(first.start) ? first.start : any };
  }
  const sliders = others.filter((one) => one.kind === "slider");
  if (sliders.length < others.length) return null;
  const min = Math.max(first.min, ...sliders.map((one) => one.min));
  const max = Math.min(first.max, ...sliders.map((one) => one.max));
  if (min >= max) return null;
  const isInteger = [first, ...sliders].every((one) => one.isInteger);
  return { ...first, isInteger, min, max, start: Math.min(max, Math.max(min, first.start)) };
}

/**
 * The parameters that all of the emulators have, over the ranges that they share.
 * @returns `own`: the names of those that not all of them have, or over no common range
 */
export function commonParameters(configs: readonly Pick<JobConfig, "inputs">[]): {
  parameters: Parameter[];
  own: string[];
} {
  const each = configs.map(parametersOf);
  const common = namesOf(each).map((name) => {
    const found = each.flatMap((parameters) => parameters.find((one) => one.name === name) ?? []);
    return { name, parameter: found.length === each.length ? commonParameter(found) : null };
  });
  return {
    parameters: common.flatMap(({ parameter }) => parameter ?? []),
    own: common.flatMap(({ name, parameter }) => (parameter === null ? [name] : [])),
  };
}

/** The outputs that at least two of the emulators predict, as the first of them defines them. */
export function commonOutputs(configs: readonly JobConfig[]): {
  scalars: OutputDefinition[];
  vectors: OutputDefinition[];
} {
  const each = configs.map(emulatedOutputs);
  const shared = (lists: readonly (readonly OutputDefinition[])[]) =>
    namesOf(lists).flatMap((name) => {
      const found = lists.flatMap((list) => list.find((one) => one.name === name) ?? []);
      return found.length > 1 ? found.slice(0, 1) : [];
    });
  return {
    scalars: shared(each.map(({ scalars }) => scalars)),
    vectors: shared(each.map(({ vectors }) => vectors)),
  };
}
