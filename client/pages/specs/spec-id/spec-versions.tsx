import type { SpecDetail } from "@understudy/shared/api/spec.ts";
import { formatDate, formatMoment } from "#ui/format.ts";
import { TableSection } from "./section.tsx";

/** The versions of the spec, the newest first. */
export const SpecVersions = ({ spec }: { spec: SpecDetail }) => (
  <TableSection
    title="Versions"
    columns={["Version", "Name", "Created by", "Created"]}
    rows={spec.versions.map(({ id, number, name, creator, creation_time }) => ({
      key: id,
      name: `${number}${id === spec.latest_version_id ? " (latest)" : ""}`,
      values: [
        name,
        creator.name,
        <time key="created" dateTime={creation_time} title={formatMoment(creation_time)}>
          {formatDate(creation_time)}
        </time>,
      ],
    }))}
  />
);
