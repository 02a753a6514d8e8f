/** A browser that follows redirects from site to site and keeps cookies, which ports of one host share. */
export function createSsoBrowser(url: string) {
  const cookies = new Map<string, string>();

  const open = async (address: string): Promise<Response> => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const response = await fetch(address, { redirect: "manual", headers: { cookie } });
    for (const set of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      if (value === "") cookies.delete(name);
      else cookies.set(name, value);
    }
    return response;
  };

  /** Finds the address to which the response leads; null if it is a page. */
  const target = (from: string, response: Response): string | null => {
    const location = response.headers.get("location");
    return location === null ? null : new URL(location, from).href;
  };

  return {
    open,
    cookies,
    /** Forgets who is logged in at the provider: the next log-in asks again. */
    leaveProvider: () => {
      for (const name of cookies.keys()) if (!name.startsWith("understudy_")) cookies.delete(name);
    },
    /** Opens an address and follows it until `isThere` holds of the next one, which it returns unopened. */
    follow: async (path: string, isThere: (next: URL) => boolean): Promise<string> => {
      let at = new URL(path, url).href;
      for (let step = 0; step < 20; step++) {
        const next = target(at, await open(at));
        if (next === null) throw new Error(`${at} leads nowhere.`);
        at = next;
        if (isThere(new URL(at))) return at;
      }
      throw new Error(`Too many redirects, to ${at} at last.`);
    },
    /** Who is logged in; null: nobody. */
    user: async (): Promise<{
      id: number;
      email: string;
      name: string;
      roles: string[];
      restricted: boolean;
    } | null> => {
      const response = await open(`${url}/api/internal/user`);
      return response.ok ? await response.json() : null;
    },
  };
}
