/** Complex numbers as programs print them: `0.04-0.2j`, `(0.04-0.2j)`, `0.04 - 0.2i`, `0.04-j0.2`, `(0.04,-0.2)`, `0.2∠-78°`. */

export type Complex = { readonly re: number; readonly im: number };

const UNSIGNED_NUMBER = "(?:\\d+\\.?\\d*|\\.\\d+)(?:e[+-]?\\d+)?";
const COMPLEX_FORMS = {
  /** a + bj */
  sum: new RegExp(
    `^([+-]?${UNSIGNED_NUMBER})\\s*([+-])\\s*(${UNSIGNED_NUMBER})?\\s*\\*?\\s*(?:[ij]|im)$`,
    "i",
  ),
  /** a + jb */
  prefixed: new RegExp(`^([+-]?${UNSIGNED_NUMBER})\\s*([+-])\\s*[ij]\\s*\\*?\\s*(${UNSIGNED_NUMBER})$`, "i"),
  imaginary: new RegExp(`^()([+-]?)(${UNSIGNED_NUMBER})\\s*\\*?\\s*(?:[ij]|im)$`, "i"),
  polar: new RegExp(`^([+-]?${UNSIGNED_NUMBER})\\s*∠\\s*([+-]?${UNSIGNED_NUMBER})\\s*(?:°|deg)?$`, "i"),
  pair: new RegExp(`^\\(\\s*([+-]?${UNSIGNED_NUMBER})\\s*,\\s*([+-]?)(${UNSIGNED_NUMBER})\\s*\\)$`, "i"),
};

/** A complex number that has an imaginary part; null for everything else, real numbers among it. */
export function readComplex(text: string): Complex | null {
  if (!/[ij∠)]/i.test(text)) return null;
  const plain = text
    .trim()
    .replace(/−/g, "-")
    .replace(/^(?:np|numpy)\.\w+(\(.*\))$/, "$1");
  const [, magnitude, angle] = COMPLEX_FORMS.polar.exec(plain) ?? [];
  if (magnitude !== undefined) return fromPolar(Number(magnitude), Number(angle));
  const pair = COMPLEX_FORMS.pair.exec(plain);
  const bare = /^\((.*)\)$/.exec(plain)?.[1]?.trim() ?? plain;
  const match =
    pair ??
    COMPLEX_FORMS.sum.exec(bare) ??
    COMPLEX_FORMS.prefixed.exec(bare) ??
    COMPLEX_FORMS.imaginary.exec(bare);
  if (match === null) return null;
  const [, re = "", sign = "", size = "1"] = match;
  const value = { re: re === "" ? 0 : Number(re), im: Number(`${sign}${size}`) };
  return Number.isFinite(value.re) && Number.isFinite(value.im) ? value : null;
}

/** @param angle in degrees */
function fromPolar(magnitude: number, angle: number): Complex {
  const radians = (angle * Math.PI) / 180;
  return { re: magnitude * Math.cos(radians), im: magnitude * Math.sin(radians) };
}

/** Tells whether a text is a complex number one of whose parts is not finite: `nan+nanj`. */
export const isUndefinedComplex = (text: string): boolean =>
  /^\(?\s*(?=.*(?:nan|inf))[+-]?[\w.]+\s*[+-]\s*[\w.]+[ij]\s*\)?$/i.test(text.trim());

/** 20 log10 |z|; -Infinity for zero. */
export const decibels = ({ re, im }: Complex): number => 20 * Math.log10(Math.hypot(re, im));

/** The angle in degrees, above -180 and up to 180. */
export const degrees = ({ re, im }: Complex): number => (Math.atan2(im, re) * 180) / Math.PI;

/** Adds whole turns so that no step is longer than half a turn. @param turn 360 in degrees */
export function unwrapped(angles: Float64Array, turn: number): Float64Array {
  let turns = 0;
  return angles.map((angle, i) => {
    const step = i === 0 ? 0 : angle - (angles[i - 1] ?? 0);
    turns -= Math.round(step / turn);
    return angle + turns * turn;
  });
}
