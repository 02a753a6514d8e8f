import "./zod-setup.ts";
import "@mantine/core/styles.css";
import "@mantine/dropzone/styles.css";
import "./styles/global.css";
import "./styles/print.css";
import { MantineProvider } from "@mantine/core";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { RouterProvider } from "react-router-dom";
import { loginPath, setLoggedOutHandler } from "./api/session.ts";
import { disconnectLive } from "./data/socket/socket.ts";
import { watchForUpgrades } from "./data/upgrade.ts";
import { getNonce } from "./nonce.ts";
import { router } from "./routes.tsx";
import { cssVariables, theme } from "./styles/theme.ts";
import { NoticesHost } from "./ui/notices-host.tsx";

setLoggedOutHandler(() => {
  const { pathname, search, hash } = router.state.location;
  if (pathname === "/login") return;
  disconnectLive();
  void router.navigate(loginPath(`${pathname}${search}${hash}`), { replace: true });
});

watchForUpgrades(() => {
  // The page that is being opened is not the location yet.
  const { pathname, search, hash } = router.state.navigation.location ?? router.state.location;
  return `${pathname}${search}${hash}`;
});

const root = document.getElementById("root");
if (root === null) throw new Error("index.html has no #root");
createRoot(root).render(
  <StrictMode>
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      defaultColorScheme="auto"
      getStyleNonce={getNonce}
    >
      <NoticesHost />
      <RouterProvider router={router} />
    </MantineProvider>
  </StrictMode>,
);
