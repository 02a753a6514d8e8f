import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { MessagePage } from "./message-page.tsx";

export function NotFoundPage() {
  return (
    <MessagePage
      title={MESSAGES.pageNotFound}
      text="The address may be wrong, or the page may have been removed."
    />
  );
}
