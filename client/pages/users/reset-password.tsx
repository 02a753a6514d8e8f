import { Button, Group, Stack, Text } from "@mantine/core";
import type { Credential, CredentialKind, Person } from "@understudy/shared/api/person.ts";
import { useState } from "react";
import { call } from "#api/call.ts";
import { useAction } from "#ui/use-action.ts";
import { CredentialChoice } from "./credential-choice.tsx";
import { CredentialShown } from "./credential-shown.tsx";

type Props = { person: Person; onChanged: () => void; onClose: () => void };

export function ResetPassword({ person, onChanged, onClose }: Props) {
  const [kind, setKind] = useState<CredentialKind>("link");
  const [credential, setCredential] = useState<Credential | null>(null);
  const { run, busy } = useAction("resetting the password");
  const reset = () =>
    run(async () => {
      const params = { user_id: person.id };
      setCredential(await call("resetPassword", { params, body: { credential: kind } }));
      onChanged();
    });
  if (credential !== null) {
    return (
      <CredentialShown credential={credential} name={person.name} email={person.email} onClose={onClose} />
    );
  }
  return (
    <Stack gap="md">
      <Text>
        The current password stops working at once. {person.name} is logged out everywhere, and their API
        tokens are revoked.
      </Text>
      <CredentialChoice value={kind} onChange={setKind} />
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button loading={busy} onClick={() => void reset()}>
          Reset Password
        </Button>
      </Group>
    </Stack>
  );
}
