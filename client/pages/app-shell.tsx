import { Burger, AppShell as Frame, Group } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { MESSAGES } from "@understudy/shared/messages.ts";
import { useEffect } from "react";
import { Outlet, ScrollRestoration, useLocation } from "react-router-dom";
import { isExplained } from "../api/failure.ts";
import { useSession } from "../data/session.ts";
import { PaletteHost } from "../palette/palette-host.tsx";
import { ErrorBanner } from "../ui/error-banner.tsx";
import { LoadingPage } from "../ui/loading.tsx";
import { LogoLink } from "../ui/logo-link.tsx";
import { NotificationBell } from "../ui/notification-bell/notification-bell.tsx";
import { NotificationEffects } from "../ui/notification-bell/notification-effects.tsx";
import { SocketNotice } from "../ui/socket-notice.tsx";
import classes from "./app-shell.module.css";
import { Sidebar } from "./sidebar.tsx";
import { UserMenu } from "./user-menu.tsx";

/** Around every page but the login page: a sidebar for full users, and only a bar at the top for restricted ones. */
export function AppShell() {
  const { user, failure, retry } = useSession();
  const [opened, { toggle, close }] = useDisclosure(false);
  const { key } = useLocation();
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
        <Outlet />
      </Frame.Main>
      <SocketNotice />
      {!user.restricted && <NotificationEffects userId={user.id} />}
      <PaletteHost user={user} />
      <ScrollRestoration />
    </Frame>
  );
}
