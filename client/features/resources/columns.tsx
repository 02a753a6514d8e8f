import type { SortOrder } from "@understudy/shared/api/list.ts";
import type { OfflineResource, Resource } from "@understudy/shared/api/resource.ts";
import { assertNever } from "@understudy/shared/assert-never.ts";
import { countText } from "@understudy/shared/number-text.ts";
import type { Column } from "#ui/data-table.tsx";
import { formatDate, formatMoment } from "#ui/format.ts";
import { Moment } from "#ui/moment.tsx";
import { TextLink } from "#ui/text-link.tsx";
import classes from "./resources.module.css";
import { Sharing } from "./sharing.tsx";

const Online = ({ server }: { server: Resource }) => (
  <span className={classes.online} data-held-back={server.held_back !== null}>
    {server.status}
  </span>
);

/** The number of simulations that the server runs now, of those that it may run at a time. */
function Load({ server: { running, allowed } }: { server: Resource }) {
  return (
    <span className={classes.load}>
      <span className={classes.bar} aria-hidden>
        <span style={{ width: `${Math.min(100, (100 * running) / allowed)}%` }} />
      </span>
      <span data-numeric>
        {running} / {allowed}
      </span>
    </span>
  );
}

/** As "Slurm: 40 running, 60 pending, 2 held (Resources, Priority)". */
export function describeQueue({ scheduler, ...queue }: NonNullable<Resource["queue"]>): string {
  const states = (["running", "pending", "held"] as const).filter((state) => queue[state] > 0);
  const counts = states.map((state) => `${countText(queue[state])} ${state}`).join(", ") || "nothing waits";
  const reasons = queue.reasons.length === 0 ? "" : ` (${queue.reasons.join(", ")})`;
  return `${scheduler}: ${counts}${reasons}`;
}

export const RESOURCE_COLUMNS: readonly Column<Resource>[] = [
  { key: "id", header: "Resource ID", sortable: true, width: 112, from: "sm", cell: ({ id }) => id },
  {
    key: "name",
    header: "Name",
    sortable: true,
    cell: (server) => (
      <>
        <span className={classes.name} title={`${server.name} (${server.platform})`}>
          {server.name}
        </span>
        {server.machine !== null && (
          <span className={classes.queue}>
            Created for <TextLink to={`/jobs/${server.machine.job_id}`}>job {server.machine.job_id}</TextLink>
            , and deleted after it
          </span>
        )}
        {server.queue !== null && <span className={classes.queue}>{describeQueue(server.queue)}</span>}
        {server.held_back !== null && <span className={classes.heldBack}>{server.held_back}</span>}
        {/* Where the window is too narrow for the other columns. */}
        <span className={classes.below}>
          {server.id} · {server.role} · {server.cores} cores
          <Load server={server} />
          <Sharing server={server} />
        </span>
      </>
    ),
  },
  { key: "role", header: "Role", sortable: true, width: 120, from: "sm", cell: ({ role }) => role },
  { key: "status", header: "Status", width: 96, cell: (server) => <Online server={server} /> },
  {
    key: "sharing",
    header: "Shared",
    width: 116,
    from: "sm",
    cell: (server) => <Sharing server={server} />,
  },
  {
    key: "running",
    header: "Load",
    sortable: true,
    width: 150,
    from: "sm",
    cell: (server) => <Load server={server} />,
  },
  {
    key: "cores",
    header: "Cores",
    sortable: true,
    width: 76,
    from: "md",
    cell: ({ cores }) => cores,
  },
  {
    key: "client_version",
    header: "Client version",
    sortable: true,
    width: 132,
    from: "lg",
    cell: ({ client_version }) => client_version,
  },
  {
    key: "last_seen",
    header: "Last seen",
    sortable: true,
    width: 140,
    from: "md",
    cell: ({ last_seen }) => <span title={formatMoment(last_seen)}>{formatDate(last_seen)}</span>,
  },
];

export const OFFLINE_COLUMNS: readonly Column<OfflineResource>[] = [
  { key: "id", header: "Resource ID", width: 112, from: "sm", cell: ({ id }) => id },
  { key: "name", header: "Name", cell: ({ name }) => name },
  { key: "role", header: "Role", width: 120, from: "sm", cell: ({ role }) => role },
  { key: "status", header: "Status", width: 96, cell: ({ status }) => status },
  {
    key: "last_seen",
    header: "Last seen",
    width: 150,
    cell: ({ last_seen }) => <Moment time={last_seen} none="" />,
  },
];

type SortColumn = "id" | "name" | "role" | "running" | "cores" | "client_version" | "last_seen";
const isSortColumn = (by: string): by is SortColumn =>
  RESOURCE_COLUMNS.some(({ key, sortable }) => key === by && sortable);

function difference(by: SortColumn, a: Resource, b: Resource): number {
  switch (by) {
    case "id":
    case "cores":
    case "running":
      return a[by] - b[by];
    case "name":
    case "role":
    case "client_version":
    case "last_seen":
      return a[by].localeCompare(b[by], "en", { numeric: true });
    default:
      return assertNever(by);
  }
}

/** Compares by a column, ties by id. */
export const compareBy =
  (by: string, order: SortOrder) =>
  (a: Resource, b: Resource): number => {
    const comparison = isSortColumn(by) ? difference(by, a, b) : 0;
    return (order === "ascending" ? comparison : -comparison) || a.id - b.id;
  };
