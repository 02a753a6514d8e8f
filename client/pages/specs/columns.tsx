import { ActionIcon, Button, Group, Menu } from "@mantine/core";
import { IconChevronDown, IconDownload, IconPencil, IconPlayerPlay, IconUpload } from "@tabler/icons-react";
import type { Spec } from "@understudy/shared/api/spec.ts";
import { isRunnable } from "@understudy/shared/domain/job.ts";
import { Link } from "react-router-dom";
import type { Column } from "../../components/data-table.tsx";
import classes from "./columns.module.css";

const download = ({ name, download_zip_href: href }: Spec) =>
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

const update = ({ name, latest_version_id, can_be_changed }: Spec, onUpload: () => void) =>
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

const runJob = ({ name, latest_version_id, objectives }: Spec) => {
  const offered = objectives.filter(isRunnable);
  return offered.length === 0 ? null : (
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
        {offered.map((objective) => (
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
};

/** The columns of the list, in the specification's order. */
export const specColumns = (onUpload: (spec: Spec) => void): Column<Spec>[] => [
  { key: "id", header: "Spec ID", sortable: true, width: 84, from: "sm", cell: ({ id }) => id },
  {
    key: "name",
    header: "Name",
    sortable: true,
    cell: (spec) => (
      <>
        <span className={classes.name} title={spec.name}>
          {spec.name}
        </span>
        <Group hiddenFrom="sm" gap={6} wrap="nowrap" className={classes.below}>
          {runJob(spec)}
          {update(spec, () => onUpload(spec))}
          {download(spec)}
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
  { key: "download", header: "Download zip", width: 104, from: "sm", cell: download },
  {
    key: "update",
    header: "Update Spec",
    width: 154,
    from: "sm",
    cell: (spec) => update(spec, () => onUpload(spec)),
  },
  { key: "run", header: "Run Job", width: 148, from: "sm", cell: runJob },
];
