import { Burger, AppShell as Frame, Group, NavLink, Stack } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import {
  IconBook2,
  IconChartPie,
  IconCircleCheck,
  IconFileCode,
  IconFolder,
  IconServer2,
  IconStack2,
} from "@tabler/icons-react";
import type { CurrentUser } from "@understudy/shared/api/user.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { lazy, Suspense, useEffect } from "react";
import { Link, Outlet, ScrollRestoration, useLocation } from "react-router-dom";
import { isExplained } from "#api/call.ts";
import { useMaintenance } from "#data/maintenance.ts";
import { useSession } from "#data/session.ts";
import { PaletteHost } from "#palette/palette-host.tsx";
import { SearchButton } from "#palette/search-button.tsx";
import { ErrorBanner, LoadingPage } from "#ui/load-states.tsx";
import { LogoLink } from "#ui/logo-link.tsx";
import { NotificationBell } from "#ui/notification-bell/notification-bell.tsx";
import { NotificationEffects } from "#ui/notification-bell/notification-effects.tsx";
import { SocketNotice } from "#ui/socket-notice.tsx";
import classes from "./app-shell.module.css";
import sidebar from "./sidebar.module.css";
import { UserMenu } from "./user-menu.tsx";

const MaintenanceNotice = lazy(async () => ({
  default: (await import("#ui/maintenance-notice.tsx")).MaintenanceNotice,
}));

/** Around every page but the login page: a sidebar for full users, and only a bar at the top for restricted ones. */
export function AppShell() {
  const { user, failure, retry } = useSession();
  const [opened, { toggle, close }] = useDisclosure(false);
  const { key } = useLocation();
  const maintenance = useMaintenance();
  // biome-ignore lint/correctness/useExhaustiveDependencies: on a small screen the menu closes once a link was followed
  useEffect(close, [key]);

  if (user === null && failure !== null && failure.status !== 401) {
    return (
      <div className={classes.failure}>
        <ErrorBanner
          message={isExplained(failure) ? failure.message : MESSAGES.loadingUser}
          onRetry={retry}
        />
      </div>
    );
  }
  if (user === null) return <LoadingPage />;
  const navbar = { width: 196, breakpoint: "sm" as const, collapsed: { mobile: !opened } };
  return (
    <Frame
      header={{ height: user.restricted ? 52 : { base: 52, sm: 0 } }}
      {...(!user.restricted && { navbar })}
      transitionDuration={0}
    >
      <a href="#main" className={classes.skip} data-print="never">
        Skip to content
      </a>
      <Frame.Header
        aria-label="Site"
        className={classes.header}
        {...(!user.restricted && { hiddenFrom: "sm" })}
      >
        <Group h="100%" px="sm" gap="xs" justify="space-between" wrap="nowrap">
          <Group gap="xs" wrap="nowrap">
            {!user.restricted && (
              <Burger
                opened={opened}
                onClick={toggle}
                size="sm"
                aria-label={opened ? "Close the menu" : "Open the menu"}
                aria-expanded={opened}
              />
            )}
            <LogoLink />
          </Group>
          {user.restricted ? <UserMenu user={user} /> : <NotificationBell />}
        </Group>
      </Frame.Header>
      {!user.restricted && (
        <Frame.Navbar className={classes.navbar}>
          <Sidebar user={user} />
        </Frame.Navbar>
      )}
      <Frame.Main id="main" tabIndex={-1} className={classes.main}>
        {maintenance && (
          <Suspense fallback={null}>
            <MaintenanceNotice key={maintenance.time} banner={maintenance} />
          </Suspense>
        )}
        <Outlet />
      </Frame.Main>
      <SocketNotice />
      {!user.restricted && <NotificationEffects userId={user.id} />}
      <PaletteHost user={user} />
      <ScrollRestoration />
    </Frame>
  );
}

/** Only pages that exist are linked. */
const PAGE_LINKS = [
  { to: "/jobs", label: "Jobs", Icon: IconStack2 },
  { to: "/specs", label: "Specs", Icon: IconFileCode },
  { to: "/files", label: "Files", Icon: IconFolder },
  { to: "/resources", label: "Resources", Icon: IconServer2 },
  { to: "/metrics", label: "Metrics", Icon: IconChartPie },
  { to: "/guides", label: "Guide", Icon: IconBook2 },
] as const;
const ADMIN_LINK = { to: "/platform", label: "Platform", Icon: IconCircleCheck } as const;

function Sidebar({ user }: { user: CurrentUser }) {
  const { pathname } = useLocation();
  const pages = PAGE_LINKS.filter(({ to }) => to !== "/specs" || !user.hide_specs);
  const links = user.roles.includes("admin") ? [...pages, ADMIN_LINK] : pages;
  return (
    <div className={sidebar.sidebar}>
      <div className={sidebar.logo}>
        <LogoLink />
        <NotificationBell />
      </div>
      <SearchButton />
      <nav aria-label="Main" className={sidebar.links}>
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
              className={sidebar.link}
            />
          ))}
        </Stack>
      </nav>
      <UserMenu user={user} />
    </div>
  );
}
