import { Table } from "@mantine/core";
import type { SpecDetail } from "@understudy/shared/api/spec.ts";
import { formatDate, formatMoment } from "../../../components/format.ts";
import { TableSection } from "./section.tsx";

/** The versions of the spec, the newest first. */
export const SpecVersions = ({ spec }: { spec: SpecDetail }) => (
  <TableSection title="Versions" columns={["Version", "Name", "Created by", "Created"]}>
    {spec.versions.map(({ id, number, name, creator, creation_time }) => (
      <Table.Tr key={id}>
        <Table.Td>
          {number}
          {id === spec.latest_version_id && " (latest)"}
        </Table.Td>
        <Table.Td>{name}</Table.Td>
        <Table.Td>{creator.name}</Table.Td>
        <Table.Td>
          <time dateTime={creation_time} title={formatMoment(creation_time)}>
            {formatDate(creation_time)}
          </time>
        </Table.Td>
      </Table.Tr>
    ))}
  </TableSection>
);
