/** The sides of discontinuities; see engine/models/gaussian-process/discontinuities.ts. */
import {
  discontinuityCount,
  type PackedDiscontinuities,
  unpackAt,
} from "../../models/gaussian-process/discontinuities.ts";
import type { ProgramBuilder, Value } from "../program.ts";

/** One column a discontinuity. */
export interface Sides {
  /** 1 where the point probably lies beyond it, -1 elsewhere. */
  indicators: Value;
  /** The probability that the point lies on the other side; 0 outside the gap. */
  otherSideProbabilities: Value;
}

export function lowerSides(b: ProgramBuilder, packed: PackedDiscontinuities, features: Value): Sides {
  const all = Array.from({ length: discontinuityCount(packed) }, (_, at) => unpackAt(packed, at));
  const column = (of: (discontinuity: (typeof all)[number]) => number): Value => b.constant(all.map(of));
  const values = b.pick(
    features,
    all.map(({ feature }) => feature),
  );
  const from = column((discontinuity) => discontinuity.from);
  const to = column((discontinuity) => discontinuity.to);
  const [zero, unity] = [b.number(0), b.number(1)];
  const jump = b.multiply(
    column(({ certainty }) => certainty),
    b.less(
      column(({ location }) => location),
      values,
    ),
  );
  const rise = b.multiply(
    column(({ certainty }) => 1 - certainty),
    b.subtract(values, from),
  );
  const inGap = b.add(jump, b.divide(rise, b.subtract(to, from)));
  const beyond = b.select(b.less(from, values), b.select(b.less(values, to), inGap, unity), zero);
  return {
    indicators: b.select(b.less(b.number(0.5), beyond), unity, b.number(-1)),
    otherSideProbabilities: b.minimum(beyond, b.subtract(unity, beyond)),
  };
}
