import { MAX_DIRECTORY_ENTRIES } from "../limits.ts";
import { countText } from "../number-text.ts";
import { FIELD_MESSAGES } from "./fields.ts";
import { JOB_MESSAGES } from "./jobs.ts";
import { PAGE_MESSAGES } from "./pages.ts";

/** Texts of the file explorer and of the disk usage page. */
const FILES_MESSAGES = {
  emptyDirectory: "This directory is empty.",
  directoryCut: `Only ${countText(MAX_DIRECTORY_ENTRIES)} entries of this directory are listed.`,
  directoryNotFound: "Directory not found.",
  noFileChosen: "Click a file to preview it here.",
  emptyFile: "(empty)",
  notPreviewable: "Sorry, you can't preview this file. Click here to download it instead.",
  loadingDirectory: "Sorry, there was an error loading the directory.",
  loadingPreview: "Sorry, there was an error loading the preview.",
  diskUsage: "Unable to retrieve disk usage.",
} as const;

/** Texts about notifications; part of MESSAGES. */
const NOTIFICATION_MESSAGES = {
  jobComplete: (name: string) => `${name} is complete`,
  jobFailed: (name: string, status: string) => `${name}: ${status}`,
  jobNeedsConfiguration: (name: string) => `${name} needs configuration`,
  jobWaitsForServers: (name: string) => `${name} waits for its servers`,
  mentionedBy: (author: string, name: string) => `${author} mentioned you in a comment on ${name}`,
  webhookUrlRequired: "Enter an address",
  webhookUrl: "Must be an address that starts with https:// or http://, without a user name or password",
  webhookInternal:
    "This address is inside the platform's network. Only an admin can allow webhooks to such addresses.",
  webhookRedirect: (status: number) => `The response was a redirect (${status}), which is not followed.`,
  webhookStatus: (status: number) => `The response had the status ${status}.`,
  webhookTimeout: (seconds: number) => `There was no response within ${seconds} seconds.`,
  webhookHostUnknown: "The host name was not found.",
  webhookConnectionRefused: "The connection was refused.",
  webhookConnectionFailed: (code: string) => `The connection failed (${code}).`,
  webhookNotFound: "You have no webhook.",
  webhookTests: "Too many tests. Please wait a minute and try again.",
  webhookTest: "This is a test of your webhook.",
  webhookRemoved: "Webhook removed",
  webhookTestSent: "Test sent",
  choicesSaved: "Notifications saved",
  loadingNotificationSettings: "Sorry, there was an error loading your notification settings.",
  noNotifications: "You have no notifications",
} as const;

/** Texts about people, their passwords and what they see; part of MESSAGES. */
const PEOPLE_MESSAGES = {
  emailTaken: "A user with this email already exists",
  ownAdminRole: "You cannot remove your own admin role; another admin must do it.",
  ownAccount: "You cannot deactivate or delete yourself; another admin must do it.",
  ownReset: "Change your own password under Change Password.",
  noPassword: "You log in with single sign-on and have no password. An admin can give you one.",
  lastAdmin: "This is the last admin. Make somebody else an admin first.",
  newOwnerRequired: "Choose a full user who is not deactivated",
  userNotFound: "User not found",
  notRestricted: "This user is not restricted, or no longer exists.",
  sessionNotFound: "This session has already ended.",
  accessibleJobs: (max: number) => `A restricted user can see at most ${max} jobs`,
  queueWeight: "The weight in the queues is a number from 0.1 to 10",
  passwordLinkInvalid: "This link has expired or has already been used. Ask an admin for a new one.",
  noRestrictedUsers: "There are no restricted users. Full users see every job.",
  loadingPerson: "Sorry, there was an error loading the user. Please try again.",
  personCreated: (name: string) => `Created user: ${name}`,
  personSaved: (name: string) => `Saved: ${name}`,
  personDeleted: (name: string) => `Deleted user: ${name}`,
  personDeactivated: (name: string) => `Deactivated: ${name}`,
  personReactivated: (name: string) => `Reactivated: ${name}`,
  nameSaved: "Name saved",
  sessionEnded: "Session ended",
  sessionsEnded: "All other sessions ended",
} as const;

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
