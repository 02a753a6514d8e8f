/** The meaning of a yield, in words. */

import type { YieldAnswer } from "@understudy/shared/api/yield.ts";
import { counted } from "@understudy/shared/counted.ts";
import { countText, decimalText, percentText, roundTo } from "@understudy/shared/number-text.ts";

type FailingShare = YieldAnswer["failing"];

/** Digits behind the point: as many as the interval has a meaning for. */
const MAX_DECIMALS = 8;

/** `97.3%`: never 100% of what fails at times, nor 0% of what is in spec at times. */
export function yieldText(failing: number, width: number): string {
  if (failing <= 0) return "100%";
  if (failing >= 1) return "0%";
  const meant = Math.ceil(-Math.log10(Math.max(1e-12, 100 * width))) + 1;
  for (let decimals = Math.min(MAX_DECIMALS, Math.max(0, meant)); decimals <= MAX_DECIMALS; decimals++) {
    const text = decimalText(100 * (1 - failing), decimals);
    if (Number(text) > 0 && Number(text) < 100) return `${text}%`;
  }
  return failing < 0.5
    ? `over ${decimalText(100 - 10 ** -MAX_DECIMALS, MAX_DECIMALS)}%`
    : "under 0.00000001%";
}

/** `97.3%, between 96.1% and 98.2%`. */
export function intervalText({ lower, upper }: FailingShare): string {
  const width = upper - lower;
  return `between ${yieldText(upper, width)} and ${yieldText(lower, width)}`;
}

/** Rare shares are stated in the first of these of which they are one design or more. */
const RARE_UNITS = [
  { name: "a million", designs: 1e6 },
  { name: "a billion", designs: 1e9 },
  { name: "a trillion", designs: 1e12 },
] as const;
type RareUnit = (typeof RARE_UNITS)[number];

/** The rate of rare failures, which percentages of a yield cannot show; null for frequent ones. */
export function failuresText({ value, upper }: FailingShare): string | null {
  if (upper >= 0.01) return null;
  if (value === 0) return `No design failed; fewer than ${limitText(upper)} do.`;
  const unit = chooseRareUnit(value);
  const limitUnit = chooseRareUnit(upper);
  if (upper * limitUnit.designs < 1) return `${rareText(upper)} designs fail.`;
  const limit = limitUnit === unit ? countRare(upper, unit) : rareText(upper);
  return `${rareText(value)} designs fail, at most ${limit}.`;
}

const chooseRareUnit = (share: number): RareUnit =>
  RARE_UNITS.find(({ designs }) => share * designs >= 1) ?? RARE_UNITS[2];

/** `1,200 in a million`, `1.2 in a billion`, or `Fewer than one in a trillion`. */
function rareText(share: number): string {
  const unit = chooseRareUnit(share);
  const count = share * unit.designs < 1 ? "Fewer than one" : countRare(share, unit);
  return `${count} in ${unit.name}`;
}

/** A limit above a share of which nothing more is known: `25 in a million`, or one in the largest number that it allows. */
function limitText(share: number): string {
  const [million] = RARE_UNITS;
  if (share * million.designs > 1) return `${countRare(share, million)} in ${million.name}`;
  const allowed = RARE_UNITS.findLast(({ designs }) => share * designs <= 1) ?? million;
  return `one in ${allowed.name}`;
}

/** Two digits: `1,200`, `1.2`. */
const countRare = (share: number, { designs }: RareUnit): string => countText(roundTo(share * designs, 2));

/** `1.93 sigma`; null where none or all designs are in spec. */
export function sigmaText({ value, lower, upper }: YieldAnswer["sigma_level"]): string | null {
  if (value === null) return null;
  const ends =
    lower === null || upper === null ? "" : ` (${decimalText(lower, 2)} to ${decimalText(upper, 2)})`;
  return `${decimalText(value, 2)} sigma${ends}`;
}

/** The causes of a wide interval, and the method by which the yield was estimated; each a sentence. */
export function yieldRemarks(answer: YieldAnswer): string[] {
  const { failing, sampling_reach, share_outside, evaluations, is_late, method } = answer;
  const emulatorWidth = failing.upper - failing.lower - share_outside;
  const remarks: string[] = [];
  if (is_late) remarks.push("The estimate was cut short by its limit of time: the interval is wider for it.");
  if (emulatorWidth > 6 * sampling_reach && emulatorWidth > 1e-9)
    remarks.push(
      "Most of the interval is the emulator’s own error: more training rows near the limit would narrow it.",
    );
  remarks.push(`From ${counted(evaluations, "prediction")} of the emulator, by ${method}.`);
  return remarks;
}

/** A share of the interval below this is not worth a warning. */
const MIN_WARNED_SHARE = 0.05;

/** Returns null where the designs outside the training range hardly widen the interval. */
export function outsideText({ share_outside: share, failing }: YieldAnswer): string | null {
  if (share <= MIN_WARNED_SHARE * (failing.upper - failing.lower)) return null;
  const designs = share >= 0.001 ? `${percentText(share, 2)} of the designs` : `${rareText(share)} designs`;
  return `${designs} lie outside the range that the emulator was trained on. Nothing is known of them, so the interval counts them as failing at one end and as in spec at the other.`;
}
