/** The inputs and outputs that the emulators of several jobs share. */
import type { JobConfig } from "@understudy/shared/api/job-config.ts";
import type { OutputDefinition } from "@understudy/shared/domain/variable.ts";
import { emulatedOutputs } from "#predictions/curves.ts";
import { createParameters, type Parameter } from "#predictions/parameters.ts";

/** Names in the order in which they first come, each once. */
export const collectNames = (lists: readonly (readonly { readonly name: string }[])[]): string[] => [
  ...new Set(lists.flat().map(({ name }) => name)),
];

/** A parameter over the values that all of them can take; null: there are none, or they are of different kinds. */
function commonParameter([first, ...otherParameters]: readonly Parameter[]): Parameter | null {
  if (first === undefined) return null;
  if (first.kind === "list") {
    const lists = otherParameters.map((parameter) => (parameter.kind === "list" ? parameter.values : []));
    const values = first.values.filter((value) => lists.every((list) => list.includes(value)));
    const [firstValue] = values;
    return firstValue === undefined
      ? null
      : { ...first, values, start: values.includes(first.start) ? first.start : firstValue };
  }
  const sliders = otherParameters.filter((parameter) => parameter.kind === "slider");
  if (sliders.length < otherParameters.length) return null;
  const min = Math.max(first.min, ...sliders.map((slider) => slider.min));
  const max = Math.min(first.max, ...sliders.map((slider) => slider.max));
  if (min >= max) return null;
  const isInteger = [first, ...sliders].every((parameter) => parameter.isInteger);
  return { ...first, isInteger, min, max, start: Math.min(max, Math.max(min, first.start)) };
}

/**
 * The parameters that all of the emulators have, over the ranges that they share.
 * @returns `unsharedNames`: those that not all of them have, or over no common range
 */
export function commonParameters(configs: readonly Pick<JobConfig, "inputs">[]): {
  parameters: Parameter[];
  unsharedNames: string[];
} {
  const each = configs.map(createParameters);
  const common = collectNames(each).map((name) => {
    const namesakes = each.flatMap(
      (parameters) => parameters.find((parameter) => parameter.name === name) ?? [],
    );
    return { name, parameter: namesakes.length === each.length ? commonParameter(namesakes) : null };
  });
  return {
    parameters: common.flatMap(({ parameter }) => parameter ?? []),
    unsharedNames: common.flatMap(({ name, parameter }) => (parameter === null ? [name] : [])),
  };
}

/** The outputs that at least two of the emulators predict, as the first of them defines them. */
export function commonOutputs(configs: readonly JobConfig[]): {
  scalars: OutputDefinition[];
  vectors: OutputDefinition[];
} {
  const each = configs.map(emulatedOutputs);
  const shared = (lists: readonly (readonly OutputDefinition[])[]) =>
    collectNames(lists).flatMap((name) => {
      const namesakes = lists.flatMap((list) => list.find((output) => output.name === name) ?? []);
      return namesakes.length > 1 ? namesakes.slice(0, 1) : [];
    });
  return {
    scalars: shared(each.map(({ scalars }) => scalars)),
    vectors: shared(each.map(({ vectors }) => vectors)),
  };
}
