import { Button } from "@mantine/core";
import { MESSAGES } from "@understudy/shared/messages.ts";
import { useEffect } from "react";
import { useRouteError } from "react-router-dom";
import { MessagePage } from "../components/message-page.tsx";

/** Shown in place of a page that threw. */
export function ErrorPage() {
  const error = useRouteError();
  useEffect(() => console.error(error), [error]);
  return (
    <MessagePage title={MESSAGES.somethingWentWrong} text="Loading the page again may help.">
      <Button variant="default" onClick={() => window.location.reload()}>
        Load again
      </Button>
    </MessagePage>
  );
}
