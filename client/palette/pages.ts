/** The pages that the command palette and the keyboard shortcuts lead to, by kind of person. */
import type { CurrentUser } from "@understudy/shared/api/user.ts";

export type PageLink = {
  readonly to: string;
  readonly label: string;
  /** Other words that people look for it by. */
  readonly words: string;
  /** The key that follows `g`; null: none. */
  readonly key: string | null;
};

type Person = Pick<CurrentUser, "restricted" | "hide_specs" | "available_spec_templates" | "roles">;

const COMMON_PAGES: readonly PageLink[] = [
  { to: "/jobs", label: "Jobs", words: "list emulators", key: "j" },
  { to: "/specs", label: "Specs", words: "list simulations models", key: "s" },
  { to: "/files", label: "Files", words: "explorer working directories", key: "f" },
  { to: "/resources", label: "Resources", words: "servers downloads worker python client", key: "r" },
  { to: "/metrics", label: "Metrics", words: "disk space usage", key: "m" },
  { to: "/guides", label: "Guide", words: "help documentation", key: "g" },
  { to: "/user/profile", label: "Profile", words: "account name sessions devices", key: null },
  {
    to: "/user/notifications",
    label: "Notification Settings",
    words: "account e-mail webhook browser bell",
    key: null,
  },
  { to: "/user/tokens", label: "API Tokens", words: "python curl access", key: null },
  { to: "/user/password", label: "Change Password", words: "account security", key: null },
];

const ADMIN_PAGES: readonly PageLink[] = [
  { to: "/users", label: "Users", words: "people accounts roles passwords administration", key: null },
  {
    to: "/platform",
    label: "Platform",
    words: "processes queues servers maintenance administration",
    key: null,
  },
  { to: "/audit", label: "Audit Journal", words: "log activity administration", key: null },
];

/** The pages that a person may open. */
export function listPages({ restricted, hide_specs, roles }: Person): readonly PageLink[] {
  if (restricted) return [{ to: "/jobs", label: "Emulators", words: "list jobs", key: "j" }];
  const pages = COMMON_PAGES.filter(({ to }) => to !== "/specs" || !hide_specs);
  return roles.includes("admin") ? [...pages, ...ADMIN_PAGES] : pages;
}

/** The pages on which a person creates something. */
export function listCreationPages({
  restricted,
  hide_specs,
  available_spec_templates,
}: Person): readonly PageLink[] {
  if (restricted) return [];
  const data = {
    to: "/jobs/new",
    label: "Create Data-Driven Job",
    words: "new train emulator csv upload",
    key: null,
  };
  if (hide_specs) return [data];
  return [
    data,
    { to: "/specs", label: "Create Job from Spec", words: "new run simulations", key: null },
    { to: "/specs/new", label: "Create Custom Spec", words: "new upload simulation model", key: null },
    ...available_spec_templates.map(({ key, name }) => ({
      to: `/spec_templates/${key}/specs/new`,
      label: `Create Spec from ${name}`,
      words: "new template",
      key: null,
    })),
  ];
}

/** A text matches if every word that was typed begins one of its words. */
export function matches(typed: string, text: string): boolean {
  const words = text.toLowerCase().split(/\s+/);
  const typedWords = typed.toLowerCase().split(/\s+/).filter(Boolean);
  return typedWords.every((part) => words.some((word) => word.startsWith(part)));
}
