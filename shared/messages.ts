import { FIELD_MESSAGES } from "./messages/fields.ts";
import { FILES_MESSAGES } from "./messages/files.ts";
import { JOB_MESSAGES } from "./messages/jobs.ts";
import { NOTIFICATION_MESSAGES } from "./messages/notifications.ts";
import { PAGE_MESSAGES } from "./messages/pages.ts";
import { PEOPLE_MESSAGES } from "./messages/people.ts";
import { countText } from "./number-text.ts";

/** Every text of the error catalogue, each named once. */
export const STATUS_TEXTS: Readonly<Record<number, string>> = {
  400: "Bad Request",
  401: "Unauthorized",
  403: "Forbidden",
  404: "Not Found",
  406: "Not Acceptable",
  408: "Request Timeout",
  409: "Conflict",
  413: "Payload Too Large",
  415: "Unsupported Media Type",
  429: "Too Many Requests",
  431: "Request Header Fields Too Large",
  500: "Internal Server Error",
  502: "Bad Gateway",
  503: "Service Unavailable",
};

const inSeconds = (seconds: number): string => (seconds === 1 ? "1 second" : `${seconds} seconds`);

export const MESSAGES = {
  nothingFound: "Nothing found.",
  ...FIELD_MESSAGES,
  ...FILES_MESSAGES,
  ...JOB_MESSAGES,
  ...NOTIFICATION_MESSAGES,
  ...PAGE_MESSAGES,
  ...PEOPLE_MESSAGES,
  invalidCredentials: "Invalid credentials",
  invalidBody: "Invalid request body",
  noRunner: "No runner is connected: jobs wait until an administrator starts one (npm run runner).",
  databaseDoesNotAnswer: "The database does not answer. Please try again in a few seconds.",
  requestInvalid: "The request is invalid.",
  bodyTooLarge: (limit: string) => `The request is too large: at most ${limit} can be sent here.`,
  bodyTooDeep: (max: number) => `The request is nested too deeply: at most ${max} levels are allowed.`,
  tooManyBrackets: (max: number) => `The request has more than ${countText(max)} lists and objects.`,
  tooManyKeys: (max: number) => `An object in the request has more than ${countText(max)} keys.`,
  andMore: (count: number) => `and ${countText(count)} more`,
  checkTooLong: (seconds: number) =>
    `The files could not be checked within ${seconds} seconds. Reduce the size of the files that are read`,
  checkTooLarge: "The files need too much memory to be checked. Reduce the size of the files that are read",
  graphsTooLong: "The graphs take too long to draw: simplify their expressions in spec.json",
  readersTaken: "Too many files are waiting to be read. Please try again in a minute.",
  specNotFound: "Spec not found",
  specVersionNotFound: "Spec version not found",
  jobNotFound: "Job not found",
  simulationNotFound: "Simulation not found",
  fileNotFound: "File does not exist.",
  tokenInvalid: "This API token is not valid: it was revoked, has expired or never existed.",
  notByToken: "API tokens cannot be used for this. Please log in.",
  tooManyTokens: "Too many requests with invalid API tokens. Please wait a few minutes and try again.",
  tooManyCalls: "Too many simultaneous requests with this API token. Please wait a second and try again.",
  tokenNotFound: "There is no such API token.",
  noMoreTokens: (max: number) => `You already have ${max} API tokens. Revoke one that you no longer need`,
  tooManyLargeRequests:
    "Too many of your large prediction requests are already waiting. Please try again in a few seconds.",
  tooManyParquetFiles: "Too many Parquet files are being made. Please try again in a few seconds.",
  notAcceptable: "Accept-Encoding excludes every encoding that the server supports.",
  tooManyMessages: "This page sent too many messages.",
  readsTooSlowly: "This page reads its messages too slowly.",
  tooManySockets: "Too many pages of Understudy are open. Close some of them.",
  wrongOrigin: "This request did not come from a page of Understudy.",
  notYourJob: "Only the person who created this job, or an admin, may change it.",
  notYourSpec: "Only the person who created this spec, or an admin, may change it.",
  inUseElsewhere: "Another file is being uploaded under this name.",
  uploadGap: "The chunk does not continue where the upload stopped.",
  uploadTooLarge: "There is not enough space for this file.",
  chunkLength: "The length of the chunk does not match its Content-Range.",
  chunkTooLarge: "A chunk may hold at most 10 MB.",
  contentRange: "The Content-Range header must be: bytes first-last/total",
  tooManyAttempts: (seconds: number) =>
    `Too many attempts to log in. Please try again in ${inSeconds(seconds)}.`,
  tooManyPasswords: (seconds: number) =>
    `Too many wrong passwords. Please try again in ${inSeconds(seconds)}.`,
  manyLogIns: "Too many people are logging in right now. Please try again in a few seconds.",
} as const;
