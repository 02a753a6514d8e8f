import { useEffect } from "react";

/** The browser tab's title, as `Jobs · Understudy`. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Understudy`;
  }, [title]);
}
