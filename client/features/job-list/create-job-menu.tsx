import { Button, Menu, Text } from "@mantine/core";
import { IconChevronDown, IconPlus } from "@tabler/icons-react";
import { Link } from "react-router-dom";

/** The ways to create a job; where specs are hidden there is only one. */
export function CreateJobMenu({ hideSpecs }: { hideSpecs: boolean }) {
  if (hideSpecs) {
    return (
      <Button component={Link} to="/jobs/new" leftSection={<IconPlus size={16} />}>
        Create Job
      </Button>
    );
  }
  return (
    <Menu position="bottom-end" shadow="md" width={300}>
      <Menu.Target>
        <Button leftSection={<IconPlus size={16} />} rightSection={<IconChevronDown size={16} />}>
          Create Job
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item component={Link} to="/jobs/new">
          Create Data-Driven Job
          <Text size="xs" c="dimmed">
            From CSV files of runs that you have already.
          </Text>
        </Menu.Item>
        <Menu.Item component={Link} to="/specs">
          Create Job from Spec
          <Text size="xs" c="dimmed">
            Runs your simulation program on connected servers.
          </Text>
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
