import { createBrowserRouter, Navigate, type RouteObject } from "react-router-dom";
import { AppShell } from "./pages/app-shell.tsx";
import { ErrorPage } from "./pages/error-page.tsx";
import { FullUsersOnly } from "./pages/full-users-only.tsx";
import { HomePage } from "./pages/home-page.tsx";
import { EmulatorRedirect } from "./pages/jobs/emulator-redirect.tsx";
import { NotFoundPage } from "./pages/not-found-page.tsx";
import { LoadingPage } from "./ui/loading.tsx";

/** Pages that restricted users may open too. Each page is a chunk of its own. */
const everybody: RouteObject[] = [
  { index: true, element: <HomePage /> },
  {
    path: "jobs",
    lazy: async () => ({ Component: (await import("./pages/jobs/jobs-page.tsx")).JobsPage }),
  },
  {
    path: "jobs/:jobId",
    lazy: async () => ({ Component: (await import("./pages/jobs/job-id/job-page.tsx")).JobPage }),
  },
  { path: "jobs/:jobId/emulator", element: <EmulatorRedirect /> },
];

/** These pages do not exist for restricted users. */
const fullUsers: RouteObject[] = [
  {
    path: "jobs/new",
    lazy: async () => ({ Component: (await import("./pages/jobs/new/new-job-page.tsx")).NewJobPage }),
  },
  {
    path: "jobs/compare",
    lazy: async () => ({ Component: (await import("./pages/jobs/compare/compare-page.tsx")).ComparePage }),
  },
  {
    path: "jobs/:jobId/report",
    lazy: async () => ({
      Component: (await import("./pages/jobs/job-id/report/report-page.tsx")).ReportPage,
    }),
  },
  {
    path: "spec_versions/:specVersionId/jobs/new",
    lazy: async () => ({
      Component: (await import("./pages/spec-versions/new-job/new-spec-job-page.tsx")).NewSpecJobPage,
    }),
  },
  {
    path: "specs",
    lazy: async () => ({ Component: (await import("./pages/specs/specs-page.tsx")).SpecsPage }),
  },
  {
    path: "specs/new",
    lazy: async () => ({ Component: (await import("./pages/specs/new/new-spec-page.tsx")).NewSpecPage }),
  },
  {
    path: "specs/:specId",
    lazy: async () => ({ Component: (await import("./pages/specs/spec-id/spec-page.tsx")).SpecPage }),
  },
  {
    path: "spec_templates/:specTemplateId/specs/new",
    lazy: async () => ({
      Component: (await import("./pages/spec-templates/template-spec-page.tsx")).TemplateSpecPage,
    }),
  },
  {
    path: "spec_versions/:specVersionId/edit",
    lazy: async () => ({
      Component: (await import("./pages/spec-versions/edit/edit-spec-page.tsx")).EditSpecPage,
    }),
  },
  {
    path: "files",
    lazy: async () => ({ Component: (await import("./pages/files/files-home-page.tsx")).FilesHomePage }),
  },
  {
    path: "files/*",
    lazy: async () => ({ Component: (await import("./pages/files/directory-page.tsx")).DirectoryPage }),
  },
  {
    path: "metrics",
    lazy: async () => ({ Component: (await import("./pages/metrics/metrics-page.tsx")).MetricsPage }),
  },
  {
    path: "resources",
    lazy: async () => ({ Component: (await import("./pages/resources/resources-page.tsx")).ResourcesPage }),
  },
  { path: "guides", element: <Navigate to="/guides/overview" replace /> },
  {
    path: "guides/*",
    lazy: async () => ({ Component: (await import("./pages/guides/guide-page.tsx")).GuidePage }),
  },
  {
    path: "users",
    lazy: async () => ({ Component: (await import("./pages/users/users-page.tsx")).UsersPage }),
  },
  {
    path: "audit",
    lazy: async () => ({ Component: (await import("./pages/audit/audit-page.tsx")).AuditPage }),
  },
  {
    path: "user/profile",
    lazy: async () => ({ Component: (await import("./pages/user/profile/profile-page.tsx")).ProfilePage }),
  },
  {
    path: "user/notifications",
    lazy: async () => ({
      Component: (await import("./pages/user/notifications/notifications-page.tsx")).NotificationsPage,
    }),
  },
  {
    path: "user/tokens",
    lazy: async () => ({ Component: (await import("./pages/user/tokens/tokens-page.tsx")).TokensPage }),
  },
  {
    path: "user/password",
    lazy: async () => ({ Component: (await import("./pages/user/password/password-page.tsx")).PasswordPage }),
  },
];

export const router = createBrowserRouter([
  {
    errorElement: <ErrorPage />,
    hydrateFallbackElement: <LoadingPage />,
    children: [
      {
        path: "login",
        lazy: async () => ({ Component: (await import("./pages/login/login-page.tsx")).LoginPage }),
      },
      {
        path: "choose_password",
        lazy: async () => ({
          Component: (await import("./pages/login/choose-password-page.tsx")).ChoosePasswordPage,
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
