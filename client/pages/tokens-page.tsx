import { Alert, Button, Stack, Text } from "@mantine/core";
import { IconKey } from "@tabler/icons-react";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { MakeToken } from "#features/user/tokens/make-token.tsx";
import { TokenTable } from "#features/user/tokens/token-table.tsx";
import { useTokens } from "#features/user/tokens/use-tokens.ts";
import { Copyable } from "#ui/copyable.tsx";
import { ErrorBanner, LoadingLines } from "#ui/load-states.tsx";
import { PageHeader } from "#ui/page-header.tsx";
import { TextLink } from "#ui/text-link.tsx";

/** Creates, lists and revokes the tokens by which programs act for a person. */
export function TokensPage() {
  const { tokens, failure, reload, made, forget, show, revoke, isRevoking } = useTokens();
  return (
    <>
      <PageHeader title="API Tokens" />
      <Stack gap="lg">
        <Text c="dimmed" maw={720}>
          API tokens let scripts use Understudy as you, without your password, for example with the{" "}
          <TextLink to="/guides/python">Python user client</TextLink>. Anyone who has a token can do what you
          can, except log in, change passwords or create tokens.
        </Text>
        <MakeToken onMade={show} />
        {made !== null && (
          <Alert variant="light" icon={<IconKey size={18} />} maw={720}>
            <Stack gap="sm">
              <Text>
                This is the token <strong>{made.name}</strong>. Copy it now; it will not be shown again.
              </Text>
              <Copyable label="token" text={made.token} />
              <div>
                <Button size="compact-sm" variant="default" onClick={forget}>
                  Done
                </Button>
              </div>
            </Stack>
          </Alert>
        )}
        {failure !== null && <ErrorBanner message={MESSAGES.loadingItems("API token")} onRetry={reload} />}
        {tokens === null && failure === null && <LoadingLines rows={3} height={29} />}
        {tokens !== null && <TokenTable tokens={tokens} onRevoke={revoke} busy={isRevoking} />}
      </Stack>
    </>
  );
}
