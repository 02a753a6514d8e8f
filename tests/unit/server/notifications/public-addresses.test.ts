/** The addresses that webhooks may be posted to. */
import { isPublicAddress } from "@understudy/server/notifications/public-addresses.ts";
import { assert, suite } from "../../../harness.ts";

const it = suite("an address");

const INTERNAL_ADDRESSES = {
  loopback: ["127.0.0.1", "127.255.255.254", "::1"],
  "of this host": ["0.0.0.0", "::"],
  private: ["10.0.0.1", "172.16.0.1", "172.31.255.255", "192.168.1.1"],
  shared: ["100.64.0.1", "100.127.255.255"],
  "link-local": ["169.254.0.1", "fe80::1", "fe80::1%eth0", "febf::1"],
  "unique-local": ["fc00::1", "fd12:3456::1"],
  "of cloud metadata": [
    "169.254.169.254",
    "fd00:ec2::254",
    "100.100.100.200",
    "192.0.0.192",
    "168.63.129.16",
  ],
  multicast: ["224.0.0.1", "ff02::1"],
  reserved: ["240.0.0.1", "255.255.255.255", "4000::1", "fec0::1"],
  "for documentation or benchmarks": ["192.0.2.1", "198.18.0.1", "2001:db8::1", "3fff::1"],
  "IPv4 within IPv6": [
    "::ffff:127.0.0.1",
    "::ffff:8.8.8.8",
    "::7f00:1",
    "64:ff9b::a00:1",
    "2002:7f00:1::",
    "2001:0:7f00:1::",
  ],
  "no address": ["example.org", "", "127.1", "0x7f000001", "::1]"],
};
for (const [description, addresses] of Object.entries(INTERNAL_ADDRESSES)) {
  it(`that is ${description} is not public`, () => {
    for (const address of addresses) assert.is(isPublicAddress(address), false, address);
  });
}
it("of the Internet is public, also beside the networks that are not", () => {
  const PUBLIC_ADDRESSES = [
    "1.1.1.1",
    "9.255.255.255",
    "11.0.0.1",
    "100.63.255.255",
    "100.128.0.1",
    "172.15.255.255",
  ];
  const FURTHER_PUBLIC_ADDRESSES = [
    "172.32.0.1",
    "192.167.255.255",
    "223.255.255.255",
    "2606:4700::1",
    "2a00:1450::1",
  ];
  for (const address of [...PUBLIC_ADDRESSES, ...FURTHER_PUBLIC_ADDRESSES])
    assert.is(isPublicAddress(address), true, address);
});
