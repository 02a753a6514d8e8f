import { Badge, Button, Group, Stack, Text, TextInput, Title } from "@mantine/core";
import { schemaResolver, useForm } from "@mantine/form";
import { type OwnSession, profileRoutes } from "@understudy/shared/api/profile.ts";
import { HISTORY_POLL_MS } from "@understudy/shared/limits.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { call } from "#api/call.ts";
import { setCurrentUser, useCurrentUser } from "#data/current-user.ts";
import { useQuery } from "#data/query.ts";
import { notifySuccess } from "#ui/banner-messages.ts";
import { type Column, DataTable } from "#ui/data-table.tsx";
import { formErrors } from "#ui/field-errors.ts";
import { ErrorBanner, LoadingLines } from "#ui/load-states.tsx";
import { Moment } from "#ui/moment.tsx";
import { useAction } from "#ui/use-action.ts";
import classes from "./profile.module.css";

/** Changes the user's own name. The e-mail address is for an admin to change. */
export function NameForm() {
  const { name, email } = useCurrentUser();
  const form = useForm({
    initialValues: { name },
    validate: schemaResolver(profileRoutes.updateProfile.body, { sync: true }),
    clearInputErrorOnChange: false,
  });
  const { run, busy } = useAction("saving your name", {
    message: ({ fields }) => (fields.name === undefined ? MESSAGES.action("saving your name") : null),
    onFailure: ({ fields }) => form.setErrors(formErrors(fields)),
  });
  const save = form.onSubmit((body) =>
    run(async () => {
      setCurrentUser(await call("updateProfile", { body }));
      notifySuccess(MESSAGES.nameSaved);
    }),
  );
  return (
    <form onSubmit={save} noValidate className={classes.form}>
      <TextInput
        label="Name"
        autoComplete="name"
        maxLength={100}
        className={classes.name}
        description={`You log in as ${email}; an admin can change this.`}
        inputWrapperOrder={["label", "input", "description", "error"]}
        {...form.getInputProps("name")}
      />
      <Button
        type="submit"
        loading={busy}
        disabled={form.values.name.trim() === name}
        className={classes.save}
      >
        Save
      </Button>
    </form>
  );
}

/** Rows need a number each: an id is a text. */
const rowNumber = ({ id }: OwnSession): number => Number.parseInt(id.slice(0, 12), 16);

/** The browsers in which the user is logged in. */
export function Sessions() {
  const { sessions, failure, reload, end, endOthers, busy } = useSessions();
  const otherSessions = sessions?.filter(({ is_current }) => !is_current) ?? [];
  return (
    <Stack gap="sm" component="section" aria-labelledby="sessions">
      <Group justify="space-between" gap="sm">
        <Title order={2} id="sessions">
          Sessions
        </Title>
        {otherSessions.length > 0 && (
          <Button variant="default" size="sm" loading={busy} onClick={() => void endOthers()}>
            End All Others
          </Button>
        )}
      </Group>
      <Text c="dimmed" maw={720}>
        Browsers in which you are logged in. If you do not recognise one, end it and change your password.
      </Text>
      {failure !== null && <ErrorBanner message={MESSAGES.loadingItems("session")} onRetry={reload} />}
      {sessions === null && failure === null && <LoadingLines rows={3} height={29} />}
      {sessions !== null && (
        <DataTable<OwnSession>
          label="Sessions"
          columns={sessionColumns((session) => void end(session), busy)}
          rows={sessions}
          id={rowNumber}
          sort={{ by: "last_used_time", order: "descending" }}
          onSort={() => {}}
        />
      )}
    </Stack>
  );
}

const load = (signal: AbortSignal) => call("listSessions", { signal });

/** The user's own sessions; `end` ends one, `endOthers` all but this one. */
function useSessions() {
  const { value, failure, reload } = useQuery(load, { everyMs: HISTORY_POLL_MS });
  const { run, busy } = useAction("ending the session");
  const end = ({ id }: OwnSession) =>
    run(async () => {
      await call("endOwnSession", { params: { session_id: id } });
      notifySuccess(MESSAGES.sessionEnded);
      reload();
    });
  const endOthers = () =>
    run(async () => {
      await call("endOtherSessions");
      notifySuccess(MESSAGES.sessionsEnded);
      reload();
    });
  return { sessions: value?.items ?? null, failure, reload, end, endOthers, busy };
}

const UNKNOWN_TEXT = "Unknown";
const formatDevice = ({ device }: OwnSession): string => device ?? "Unknown browser";

/** Ends a session, or says that it is this one, which Log Out ends. */
function End({ session, onEnd, busy }: { session: OwnSession; onEnd: () => void; busy: boolean }) {
  if (session.is_current) {
    return (
      <Badge size="sm" variant="light" tt="none">
        This session
      </Badge>
    );
  }
  return (
    <Button
      size="compact-sm"
      variant="default"
      disabled={busy}
      aria-label={`End ${formatDevice(session)}`}
      onClick={onEnd}
    >
      End
    </Button>
  );
}

const sessionColumns = (
  onEnd: (session: OwnSession) => void,
  busy: boolean,
): readonly Column<OwnSession>[] => [
  {
    key: "device",
    header: "Browser",
    cell: (session) => (
      <>
        <span className={classes.device}>{formatDevice(session)}</span>
        {/* Where the window is too narrow for the other columns. */}
        <div className={classes.below}>
          <span>{session.address ?? UNKNOWN_TEXT}</span>
          <span>
            Last used: <Moment time={session.last_used_time} none={UNKNOWN_TEXT} />
          </span>
        </div>
      </>
    ),
  },
  {
    key: "address",
    header: "Logged in from",
    width: 220,
    from: "sm",
    cell: ({ address }) =>
      address ?? (
        <Text span inherit c="dimmed">
          {UNKNOWN_TEXT}
        </Text>
      ),
  },
  {
    key: "creation_time",
    header: "Logged in",
    width: 150,
    from: "lg",
    cell: ({ creation_time }) => <Moment time={creation_time} none={UNKNOWN_TEXT} />,
  },
  {
    key: "last_used_time",
    header: "Last used",
    width: 150,
    from: "sm",
    cell: ({ last_used_time }) => <Moment time={last_used_time} none={UNKNOWN_TEXT} />,
  },
  {
    key: "end",
    header: "",
    width: 116,
    align: "right",
    cell: (session) => <End session={session} onEnd={() => onEnd(session)} busy={busy} />,
  },
];
