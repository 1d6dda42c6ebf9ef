import * as fc from '../support/properties.ts';
import { describe, expect, test } from 'vitest';
import {
  baseString,
  parseAuthorization,
  verifySignature,
  type SignedContent,
} from '../../src/platform/access/oauth.ts';
import { sign } from './sign.ts';

const credentials = {
  consumer_key: 'ck',
  consumer_secret: 'consumer',
  access_token: 'at',
  access_token_secret: 'secret',
};
const secrets = { consumer: 'consumer', token: 'secret' };

/** A GET as a server sees it. */
function received(url: string, header: string): SignedContent {
  const at = url.indexOf('?');
  const [address, query] = at < 0 ? [url, ''] : [url.slice(0, at), url.slice(at + 1)];
  return { method: 'GET', url: address, query, parameters: parseAuthorization(header)! };
}

function passes(parts: SignedContent, digest = 'sha256', keys = secrets): boolean {
  return verifySignature(parts, parts.parameters.get('oauth_signature')!, digest, keys);
}

describe('the examples of RFC 5849', () => {
  test('1.2: a request for token credentials', () => {
    const header =
      'OAuth realm="Photos", oauth_consumer_key="dpf43f3p2l4k3l03", oauth_token="hh5s93j4hdidpola", ' +
      'oauth_signature_method="HMAC-SHA1", oauth_timestamp="137131201", oauth_nonce="walatlh", ' +
      'oauth_verifier="hfdp7dh39dks9884", oauth_signature="gKgrFCywp7rO0OXSjdot%2FIHF7IU%3D"';
    const parts = received('https://photos.example.net/token', header);
    const keys = { consumer: 'kd94hf93k423kf44', token: 'hdhd0244k9j7ao03' };
    expect(passes({ ...parts, method: 'POST' }, 'sha1', keys)).toBe(true);
    expect(passes(parts, 'sha1', keys)).toBe(false);
  });

  test('1.2: a request for a photo', () => {
    const header =
      'OAuth realm="Photos",oauth_consumer_key="dpf43f3p2l4k3l03",oauth_token="nnch734d00sl2jdk",' +
      'oauth_signature_method="HMAC-SHA1",oauth_timestamp="137131202",oauth_nonce="chapoH",' +
      'oauth_signature="MdpQcU8iPSUjWoN%2FUDMsK2sui9I%3D"';
    const keys = { consumer: 'kd94hf93k423kf44', token: 'pfkkdhi9sl3r4s00' };
    const url = 'http://photos.example.net/photos?file=vacation.jpg&size=original';
    expect(passes(received(url, header), 'sha1', keys)).toBe(true);
    expect(passes(received(url.replace('original', 'small'), header), 'sha1', keys)).toBe(false);
  });

  const request: SignedContent = {
    method: 'POST',
    url: 'http://EXAMPLE.COM:80/request',
    query: 'b5=%3D%253D&a3=a&c%40=&a2=r%20b',
    form: 'c2&a3=2+q',
    parameters: parseAuthorization(
      'OAuth realm="Example", oauth_consumer_key="9djdj82h48djs9d2", oauth_token="kkk9d7dh3k39sjv7", ' +
        'oauth_signature_method="HMAC-SHA256", oauth_timestamp="137131201", oauth_nonce="7d8f3e4a", ' +
        'oauth_signature="bYT5CMsGcbgUdFHObYMEfcx6bsw%3D"',
    )!,
  };

  test('3.4.1: the text that is signed', () => {
    expect(baseString(request)).toBe(
      'POST&http%3A%2F%2Fexample.com%2Frequest&a2%3Dr%2520b%26a3%3D2%2520q%26a3%3Da%26b5%3D%253D%25253D%26c%2540%3D%26c2%3D%26' +
        'oauth_consumer_key%3D9djdj82h48djs9d2%26oauth_nonce%3D7d8f3e4a%26oauth_signature_method%3DHMAC-SHA256%26' +
        'oauth_timestamp%3D137131201%26oauth_token%3Dkkk9d7dh3k39sjv7',
    );
  });

  test('its HMAC-SHA256, as computed by OpenSSL', () => {
    const keys = { consumer: 'j49sk3j29djd', token: 'dh893hdasih9' };
    expect(verifySignature(request, 'ypAxjNip++Dm0fTM+gCl8wAo6ufSnseu1WHxL7py3BU=', 'sha256', keys)).toBe(true);
    expect(verifySignature(request, 'zpAxjNip++Dm0fTM+gCl8wAo6ufSnseu1WHxL7py3BU=', 'sha256', keys)).toBe(false);
    expect(verifySignature(request, '', 'sha256', keys)).toBe(false);
  });
});

describe('normalisation', () => {
  const header =
    'OAuth oauth_consumer_key="key", oauth_token="token", oauth_signature_method="HMAC-SHA256", ' +
    'oauth_timestamp="1795241561", oauth_nonce="n1", oauth_version="1.0", oauth_signature="rX88BPQzVXmSTxd6YTpcy0D9xaYrNxXH4WHkD0dEa4I%3D"';

  test('brackets count the same raw and encoded; the signature was computed by OpenSSL', () => {
    const raw =
      'https://shop.example.com/rest/V1/products?searchCriteria[filterGroups][0][filters][0][field]=sku' +
      '&searchCriteria[filterGroups][0][filters][0][value]=simple-1&fields=total_count';
    expect(passes(received(raw, header))).toBe(true);
    expect(passes(received(raw.replaceAll('[', '%5B').replaceAll(']', '%5d'), header))).toBe(true);
  });

  test.each([
    ['http://Shop.example.com:80/a', 'http://shop.example.com/a'],
    ['HTTPS://shop.example.com:443/a', 'https://shop.example.com/a'],
    ['http://shop.example.com', 'http://shop.example.com/'],
  ])('%s is signed as %s', (url, as) => {
    const parts = { method: 'get', query: '', parameters: new Map() };
    expect(baseString({ ...parts, url })).toBe(`GET&${encodeURIComponent(as)}&`);
  });

  test.each(['http://a.example:8080/x', 'https://a.example:80/x', 'http://a.example:443/x'])(
    'the port of %s is kept',
    (url) => {
      expect(baseString({ method: 'GET', url, query: '', parameters: new Map() })).toContain(encodeURIComponent(url));
    },
  );

  test('the path is signed as sent, not decoded', () => {
    const parts = { method: 'GET', url: 'http://a.example/V1/products/a%2Fb', query: '', parameters: new Map() };
    expect(baseString(parts)).toContain('a%252Fb');
  });

  test('a blank in a query is + or %20, a plus is %2B', () => {
    const of = (query: string): string => baseString({ method: 'GET', url: 'http://a', query, parameters: new Map() });
    expect(of('q=a+b')).toBe(of('q=a%20b'));
    expect(of('q=a%2Bb')).not.toBe(of('q=a+b'));
    expect(of('q=100%')).toContain('q%3D100%2525');
  });

  const pairs = fc.array(fc.tuple(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' })), { maxLength: 8 });
  const queryOf = (list: readonly (readonly [string, string])[]): string =>
    list.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join('&');
  const signed = (query: string): string =>
    baseString({ method: 'GET', url: 'http://shop.example.com/x', query, parameters: new Map() });

  test('what an independent client signs is accepted, whatever the parameters are', () => {
    fc.assert(
      fc.property(pairs, (list) => {
        const url = `http://shop.example.com/rest/V1/products?${queryOf(list)}`;
        expect(passes(received(url, sign(credentials, url)))).toBe(true);
      }),
    );
  });

  test('the order of parameters and the way they are encoded do not matter', () => {
    const escapeAll = (text: string): string =>
      [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
    const shuffled = pairs.chain((list) =>
      fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length })),
    );
    fc.assert(
      fc.property(shuffled, ([list, other]) => {
        const escaped = other.map(([name, value]) => `${escapeAll(name)}=${escapeAll(value)}`).join('&');
        expect(signed(escaped)).toBe(signed(queryOf(list)));
      }),
    );
  });

  test('different parameters are never signed alike', () => {
    const sorted = (list: readonly (readonly [string, string])[]): string =>
      JSON.stringify(list.map((pair) => JSON.stringify(pair)).sort());
    fc.assert(
      fc.property(pairs, pairs, (one, other) => {
        fc.pre(sorted(one) !== sorted(other));
        expect(signed(queryOf(one))).not.toBe(signed(queryOf(other)));
      }),
    );
  });
});

describe('the Authorization header', () => {
  test('is read in any case, with and without blanks and quotes', () => {
    const read = parseAuthorization('oAuth oauth_token=abc,oauth_nonce = "x%20y" , oauth_version="1.0"');
    expect([...read!]).toEqual([
      ['oauth_token', 'abc'],
      ['oauth_nonce', 'x y'],
      ['oauth_version', '1.0'],
    ]);
  });

  test.each(['Bearer abc', 'Basic YTpi', 'OAuth', ''])('%s is of another scheme', (header) => {
    expect(parseAuthorization(header)).toBeUndefined();
  });

  test('anything after the scheme is read without an error', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const parameters = parseAuthorization(`OAuth ${text}`);
        expect(parameters).toBeDefined();
        expect(typeof baseString({ method: 'GET', url: 'http://a/', query: text, parameters: parameters! })).toBe(
          'string',
        );
      }),
    );
  });
});
