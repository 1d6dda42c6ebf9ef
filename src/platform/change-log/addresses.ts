import { BlockList, isIP } from 'node:net';
import type { ConfigurationReader } from '../../kernel/call.ts';
import { listItems } from '../../kernel/configuration.ts';
import { setting, type SettingType } from '../../kernel/settings.ts';

/** Networks that are not the public internet, by the registries of special-purpose addresses (RFC 6890 and its successors). */
const reserved = new BlockList();
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const) {
  reserved.addSubnet(network, bits, 'ipv4');
}
// Of IPv6 only global unicast is public, except addresses for embedding, tunnelling and documentation.
for (const [network, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const) {
  reserved.addSubnet(network, bits, 'ipv6');
}
const globalUnicast = new BlockList();
globalUnicast.addSubnet('2000::', 3, 'ipv6');

/** Whether an IP address is one of the public internet. */
export function isPublicAddress(address: string): boolean {
  const plain = address.replace(/%.*$/, '');
  switch (isIP(plain)) {
    case 4:
      return !reserved.check(plain, 'ipv4');
    case 6:
      return globalUnicast.check(plain, 'ipv6') && !reserved.check(plain, 'ipv6');
    default:
      return false;
  }
}

/** Hosts in lower case, separated by commas; `all` is written as 1, none as 0. */
const hosts: SettingType<'all' | readonly string[]> = {
  read(text) {
    if (text === '1') return 'all';
    const named = text === '0' ? [] : listItems(text);
    return named.every((host) => /^[a-z0-9.:_-]{1,253}$/i.test(host))
      ? named.map((host) => host.toLowerCase())
      : undefined;
  },
  write: (value) => (value === 'all' ? '1' : value.join(',') || '0'),
  expected: '0, 1, or a list of host names and addresses',
};

export const privateHosts = setting<'all' | readonly string[]>(
  'souk/events/allow_private',
  hosts,
  [],
  'Hosts without a public address that hooks and events may be sent to; 1: all',
);

/** Whether configuration allows a host whose address is not public. `host` is as in a URL: small letters, IPv6 in brackets. */
export function isAllowedHost(config: ConfigurationReader, host: string): boolean {
  const allowed = config.of(privateHosts);
  return allowed === 'all' || allowed.includes(withoutBrackets(host));
}

/** A host of a URL as an address is written by itself. */
function withoutBrackets(host: string): string {
  return host.replace(/^\[|\]$/g, '');
}

/**
 * Why a URL cannot be called, as far as it is known without a name server; undefined: it can. Names are resolved, and their
 * addresses checked, with each call.
 */
export function urlFault(config: ConfigurationReader, text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || text.length > 2048) return 'it is no URL';
  if (url.username !== '' || url.password !== '') return 'it carries a login';
  if (isAllowedHost(config, url.hostname)) return undefined;
  if (url.protocol !== 'https:') return 'it is not https';
  const host = withoutBrackets(url.hostname);
  return isIP(host) > 0 && !isPublicAddress(host) ? 'its address is private' : undefined;
}
