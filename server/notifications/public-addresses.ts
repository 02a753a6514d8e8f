/**
 * Decides which addresses webhooks may be posted to: those of the Internet, and none that only this network can
 * reach.
 */
import { type LookupAddress, type LookupOptions, lookup } from "node:dns";
import { BlockList, isIP, type LookupFunction } from "node:net";

/** IPv4 networks that are not global (IANA's special-purpose registry, RFC 6890), and 168.63.129.16, Azure's own services. */
const INTERNAL_V4: readonly [string, number][] = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["168.63.129.16", 32],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 3],
];
/**
 * The blocks of 2000::/3, outside of which no IPv6 address is global, that are not public: protocols (Teredo among
 * them), documentation, 6to4.
 */
const INTERNAL_V6: readonly [string, number][] = [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
];

const internalV4 = new BlockList();
for (const [network, prefix] of INTERNAL_V4) internalV4.addSubnet(network, prefix, "ipv4");
const internalV6 = new BlockList();
for (const [network, prefix] of INTERNAL_V6) internalV6.addSubnet(network, prefix, "ipv6");
const globalV6 = new BlockList();
globalV6.addSubnet("2000::", 3, "ipv6");

/**
 * Tells whether an IP address is one of the Internet. IPv4 addresses written as IPv6 ones never are: no look-up
 * answers them.
 */
export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !internalV4.check(address, "ipv4");
    case 6:
      // With a zone, as fe80::1%eth0, it is of one link.
      return !address.includes("%") && globalV6.check(address, "ipv6") && !internalV6.check(address, "ipv6");
    default:
      return false;
  }
}

/** An IP address in a URL, as connections take it; null: the URL names a host. */
export function literalAddress({ hostname }: URL): string | null {
  const address = hostname.replace(/^\[|\]$/g, "");
  return isIP(address) === 0 ? null : address;
}

export class InternalAddressError extends Error {
  override readonly name = "InternalAddressError";
}

export type Resolve = (
  host: string,
  options: LookupOptions & { all: true },
  answer: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/**
 * The look-up of a connection, which then goes to one of the addresses that this has seen and to no other: a host whose
 * addresses change between two look-ups gains nothing. IP addresses in URLs are not looked up; see `literalAddress`.
 */
export const publicLookup =
  (resolve: Resolve = lookup): LookupFunction =>
  (host, options, answer) => {
    resolve(host, { ...options, all: true }, (error, addresses) => {
      if (error !== null) return answer(error, "");
      const publicAddresses = addresses.filter(({ address }) => isPublicAddress(address));
      const [first] = publicAddresses;
      if (first === undefined) return answer(new InternalAddressError(host), "");
      if (options.all) answer(null, publicAddresses);
      else answer(null, first.address, first.family);
    });
  };
