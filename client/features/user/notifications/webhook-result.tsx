import { Text } from "@mantine/core";
import { IconCircleCheck, IconCircleX } from "@tabler/icons-react";
import type { WebhookResult as Result } from "@understudy/shared/api/notification.ts";
import { DELIVERY_ATTEMPTS } from "@understudy/shared/limits.ts";
import { Moment } from "#ui/moment.tsx";
import classes from "./notifications.module.css";

/** The result of the last request to the webhook. */
export function WebhookResult({ result }: { result: Result | null }) {
  return (
    <div className={classes.result} aria-live="polite" data-ok={result?.ok}>
      {result === null ? (
        <Text c="dimmed">Nothing has been sent to this address yet.</Text>
      ) : (
        <>
          {result.ok ? <IconCircleCheck size={18} aria-hidden /> : <IconCircleX size={18} aria-hidden />}
          <Text>
            <strong>{headline(result)}</strong>{" "}
            {result.reason ?? `The response had the status ${result.status_code}.`}{" "}
            {result.will_retry &&
              `Attempt ${result.attempt} of ${DELIVERY_ATTEMPTS}; there will be another. `}
            <Text span c="dimmed">
              <Moment time={result.time} none="" />
            </Text>
          </Text>
        </>
      )}
    </div>
  );
}

const headline = ({ ok, is_test }: Result): string =>
  `${is_test ? "The test" : "The last notification"} was ${ok ? "" : "not "}delivered.`;
