import { MESSAGES } from "@understudy/shared/messages.ts";
import { MessagePage } from "../components/message-page.tsx";

export function NotFoundPage() {
  return (
    <MessagePage title={MESSAGES.pageNotFound} text="The address may be mistyped, or the page was removed." />
  );
}
