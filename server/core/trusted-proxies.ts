import { BlockList, isIP } from "node:net";

/** A network of this size would hold every address: everybody's headers would be believed. */
const EVERY_ADDRESS = 0;
/** The first and the last IPv4 address, as IPv6 writes them: a network with both holds every IPv4 address, as `::ffff:0:0/96`. */
const MAPPED_ENDS = ["::ffff:0.0.0.0", "::ffff:255.255.255.255"];
const holdsEveryMapped = (network: BlockList) => MAPPED_ENDS.every((end) => network.check(end, "ipv6"));
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
    const type = family === 4 ? "ipv4" : "ipv6";
    const network = new BlockList();
    network.addSubnet(address, prefix, type);
    if (holdsEveryMapped(network)) return null;
    proxies.addSubnet(address, prefix, type);
  }
  return proxies;
}
