import { Button } from "@mantine/core";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { useEffect } from "react";
import { useRouteError } from "react-router-dom";
import { useIsChecking } from "#data/upgrade.ts";
import { LoadingPage } from "#ui/load-states.tsx";
import { MessagePage } from "#ui/message-page.tsx";

/** Shown in place of a page that threw. */
export function ErrorPage() {
  const error = useRouteError();
  const isChecking = useIsChecking();
  useEffect(() => console.error(error), [error]);
  if (isChecking) return <LoadingPage />;
  return <SomethingWentWrong />;
}

/** Says that something went wrong, at an address that makes no page. */
export const SomethingWentWrong = () => (
  <MessagePage title={MESSAGES.somethingWentWrong} text="Reloading the page may help.">
    <Button variant="default" onClick={() => window.location.reload()}>
      Reload
    </Button>
  </MessagePage>
);
