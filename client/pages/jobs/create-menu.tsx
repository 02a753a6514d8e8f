import { Button, Menu } from "@mantine/core";
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
    <Menu position="bottom-end" shadow="md">
      <Menu.Target>
        <Button leftSection={<IconPlus size={16} />} rightSection={<IconChevronDown size={16} />}>
          Create Job
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item component={Link} to="/jobs/new">
          Create Data-Driven Job
        </Menu.Item>
        <Menu.Item component={Link} to="/specs">
          Create Job from Spec
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
