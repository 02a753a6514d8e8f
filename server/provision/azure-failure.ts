/** Reads from the errors of Azure's resource manager and of its sign-in what people can do about them. */
import { z } from "zod";
import { ProvisionError, type ProvisionProblem } from "./provider.ts";

const MAX_DETAIL_CHARACTERS = 300;

/** Error codes of the resource manager, by the kind of problem (Azure's list of common deployment errors). */
const CODE_PATTERNS: readonly (readonly [ProvisionProblem["kind"], RegExp])[] = [
  ["quota", /QuotaExceeded|quota limit|exceeding approved .*quota|LowPriorityQuota/i],
  [
    "capacity",
    /AllocationFailed|OverconstrainedAllocation|SkuNotAvailable|NotAvailableForSubscription|InsufficientCapacity|SpotCapacity/i,
  ],
  [
    "sign-in",
    /AuthorizationFailed|AuthenticationFailed|InvalidAuthenticationToken|ExpiredAuthenticationToken|LinkedAuthorizationFailed|AADSTS\d+/,
  ],
];
/** The classes of errors by which `@azure/identity` says that it got no token. */
const SIGN_IN_ERRORS = [
  "AuthenticationError",
  "AggregateAuthenticationError",
  "CredentialUnavailableError",
  "AuthenticationRequiredError",
];

const restFailure = z.object({
  statusCode: z.int().optional(),
  code: z.string().optional(),
  message: z.string(),
});

/** The first sentence says what happened; the rest are links and identifiers. */
const shorten = (message: string): string =>
  message.replace(/\s+/g, " ").trim().slice(0, MAX_DETAIL_CHARACTERS);

/** @param text the code and the message of an error */
export function classifyAzure(text: string): ProvisionProblem["kind"] {
  return CODE_PATTERNS.find(([, pattern]) => pattern.test(text))?.[0] ?? "other";
}

export function toProvisionError(error: unknown): ProvisionError {
  if (error instanceof ProvisionError) return error;
  const name = error instanceof Error ? error.name : "";
  const { statusCode, code = "", message } = restFailure.catch({ message: String(error) }).parse(error);
  const isSignIn = SIGN_IN_ERRORS.includes(name) || statusCode === 401 || statusCode === 403;
  const kind = classifyAzure(`${code} ${message}`);
  // A refusal for the quota comes as 403 or 409 as well.
  const problem = {
    kind: kind === "other" && isSignIn ? "sign-in" : kind,
    detail: shorten(message),
  } as const;
  return new ProvisionError(problem, { cause: error });
}

export const isNotFound = (error: unknown): boolean => restFailure.safeParse(error).data?.statusCode === 404;
/** The condition of the request, that there is none of this name yet, does not hold. */
export const isExisting = (error: unknown): boolean => restFailure.safeParse(error).data?.statusCode === 412;
