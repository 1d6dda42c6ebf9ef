import { isIPv6 } from 'node:net';

/**
 * The key for counting requests of a network address: an IPv4 address in its normal form, or the /64 network of an IPv6
 * address, since its clients usually control the whole network.
 */
export function addressKey(address: string): string {
  const plain = address.replace(/%.*$/, '');
  const mapped = plain.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '');
  if (!isIPv6(mapped)) return mapped;
  return `${groupsOf(plain).slice(0, 4).join(':')}::/64`;
}

/** The eight groups of an IPv6 address without leading zeros. */
function groupsOf(address: string): string[] {
  const [head = '', tail] = address.toLowerCase().split('::');
  const read = (part: string): string[] =>
    part === '' ? [] : part.split(':').map((group) => group.replace(/^0+(?=.)/, ''));
  if (tail === undefined) return read(head);
  const [before, after] = [read(head), read(tail)];
  // A trailing IPv4 part stands for two groups; it lies behind the network.
  return [...before, ...Array<string>(Math.max(8 - before.length - after.length, 0)).fill('0'), ...after];
}
