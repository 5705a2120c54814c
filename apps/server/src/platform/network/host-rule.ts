import { BlockList, isIP } from 'node:net';

/** Whether this address, resolved from this name, may be connected to. */
export type PermitsHost = (host: string, address: string) => boolean;

const NETWORK = /^([0-9a-f.:]+)(?:\/(\d{1,3}))?$/;
/** Cloud metadata services, which hand out secrets; nobody runs a SQL Server there. */
const LINK_LOCAL = ['169.254.0.0/16', 'fe80::/10'];

/**
 * Allows names (`*.` stands for one label), addresses and networks; null: all but link-local networks. A name
 * covers whatever it resolves to, except link-local addresses, which must be listed themselves.
 */
export function hostRule(allowed: readonly string[] | null): PermitsHost {
  const linkLocal = networks(LINK_LOCAL);
  if (allowed === null) return (_host, address) => !holds(linkLocal, address);
  const listed = networks(allowed.filter(isNetwork));
  const names = allowed.filter((entry) => !isNetwork(entry));
  return (host, address) =>
    holds(listed, address) || (names.some((name) => matches(host, name)) && !holds(linkLocal, address));
}

/** 10.0.0.7, 10.0.0.0/8, or the same in IPv6. */
export function isNetwork(text: string): boolean {
  const [, address = '', bits] = NETWORK.exec(text) ?? [];
  const version = isIP(address);
  return version !== 0 && (bits === undefined || Number(bits) <= (version === 4 ? 32 : 128));
}

function networks(entries: readonly string[]): BlockList {
  const list = new BlockList();
  for (const entry of entries) {
    const [address = '', bits] = entry.split('/');
    const family = familyOf(address);
    list.addSubnet(address, Number(bits ?? (family === 'ipv4' ? 32 : 128)), family);
  }
  return list;
}

/** An IPv4-mapped IPv6 address counts as the IPv4 address. */
function holds(list: BlockList, address: string): boolean {
  return list.check(address.replace(/%.*$/, ''), familyOf(address));
}

const familyOf = (address: string) => (address.includes(':') ? 'ipv6' : 'ipv4');

function matches(host: string, name: string): boolean {
  const wanted = host.toLowerCase().replace(/\.$/, '');
  if (!name.startsWith('*.')) return wanted === name;
  const suffix = name.slice(1);
  return wanted.endsWith(suffix) && /^[^.]+$/.test(wanted.slice(0, -suffix.length));
}
