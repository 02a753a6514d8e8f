import { ActionIcon, Button, Group, Menu } from "@mantine/core";
import { IconChevronDown, IconDownload, IconPencil, IconPlayerPlay, IconUpload } from "@tabler/icons-react";
import type { Spec } from "@understudy/shared/api/spec.ts";
import { Link } from "react-router-dom";
import type { Column } from "#ui/data-table.tsx";
import classes from "./columns.module.css";

/** The current version's files; nothing where there are none to download. */
export const DownloadZip = ({ spec: { name, download_zip_href: href } }: { spec: Spec }) =>
  href === null ? null : (
    <ActionIcon
      component="a"
      href={href}
      download
      variant="subtle"
      aria-label={`Download zip of ${name}`}
      title="Download zip"
    >
      <IconDownload size={17} />
    </ActionIcon>
  );

type UpdateProps = { spec: Spec; onUpload: () => void };

/** The ways to make the next version, for those who may. */
export const UpdateSpec = ({ spec: { name, latest_version_id, can_be_changed }, onUpload }: UpdateProps) =>
  can_be_changed ? (
    <Menu position="bottom-end" shadow="md">
      <Menu.Target>
        <Button
          size="compact-sm"
          variant="default"
          aria-label={`Update Spec ${name}`}
          rightSection={<IconChevronDown size={14} />}
        >
          Update Spec
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconUpload size={15} />} onClick={onUpload}>
          Upload Files
        </Menu.Item>
        <Menu.Item
          component={Link}
          to={`/spec_versions/${latest_version_id}/edit`}
          leftSection={<IconPencil size={15} />}
        >
          Edit Config
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  ) : null;

/** The objectives that a job from the spec can have. */
export function RunJob({ spec: { name, latest_version_id, objectives } }: { spec: Spec }) {
  return objectives.length === 0 ? null : (
    <Menu position="bottom-end" shadow="md">
      <Menu.Target>
        <Button
          size="compact-sm"
          aria-label={`Run Job of ${name}`}
          variant="light"
          leftSection={<IconPlayerPlay size={14} />}
          rightSection={<IconChevronDown size={14} />}
        >
          Run Job
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {objectives.map((objective) => (
          <Menu.Item
            key={objective}
            component={Link}
            to={`/spec_versions/${latest_version_id}/jobs/new?${new URLSearchParams({ objective })}`}
          >
            {objective}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

/** The columns of the list, in the specification's order. */
export const specColumns = (onUpload: (spec: Spec) => void): Column<Spec>[] => [
  { key: "id", header: "Spec ID", sortable: true, width: 84, from: "sm", cell: ({ id }) => id },
  {
    key: "name",
    header: "Name",
    sortable: true,
    cell: (spec) => (
      <>
        <Link to={`/specs/${spec.id}`} className={classes.name} title={spec.name}>
          {spec.name}
        </Link>
        <Group hiddenFrom="sm" gap={6} wrap="nowrap" className={classes.below}>
          <RunJob spec={spec} />
          <UpdateSpec spec={spec} onUpload={() => onUpload(spec)} />
          <DownloadZip spec={spec} />
        </Group>
      </>
    ),
  },
  {
    key: "creator",
    header: "Creator",
    sortable: true,
    width: 150,
    from: "md",
    cell: ({ creator }) => <span title={creator.name}>{creator.name}</span>,
  },
  {
    key: "download",
    header: "Download zip",
    width: 104,
    from: "sm",
    cell: (spec) => <DownloadZip spec={spec} />,
  },
  {
    key: "update",
    header: "Update Spec",
    width: 154,
    from: "sm",
    cell: (spec) => <UpdateSpec spec={spec} onUpload={() => onUpload(spec)} />,
  },
  { key: "run", header: "Run Job", width: 148, from: "sm", cell: (spec) => <RunJob spec={spec} /> },
];
