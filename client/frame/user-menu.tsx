import { Avatar, Menu, Text, UnstyledButton, useMantineColorScheme } from "@mantine/core";
import {
  IconBell,
  IconHistory,
  IconKey,
  IconKeyboard,
  IconLogout,
  IconSelector,
  IconTerminal2,
  IconUser,
  IconUsers,
} from "@tabler/icons-react";
import type { CurrentUser } from "@understudy/shared/api/user.ts";
import { Link } from "react-router-dom";
import { setShortcutSheet } from "#palette/palette-state.ts";
import { useLogOut } from "#ui/use-log-out.ts";
import classes from "./user-menu.module.css";

const COLOR_SCHEMES = [
  { value: "light", label: "Light" },
  { value: "dark", label: "Dark" },
  { value: "auto", label: "System" },
] as const;

const ADMIN_PAGES = [
  { to: "/users", label: "Users", icon: IconUsers },
  { to: "/audit", label: "Audit Journal", icon: IconHistory },
];
const OWN_PAGES = [
  { to: "/user/profile", label: "Profile", icon: IconUser },
  { to: "/user/notifications", label: "Notifications", icon: IconBell },
  { to: "/user/tokens", label: "API Tokens", icon: IconTerminal2 },
  { to: "/user/password", label: "Change Password", icon: IconKey },
];

function listPages({ restricted, roles }: CurrentUser) {
  if (restricted) return [];
  return roles.includes("admin") ? [...ADMIN_PAGES, ...OWN_PAGES] : OWN_PAGES;
}

/** Shows the user who is logged in, with the pages and settings that concern only them. */
export function UserMenu({ user }: { user: CurrentUser }) {
  const logOut = useLogOut();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <Menu position="top-start" width={212} shadow="md" withinPortal>
      <Menu.Target>
        <UnstyledButton className={classes.button} aria-label={`${user.name}, user menu`}>
          <Avatar src={user.identicon_href} alt="" size={28} radius="sm" />
          <Text size="sm" fw={500} truncate className={classes.name}>
            {user.name}
          </Text>
          <IconSelector size={15} aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Text size="xs" c="dimmed" px="sm" py={4} truncate>
          {user.email}
        </Text>
        <Menu.Divider />
        <Menu.Label>Appearance</Menu.Label>
        <Menu.RadioGroup value={colorScheme} aria-label="Appearance">
          {COLOR_SCHEMES.map(({ value, label }) => (
            <Menu.RadioItem key={value} value={value} onChange={() => setColorScheme(value)}>
              {label}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        {listPages(user).map(({ to, label, icon: Icon }) => (
          <Menu.Item key={to} component={Link} to={to} leftSection={<Icon size={16} />}>
            {label}
          </Menu.Item>
        ))}
        <Menu.Item leftSection={<IconKeyboard size={16} />} onClick={() => setShortcutSheet(true)}>
          Keyboard Shortcuts
        </Menu.Item>
        <Menu.Item leftSection={<IconLogout size={16} />} onClick={logOut}>
          Log Out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
