/** Formats the address that a person types into a browser; an IPv6 host stands in brackets. */
export function formatAddress(host: string, port: number): string {
  return `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
}
