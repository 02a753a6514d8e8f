import { ActionIcon, Table } from "@mantine/core";
import { IconDownload, IconFile, IconFolder } from "@tabler/icons-react";
import type { DirectoryEntry } from "@understudy/shared/api/file.ts";
import { bytesText } from "@understudy/shared/number-text.ts";
import { Link } from "react-router-dom";
import { formatDate, formatMoment } from "#ui/format.ts";
import { WithCsv } from "#ui/table-csv.tsx";
import { directoryAddress, downloadAddress } from "./directory-path.ts";
import classes from "./files.module.css";

type Props = {
  /** The path of the directory. */
  path: string;
  entries: readonly DirectoryEntry[];
  stale: boolean;
  /** The name of the file that is previewed. */
  chosen: string | null;
  /** The address that previews a file. */
  previewAddress: (name: string) => string;
};

/** Folders open; files are previewed. */
export function EntryTable({ path, entries, stale, chosen, previewAddress }: Props) {
  return (
    <WithCsv label="Files">
      <Table layout="fixed" aria-label="Files" className={classes.table} data-stale={stale}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Name</Table.Th>
            <Table.Th w={84} ta="right">
              Size
            </Table.Th>
            <Table.Th w={136} visibleFrom="lg">
              Modified
            </Table.Th>
            <Table.Th w={44} aria-label="Download" />
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {entries.map((entry) => (
            <Table.Tr key={entry.name} data-chosen={!entry.is_directory && entry.name === chosen}>
              <Table.Td className={classes.nameCell}>
                <EntryLink
                  entry={entry}
                  to={
                    entry.is_directory
                      ? directoryAddress(`${path}/${entry.name}`)
                      : previewAddress(entry.name)
                  }
                  isChosen={!entry.is_directory && entry.name === chosen}
                />
              </Table.Td>
              <Table.Td ta="right">{entry.size === null ? "" : bytesText(entry.size)}</Table.Td>
              <Table.Td visibleFrom="lg" title={formatMoment(entry.modified_time)}>
                {formatDate(entry.modified_time)}
              </Table.Td>
              <Table.Td p={0}>
                {!entry.is_directory && (
                  <ActionIcon
                    component="a"
                    href={downloadAddress(`${path}/${entry.name}`)}
                    download
                    variant="subtle"
                    aria-label={`Download ${entry.name}`}
                    title="Download"
                  >
                    <IconDownload size={16} />
                  </ActionIcon>
                )}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </WithCsv>
  );
}

type LinkProps = { entry: DirectoryEntry; to: string; isChosen: boolean };

function EntryLink({ entry: { name, label, is_directory }, to, isChosen }: LinkProps) {
  const Icon = is_directory ? IconFolder : IconFile;
  const fullName = label === null ? name : `${name} ${label}`;
  return (
    <Link to={to} className={classes.name} title={fullName} aria-current={isChosen ? "true" : undefined}>
      <Icon size={17} stroke={1.6} className={classes.icon} data-folder={is_directory} aria-hidden />
      <span>
        {name}
        {label !== null && <span className={classes.label}> {label}</span>}
      </span>
    </Link>
  );
}
