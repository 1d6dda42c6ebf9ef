import { describe, expect, it } from 'vitest';
import { urlFault } from '../../src/platform/change-log/addresses.ts';
import type { ConfigurationReader } from '../../src/kernel/call.ts';
import * as fc from '../support/properties.ts';
import { readerOf } from '../support/configuration.ts';

const configured = (allowed: string): ConfigurationReader => readerOf(() => allowed);

type Octets = readonly [number, number, number, number];

/** Networks that are not the public internet, with the bits of their prefix. */
const privateNetworks: readonly (readonly [network: Octets, bits: number])[] = [
  [[0, 0, 0, 0], 8],
  [[10, 0, 0, 0], 8],
  [[100, 64, 0, 0], 10],
  [[127, 0, 0, 0], 8],
  [[169, 254, 0, 0], 16],
  [[172, 16, 0, 0], 12],
  [[192, 168, 0, 0], 16],
  [[198, 18, 0, 0], 15],
  [[224, 0, 0, 0], 3],
];

const numberOf = (octets: Octets): number => octets.reduce((sum, octet) => sum * 256 + octet, 0);
const octetsOf = (address: number): number[] => [24, 16, 8, 0].map((bits) => Math.floor(address / 2 ** bits) % 256);
const hex = (value: number): string => value.toString(16);

const privateAddress = fc
  .constantFrom(...privateNetworks)
  .chain(([network, bits]) =>
    fc.integer({ min: 0, max: 2 ** (32 - bits) - 1 }).map((host) => numberOf(network) + host),
  );

/** Ways to write an IPv4 address as the host of a URL; some lead there through IPv6. */
const notations: Readonly<Record<string, (address: number) => string>> = {
  dotted: (address) => octetsOf(address).join('.'),
  'with a final dot': (address) => `${octetsOf(address).join('.')}.`,
  decimal: String,
  hexadecimal: (address) => `0x${hex(address)}`,
  octal: (address) =>
    octetsOf(address)
      .map((octet) => `0${octet.toString(8)}`)
      .join('.'),
  'in two parts': (address) => `${Math.floor(address / 2 ** 24)}.${address % 2 ** 24}`,
  'in wide digits': (address) =>
    octetsOf(address)
      .join('.')
      .replace(/\d/g, (digit) => String.fromCharCode(0xff10 + Number(digit))),
  'in percent encoding': (address) => octetsOf(address).join('.').replaceAll('1', '%31'),
  'mapped to IPv6': (address) => `[::ffff:${octetsOf(address).join('.')}]`,
  'mapped, in hexadecimal': (address) => `[::ffff:${hex(Math.floor(address / 65_536))}:${hex(address % 65_536)}]`,
  'compatible with IPv6': (address) => `[::${octetsOf(address).join('.')}]`,
  'translated (NAT64)': (address) => `[64:ff9b::${octetsOf(address).join('.')}]`,
  'tunnelled (6to4)': (address) => `[2002:${hex(Math.floor(address / 65_536))}:${hex(address % 65_536)}::1]`,
};

describe('a private address', () => {
  it.each(Object.entries(notations))('is refused when it is written %s', (_, write) => {
    fc.assert(
      fc.property(privateAddress, (address) => {
        expect(urlFault(configured('0'), `https://${write(address)}:8443/hook`)).toBe('its address is private');
      }),
    );
  });

  it.each(['[::]', '[::1]', '[fe80::1]', '[fc00::1]', '[fd12::1]', '[ff02::1]', '[2001::1]', '[2001:db8::1]'])(
    'of IPv6 is refused: %s',
    (host) => {
      expect(urlFault(configured(''), `https://${host}/`)).toBe('its address is private');
    },
  );

  it('is taken where it is allowed, and no other', () => {
    const config = configured('127.0.0.1, ::1');
    expect(urlFault(config, 'http://127.0.0.1:8080/')).toBeUndefined();
    expect(urlFault(config, 'http://0x7f.1/')).toBeUndefined();
    expect(urlFault(config, 'http://[::1]/')).toBeUndefined();
    expect(urlFault(config, 'https://127.0.0.2/')).toBe('its address is private');
    expect(urlFault(config, 'https://[::ffff:127.0.0.1]/')).toBe('its address is private');
  });
});

describe('a public address', () => {
  it.each([
    '8.8.8.8',
    '1.1.1.1',
    '[2606:4700::1111]',
    'hooks.example.com',
    '172.32.0.1',
    '100.128.0.1',
    '9.255.255.255',
  ])('is taken over https: %s', (host) => {
    expect(urlFault(configured('0'), `https://${host}/`)).toBeUndefined();
    expect(urlFault(configured('0'), `http://${host}/`)).toBe('it is not https');
  });

  it.each([
    'ftp://8.8.8.8/',
    'https://user:secret@8.8.8.8/',
    'file:///etc/passwd',
    '8.8.8.8',
    `https://a/${'x'.repeat(2048)}`,
  ])('is refused with anything else: %s', (url) => {
    expect(urlFault(configured('0'), url)).toMatch(/^it (is no URL|carries a login)$/);
  });
});
