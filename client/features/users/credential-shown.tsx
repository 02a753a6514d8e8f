import { Button, Group, Stack, Text } from "@mantine/core";
import type { Credential } from "@understudy/shared/api/person.ts";
import { Copyable } from "#ui/copyable.tsx";
import { formatDate } from "#ui/format.ts";

type Props = { credential: Credential; name: string; email: string; onClose: () => void };

/** The credential that is handed to a person, once. */
export function CredentialShown({ credential, name, email, onClose }: Props) {
  const { password, link, link_expiry_time: expiry } = credential;
  return (
    <Stack gap="sm">
      {link !== null && (
        <>
          <Text>
            Send this link to <strong>{name}</strong>. It opens a page to choose a password, works once
            {expiry !== null && ` and expires ${formatDate(expiry)}`}.
          </Text>
          <Copyable label="link" text={new URL(link, window.location.origin).href} />
        </>
      )}
      {password !== null && (
        <>
          <Text>
            <strong>{name}</strong> logs in as {email} with this password:
          </Text>
          <Copyable label="password" text={password} />
        </>
      )}
      <Text c="dimmed" size="sm">
        Copy it now; it will not be shown again.
      </Text>
      <Group justify="flex-end">
        <Button onClick={onClose} data-autofocus>
          Done
        </Button>
      </Group>
    </Stack>
  );
}
