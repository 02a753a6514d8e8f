import { MESSAGES } from "@understudy/shared/messages.ts";
import { ZxcvbnFactory } from "@zxcvbn-ts/core";
import { adjacencyGraphs, dictionary } from "@zxcvbn-ts/language-common";

/** The least score on zxcvbn's scale from 0 to 4: more than 10^8 guesses, which a stolen hash of ours withstands. */
const MIN_SCORE = 3;
/**
 * The first characters decide: what follows makes a password no weaker. The time that a password takes grows with its length
 * and with the substitutions tried (`4` for `a`); with these bounds it is 20 ms at most.
 */
const METER_BOUNDS = { maxLength: 40, l33tMaxSubstitutions: 16 };
const ALWAYS_GUESSED = ["understudy"];

const meter = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs, ...METER_BOUNDS });

const WARNING_TEXTS: Readonly<Record<string, string>> = {
  topTen: MESSAGES.passwordIsCommon,
  topHundred: MESSAGES.passwordIsCommon,
  common: MESSAGES.passwordIsCommon,
  simpleRepeat: MESSAGES.passwordRepeats,
  extendedRepeat: MESSAGES.passwordRepeats,
  userInputs: MESSAGES.passwordIsPersonal,
};

type Owner = { readonly email: string; readonly name: string };

/** Why a new password is too weak, apart from its length, which the API's schema checks. */
export function passwordProblems(password: string, { email, name }: Owner): string[] {
  if (password.toLowerCase() === email.toLowerCase()) return [MESSAGES.passwordIsEmail];
  const guessedWords = [email, ...email.split(/[@.]/), name, ...name.split(/\s+/), ...ALWAYS_GUESSED];
  const { score, feedback } = meter.check(
    password,
    guessedWords.filter((word) => word.length > 2),
  );
  if (score >= MIN_SCORE) return [];
  return [WARNING_TEXTS[feedback.warning ?? ""] ?? MESSAGES.passwordIsGuessable];
}
