import type { Notification } from "@understudy/shared/api/notification.ts";
import { notificationText } from "@understudy/shared/texts/notification-text.ts";
import { createTransport } from "nodemailer";

/** The time of each step of talking to the mail server. */
const TIMEOUT_MS = 20_000;
const MAX_SUBJECT_LENGTH = 150;

export type Smtp = { readonly url: string; readonly from: string };
export type Mailer = {
  /** @throws when the mail server does not take it */
  send(to: string, notification: Notification, links: Links): Promise<void>;
  close(): void;
};
/** The addresses of the platform's pages; null when the platform does not know its own address. */
type Links = { readonly job: string | null; readonly settings: string | null };

export function createMailer({ url, from }: Smtp): Mailer {
  const transport = createTransport({
    url,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    // No content of ours is a file or an address to be read.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    send: async (to, notification, links) => {
      const subject = oneLine(notificationText(notification));
      await transport.sendMail({
        from,
        // As an object it is one address, whatever characters it has.
        to: { name: "", address: to },
        subject,
        ...writeBodies(notification, links),
        headers: { "Auto-Submitted": "auto-generated" },
      });
    },
    close: () => transport.close(),
  };
}

function oneLine(text: string): string {
  const line = text.replaceAll(/\s+/g, " ").trim();
  return line.length > MAX_SUBJECT_LENGTH ? `${line.slice(0, MAX_SUBJECT_LENGTH - 1)}…` : line;
}

function writeBodies(notification: Notification, { job, settings }: Links): { text: string; html: string } {
  const { error, job_id, status, comment } = notification;
  const content = comment?.text ?? error;
  const label = comment === null ? "Open the job" : "Open the comment";
  const title = oneLine(notificationText(notification));
  const about = `Job ${job_id}, ${status}.`;
  const why = "You receive this e-mail because you chose it under Notifications in Understudy.";
  const text = [title, about, content, job, settings === null ? why : `${why} ${settings}`];
  const link = (href: string, label: string) => `<a href="${escapeHtml(href)}">${escapeHtml(label)}</a>`;
  const html = [
    `<p><strong>${escapeHtml(title)}</strong></p>`,
    `<p>${escapeHtml(about)}</p>`,
    content === null ? null : `<p style="white-space: pre-line">${escapeHtml(content)}</p>`,
    job === null ? null : `<p>${link(job, label)}</p>`,
    `<p><small>${escapeHtml(why)}${settings === null ? "" : ` ${link(settings, "Change")}`}</small></p>`,
  ];
  const isThere = (part: string | null) => part !== null;
  return { text: `${text.filter(isThere).join("\n\n")}\n`, html: html.filter(isThere).join("\n") };
}

const HTML_ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};
const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (one) => HTML_ENTITIES[one] ?? one);
