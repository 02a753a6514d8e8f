import { Button, Skeleton } from "@mantine/core";
import { IconRefresh } from "@tabler/icons-react";
import { MESSAGES } from "@understudy/shared/messages.ts";
import { useState } from "react";
import type { ApiFailure } from "#api/failure.ts";
import { ConfirmDialog } from "#ui/confirm-dialog.tsx";
import { Copyable } from "#ui/copyable.tsx";
import { ErrorBanner } from "#ui/error-banner.tsx";

type Props = {
  clientKey: string | null;
  failure: ApiFailure | null;
  retry: () => void;
  onReplace: () => Promise<boolean>;
  busy: boolean;
};

export function ClientKey({ clientKey, failure, retry, onReplace, busy }: Props) {
  const [asking, setAsking] = useState(false);
  if (failure !== null) return <ErrorBanner message={MESSAGES.loadingWorkerKey} onRetry={retry} />;
  if (clientKey === null) return <Skeleton height={40} />;
  const replace = async () => {
    if (await onReplace()) setAsking(false);
  };
  return (
    <>
      <Copyable label="Worker Client Key" text={clientKey} />
      <div>
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconRefresh size={15} />}
          onClick={() => setAsking(true)}
        >
          Create a new key
        </Button>
      </div>
      <ConfirmDialog
        opened={asking}
        title="Create a new worker client key?"
        text="The old key stops working at once: your connected servers are disconnected until you restart them with the new key, and the simulations they are running will be run again."
        confirmLabel="Create a new key"
        busy={busy}
        onConfirm={() => void replace()}
        onClose={() => setAsking(false)}
      />
    </>
  );
}
