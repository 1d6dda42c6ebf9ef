import { isIPv6 } from 'node:net';

/**
 * The key that requests from a network address are counted under: an IPv4 address, however it is written, or the network of
 * 64 bits that an IPv6 address lies in, since whoever has one address of it has them all.
 */
export function addressKey(address: string): string {
  const plain = address.replace(/%.*$/, '');
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(plain);
  if (mapped) return mapped[1]!;
  if (!isIPv6(plain)) return plain;
  return `${groupsOf(plain).slice(0, 4).join(':')}::/64`;
}

/** The eight groups of an IPv6 address without leading zeros. */
function groupsOf(address: string): string[] {
  const [head = '', tail] = address.toLowerCase().split('::');
  const read = (part: string): string[] =>
    part === '' ? [] : part.split(':').map((group) => group.replace(/^0+(?=.)/, ''));
  if (tail === undefined) return read(head);
  const [before, after] = [read(head), read(tail)];
  // A last part in the form of an IPv4 address stands for two groups; it lies behind the network.
  return [...before, ...Array<string>(Math.max(8 - before.length - after.length, 0)).fill('0'), ...after];
}
