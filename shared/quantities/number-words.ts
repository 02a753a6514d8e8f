/** Whole numbers in English words, where digits could be read in two ways: `ten thousand`. */

const SMALL_NUMBERS = (
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen " +
  "eighteen nineteen"
).split(" ");
const TENS_WORDS = "zero ten twenty thirty forty fifty sixty seventy eighty ninety".split(" ");
const GROUP_WORDS = ["", " thousand", " million"] as const;

/** @param count a whole number below 1e9 */
export function numberWords(count: number): string {
  if (count < 1000) return belowThousand(count);
  const words: string[] = [];
  let rest = count;
  for (const group of GROUP_WORDS) {
    const part = rest % 1000;
    if (part > 0) words.unshift(`${belowThousand(part)}${group}`);
    rest = Math.floor(rest / 1000);
  }
  return words.join(" ");
}

function belowThousand(count: number): string {
  const hundreds = Math.floor(count / 100);
  const rest = count % 100;
  const tens = TENS_WORDS[Math.floor(rest / 10)] ?? "";
  const small =
    rest < 20
      ? (SMALL_NUMBERS[rest] ?? "")
      : rest % 10 === 0
        ? tens
        : `${tens}-${SMALL_NUMBERS[rest % 10] ?? ""}`;
  if (hundreds === 0) return small;
  return rest === 0 ? `${SMALL_NUMBERS[hundreds]} hundred` : `${SMALL_NUMBERS[hundreds]} hundred ${small}`;
}
