/** E-mail to a real SMTP server. */
import { createMailer } from "@understudy/server/notifications/mail.ts";
import type { Notification } from "@understudy/shared/api/notification.ts";
import { notificationPath } from "@understudy/shared/texts/notification-text.ts";
import { assert, rejects, suite } from "../../../harness.ts";
import { startMailServer } from "../../../support/notifications/mail-server.ts";

const notification: Notification = {
  id: "12-7",
  kind: "failed",
  job_id: 12,
  job_name: 'Truss <img src=x onerror="alert(1)">\r\nBcc: somebody@example.org',
  status: "Training Failed",
  error: "a < b & c",
  comment: null,
  creation_time: new Date().toISOString(),
  read: false,
};
const links = { job: "https://understudy.example/jobs/12", settings: null };
const from = "Understudy <understudy@example.org>";

const it = suite("an e-mail");
it("arrives at the person alone, with the job in its subject and a link to it", async () => {
  const server = await startMailServer();
  const mailer = createMailer({ url: server.url, from });
  await mailer.send("ada@example.org", { ...notification, job_name: "Truss" }, links);
  const [mail] = server.received;
  assert.equal([mail?.from, mail?.to], ["understudy@example.org", ["ada@example.org"]]);
  assert.match(mail?.text ?? "", "Subject: Truss: Training Failed\r\n");
  assert.match(mail?.text ?? "", "https://understudy.example/jobs/12");
  assert.match(mail?.text ?? "", "Content-Type: text/plain");
  mailer.close();
});
it("shows what people have typed as text: no element, no header and no recipient comes of it", async () => {
  const server = await startMailServer();
  const mailer = createMailer({ url: server.url, from });
  await mailer.send("ada@example.org", notification, links);
  const [mail] = server.received;
  const text = (mail?.text ?? "").replaceAll("=\r\n", "").replaceAll("=3D", "=");
  const html = text.slice(text.indexOf("Content-Type: text/html"));
  assert.not.match(html, "<img");
  assert.match(html, "&lt;img src=x onerror=&quot;alert(1)&quot;&gt;");
  assert.match(html, "a &lt; b &amp; c");
  assert.equal(mail?.to, ["ada@example.org"]);
  assert.not.match(text, /^Bcc:/m);
  mailer.close();
});
it("of a mention has the comment, as text, and leads to it", async () => {
  const server = await startMailServer();
  const mailer = createMailer({ url: server.url, from });
  const comment = { id: 5, author: "Zoe", text: "**Why** <b>here</b>?" };
  const mention = { ...notification, kind: "mentioned" as const, job_name: "Truss", error: null, comment };
  const job = `https://understudy.example${notificationPath(mention)}`;
  await mailer.send("ada@example.org", mention, { ...links, job });
  const text = (server.received[0]?.text ?? "").replaceAll("=\r\n", "").replaceAll("=3D", "=");
  assert.match(text, "Subject: Zoe mentioned you in a comment on Truss\r\n");
  assert.match(text, "**Why** &lt;b&gt;here&lt;/b&gt;?");
  assert.match(text, "https://understudy.example/jobs/12?comment=5");
  mailer.close();
});
it("that the server does not take is an error", async () => {
  const server = await startMailServer({ refuse: true });
  const mailer = createMailer({ url: server.url, from });
  await rejects(() => mailer.send("ada@example.org", notification, links));
  mailer.close();
});
