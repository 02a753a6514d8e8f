/**
 * Returns the path to open after logging in: on this site, never another site's address. The path stays as it was
 * given: with its dots resolved `/.//elsewhere.example` would begin with two slashes.
 */
export function safePath(next: string | null): string {
  // Browsers take a backslash for a slash, and leave out tabs and ends of lines.
  if (next === null || !/^\/(?![/\\])[^\p{Cc}]*$/u.test(next)) return "/";
  return next.startsWith("/login") ? "/" : next;
}
