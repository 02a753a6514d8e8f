import { BlockList, isIP } from "node:net";

/** A network of this size would hold every address: everybody's headers would be believed. */
const EVERY_ADDRESS = 0;
const MAX_PREFIX = { 4: 32, 6: 128 } as const;

/**
 * Reads the value of TRUSTED_PROXIES: addresses and networks such as `10.0.0.0/8`, separated by commas or spaces.
 * @returns null if one of them is neither
 */
export function parseTrustedProxies(text: string): BlockList | null {
  const proxies = new BlockList();
  for (const item of text.split(/[\s,]+/).filter(Boolean)) {
    const [, address = "", prefixText] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(item) ?? [];
    const family = isIP(address);
    if (family !== 4 && family !== 6) return null;
    const prefix = prefixText === undefined ? MAX_PREFIX[family] : Number(prefixText);
    if (prefix === EVERY_ADDRESS || prefix > MAX_PREFIX[family]) return null;
    proxies.addSubnet(address, prefix, family === 4 ? "ipv4" : "ipv6");
  }
  return proxies;
}
