import { NavLink, Stack } from "@mantine/core";
import {
  IconBook2,
  IconChartPie,
  IconFileCode,
  IconFolder,
  IconServer2,
  IconStack2,
} from "@tabler/icons-react";
import type { CurrentUser } from "@understudy/shared/api/user.ts";
import { Link, useLocation } from "react-router-dom";
import { SearchButton } from "../palette/search-button.tsx";
import { LogoLink } from "../ui/logo-link.tsx";
import { NotificationBell } from "../ui/notification-bell/notification-bell.tsx";
import classes from "./sidebar.module.css";
import { UserMenu } from "./user-menu.tsx";

/** Only pages that exist are linked. */
const PAGE_LINKS = [
  { to: "/jobs", label: "Jobs", Icon: IconStack2 },
  { to: "/specs", label: "Specs", Icon: IconFileCode },
  { to: "/files", label: "Files", Icon: IconFolder },
  { to: "/resources", label: "Resources", Icon: IconServer2 },
  { to: "/metrics", label: "Metrics", Icon: IconChartPie },
  { to: "/guides", label: "Guide", Icon: IconBook2 },
] as const;

export function Sidebar({ user }: { user: CurrentUser }) {
  const { pathname } = useLocation();
  const links = PAGE_LINKS.filter(({ to }) => to !== "/specs" || !user.hide_specs);
  return (
    <div className={classes.sidebar}>
      <div className={classes.logo}>
        <LogoLink />
        <NotificationBell />
      </div>
      <SearchButton />
      <nav aria-label="Main" className={classes.links}>
        <Stack gap={2}>
          {links.map(({ to, label, Icon }) => (
            <NavLink
              key={to}
              component={Link}
              to={to}
              label={label}
              leftSection={<Icon size={18} stroke={1.7} />}
              active={pathname === to || pathname.startsWith(`${to}/`)}
              aria-current={pathname === to ? "page" : undefined}
              className={classes.link}
            />
          ))}
        </Stack>
      </nav>
      <UserMenu user={user} />
    </div>
  );
}
