import { Button } from "@mantine/core";
import type { ApiToken } from "@understudy/shared/api/api-token.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { useState } from "react";
import { ConfirmDialog } from "#ui/confirm-dialog.tsx";
import { type Column, DataTable, EmptyTable } from "#ui/data-table.tsx";
import { Moment } from "#ui/moment.tsx";
import { WithCsv } from "#ui/table-csv.tsx";
import classes from "./tokens.module.css";

const isOver = ({ expiry_time }: ApiToken): boolean =>
  expiry_time !== null && Date.parse(expiry_time) <= Date.now();

function Expiry({ token }: { token: ApiToken }) {
  if (isOver(token)) return <span className={classes.over}>Expired</span>;
  return <Moment time={token.expiry_time} none="Never" />;
}

const columnsWith = (onRevoke: (token: ApiToken) => void): readonly Column<ApiToken>[] => [
  {
    key: "name",
    header: "Name",
    cell: (token) => (
      <>
        <span className={classes.label} title={token.name}>
          {token.name}
        </span>
        {/* Where the window is too narrow for the other columns. */}
        <span className={classes.below}>
          <code>{token.prefix}…</code>
          <span>
            Used: <Moment time={token.last_used_time} none="never" />
          </span>
          <span>
            Expires: <Expiry token={token} />
          </span>
        </span>
      </>
    ),
  },
  {
    key: "prefix",
    header: "Token",
    width: 150,
    from: "sm",
    cell: ({ prefix }) => <code className={classes.prefix}>{prefix}…</code>,
  },
  {
    key: "creation_time",
    header: "Created",
    width: 150,
    from: "md",
    cell: ({ creation_time }) => <Moment time={creation_time} none="" />,
  },
  {
    key: "last_used_time",
    header: "Last used",
    width: 150,
    from: "sm",
    cell: ({ last_used_time }) => <Moment time={last_used_time} none="Never" />,
  },
  {
    key: "expiry_time",
    header: "Expires",
    width: 150,
    from: "sm",
    cell: (token) => <Expiry token={token} />,
  },
  {
    key: "revoke",
    header: "",
    width: 96,
    align: "right",
    cell: (token) => (
      <Button
        size="compact-sm"
        variant="default"
        aria-label={`Revoke ${token.name}`}
        onClick={() => onRevoke(token)}
      >
        Revoke
      </Button>
    ),
  },
];

type Props = {
  tokens: readonly ApiToken[];
  onRevoke: (id: number, name: string) => Promise<boolean>;
  busy: boolean;
};

export function TokenTable({ tokens, onRevoke, busy }: Props) {
  const [tokenToRevoke, setTokenToRevoke] = useState<ApiToken | null>(null);
  const revoke = async () => {
    if (tokenToRevoke !== null && (await onRevoke(tokenToRevoke.id, tokenToRevoke.name)))
      setTokenToRevoke(null);
  };
  return (
    <>
      {tokens.length === 0 ? (
        <EmptyTable text={MESSAGES.noItems("API token")} />
      ) : (
        <WithCsv label="API Tokens">
          <DataTable<ApiToken>
            label="API Tokens"
            columns={columnsWith(setTokenToRevoke)}
            rows={tokens}
            id={({ id }) => id}
            sort={{ by: "creation_time", order: "descending" }}
            onSort={() => {}}
          />
        </WithCsv>
      )}
      <ConfirmDialog
        opened={tokenToRevoke !== null}
        title={`Revoke ${tokenToRevoke?.name ?? "it"}?`}
        text="Programs that use this token lose access at once. A revoked token cannot be restored."
        confirmLabel="Revoke"
        busy={busy}
        onConfirm={() => void revoke()}
        onClose={() => setTokenToRevoke(null)}
      />
    </>
  );
}
