/** Whole numbers in English words, where digits could be read in two ways: `ten thousand`. */

const ONES = (
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen " +
  "eighteen nineteen"
).split(" ");
const TENS = "zero ten twenty thirty forty fifty sixty seventy eighty ninety".split(" ");
const GROUPS = ["", " thousand", " million"] as const;

/** @param count a whole number below 1e9 */
export function numberWords(count: number): string {
  if (count < 1000) return belowThousand(count);
  const words: string[] = [];
  let rest = count;
  for (const group of GROUPS) {
    const part = rest % 1000;
    if (part > 0) words.unshift(`${belowThousand(part)}${group}`);
    rest = Math.floor(rest / 1000);
  }
  return words.join(" ");
}

function belowThousand(count: number): string {
  const hundreds = Math.floor(count / 100);
  const rest = count % 100;
  const tens = TENS[Math.floor(rest / 10)] ?? "";
  const small = rest < 20 ? (ONES[rest] ?? "") : rest % 10 === 0 ? tens : `${tens}-${ONES[rest % 10] ?? ""}`;
  if (hundreds === 0) return small;
  return rest === 0 ? `${ONES[hundreds]} hundred` : `${ONES[hundreds]} hundred ${small}`;
}
