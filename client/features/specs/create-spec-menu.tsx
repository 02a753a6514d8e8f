import { Button, Menu } from "@mantine/core";
import { IconChevronDown, IconPlus } from "@tabler/icons-react";
import type { CurrentUser } from "@understudy/shared/api/user.ts";
import { Link } from "react-router-dom";

type Props = { templates: CurrentUser["available_spec_templates"] };

/** The ways to create a spec; with no templates there is only one. */
export function CreateSpecMenu({ templates }: Props) {
  if (templates.length === 0) {
    return (
      <Button component={Link} to="/specs/new" leftSection={<IconPlus size={16} />}>
        Create Spec
      </Button>
    );
  }
  return (
    <Menu position="bottom-end" shadow="md">
      <Menu.Target>
        <Button leftSection={<IconPlus size={16} />} rightSection={<IconChevronDown size={16} />}>
          Create Spec
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {templates.map(({ key, name }) => (
          <Menu.Item key={key} component={Link} to={`/spec_templates/${key}/specs/new`}>
            Create Spec from {name}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item component={Link} to="/specs/new">
          Create Custom Spec
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
