/** Texts about notifications; part of MESSAGES. */
export const NOTIFICATION_MESSAGES = {
  jobComplete: (name: string) => `${name} is complete`,
  jobFailed: (name: string, status: string) => `${name}: ${status}`,
  jobNeedsConfiguration: (name: string) => `${name} needs configuration`,
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
