import { createBrowserRouter, Navigate, type RouteObject } from "react-router-dom";
import { AppShell } from "./frame/app-shell.tsx";
import { ErrorPage } from "./frame/error-page.tsx";
import { FullUsersOnly } from "./frame/full-users-only.tsx";
import { EmulatorRedirect } from "./pages/emulator-redirect.tsx";
import { HomePage } from "./pages/home-page.tsx";
import { LoadingPage } from "./ui/load-states.tsx";
import { NotFoundPage } from "./ui/not-found-page.tsx";

/** Pages that restricted users may open too. Each page is a chunk of its own. */
const everybody: RouteObject[] = [
  { index: true, element: <HomePage /> },
  {
    path: "jobs",
    lazy: async () => ({ Component: (await import("./pages/jobs-page.tsx")).JobsPage }),
  },
  {
    path: "jobs/:jobId",
    lazy: async () => ({ Component: (await import("./pages/job-page.tsx")).JobPage }),
  },
  { path: "jobs/:jobId/emulator", element: <EmulatorRedirect /> },
];

/** These pages do not exist for restricted users. */
const fullUsers: RouteObject[] = [
  {
    path: "jobs/new",
    lazy: async () => ({ Component: (await import("./pages/new-job-page.tsx")).NewJobPage }),
  },
  {
    path: "jobs/compare",
    lazy: async () => ({ Component: (await import("./pages/compare-page.tsx")).ComparePage }),
  },
  {
    path: "jobs/:jobId/report",
    lazy: async () => ({
      Component: (await import("./pages/report-page.tsx")).ReportPage,
    }),
  },
  {
    path: "spec_versions/:specVersionId/jobs/new",
    lazy: async () => ({
      Component: (await import("./pages/new-spec-job-page.tsx")).NewSpecJobPage,
    }),
  },
  {
    path: "specs",
    lazy: async () => ({ Component: (await import("./pages/specs-page.tsx")).SpecsPage }),
  },
  {
    path: "specs/new",
    lazy: async () => ({ Component: (await import("./pages/new-spec-page.tsx")).NewSpecPage }),
  },
  {
    path: "specs/:specId",
    lazy: async () => ({ Component: (await import("./pages/spec-page.tsx")).SpecPage }),
  },
  {
    path: "spec_templates/:specTemplateId/specs/new",
    lazy: async () => ({
      Component: (await import("./pages/template-spec-page.tsx")).TemplateSpecPage,
    }),
  },
  {
    path: "spec_versions/:specVersionId/edit",
    lazy: async () => ({
      Component: (await import("./pages/edit-spec-page.tsx")).EditSpecPage,
    }),
  },
  {
    path: "files",
    lazy: async () => ({ Component: (await import("./pages/files-home-page.tsx")).FilesHomePage }),
  },
  {
    path: "files/*",
    lazy: async () => ({
      Component: (await import("./pages/directory-page.tsx")).DirectoryPage,
    }),
  },
  {
    path: "metrics",
    lazy: async () => ({ Component: (await import("./pages/metrics-page.tsx")).MetricsPage }),
  },
  {
    path: "resources",
    lazy: async () => ({ Component: (await import("./pages/resources-page.tsx")).ResourcesPage }),
  },
  { path: "guides", element: <Navigate to="/guides/overview" replace /> },
  {
    path: "guides/*",
    lazy: async () => ({ Component: (await import("./pages/guide-page.tsx")).GuidePage }),
  },
  {
    path: "users",
    lazy: async () => ({ Component: (await import("./pages/users-page.tsx")).UsersPage }),
  },
  {
    path: "platform",
    lazy: async () => ({ Component: (await import("./pages/platform-page.tsx")).PlatformPage }),
  },
  {
    path: "audit",
    lazy: async () => ({ Component: (await import("./pages/audit-page.tsx")).AuditPage }),
  },
  {
    path: "user/profile",
    lazy: async () => ({ Component: (await import("./pages/profile-page.tsx")).ProfilePage }),
  },
  {
    path: "user/notifications",
    lazy: async () => ({
      Component: (await import("./pages/notifications-page.tsx")).NotificationsPage,
    }),
  },
  {
    path: "user/tokens",
    lazy: async () => ({ Component: (await import("./pages/tokens-page.tsx")).TokensPage }),
  },
  {
    path: "user/password",
    lazy: async () => ({ Component: (await import("./pages/password-page.tsx")).PasswordPage }),
  },
];

export const router = createBrowserRouter([
  {
    errorElement: <ErrorPage />,
    hydrateFallbackElement: <LoadingPage />,
    children: [
      {
        path: "login",
        lazy: async () => ({ Component: (await import("./pages/login-page.tsx")).LoginPage }),
      },
      {
        path: "choose_password",
        lazy: async () => ({
          Component: (await import("./pages/choose-password-page.tsx")).ChoosePasswordPage,
        }),
      },
      {
        element: <AppShell />,
        children: [
          {
            errorElement: <ErrorPage />,
            children: [
              ...everybody,
              { element: <FullUsersOnly />, children: fullUsers },
              { path: "*", element: <NotFoundPage /> },
            ],
          },
        ],
      },
    ],
  },
]);
