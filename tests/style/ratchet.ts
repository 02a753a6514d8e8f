/** Compares measured figures with the stored ones, which may only get better. */
import { z } from "zod";
import type { MeasuredPackages, Measurement, Measurements } from "./measure.ts";

/** By package, then by the name of the figure. */
export const storedFigures = z.record(z.string(), z.record(z.string(), z.number()));
export type Figures = z.infer<typeof storedFigures>;

export type Setback = {
  readonly package: string;
  readonly figure: string;
  /** Null: the figure has never been stored. */
  readonly stored: number | null;
  readonly measurement: Measurement;
};

/** @returns the figures that are worse than the stored ones, or that are not stored */
export function findSetbacks(measured: MeasuredPackages, figures: Figures): Setback[] {
  return Object.entries(measured).flatMap(([name, measurements]) =>
    Object.entries(measurements).flatMap(([figure, measurement]) => {
      const stored = figures[name]?.[figure] ?? null;
      if (stored !== null && isAtLeastAsGood(measurement, stored)) return [];
      return [{ package: name, figure, stored, measurement }];
    }),
  );
}

/** Takes over every measured figure that is better than the stored one, or not stored yet; figures that have gone are dropped. */
export function improveFigures(measured: MeasuredPackages, figures: Figures): Figures {
  const improve = (name: string, measurements: Measurements) =>
    Object.entries(measurements).map(([figure, measurement]): [string, number] => {
      const stored = figures[name]?.[figure];
      const isBetter = stored === undefined || isAtLeastAsGood(measurement, stored);
      return [figure, isBetter ? measurement.value : stored];
    });
  return Object.fromEntries(
    Object.entries(measured).map(([name, measurements]) => [
      name,
      Object.fromEntries(improve(name, measurements)),
    ]),
  );
}

const isAtLeastAsGood = ({ value, better }: Measurement, stored: number): boolean =>
  better === "lower" ? value <= stored : value >= stored;
