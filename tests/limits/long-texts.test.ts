import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readUtcTime } from '../../src/kernel/time.ts';
import { isEmail } from '../../src/modules/quote/addresses/email.ts';
import { indexedText } from '../../src/modules/search/text/indexed.ts';
import { allWords, hyphenatedWords, plainText } from '../../src/modules/search/text/words.ts';
import { graphqlClient } from '../support/graphql.ts';
import * as fc from '../support/properties.ts';
import { newCustomer, signIn } from '../support/customers.ts';
import { ok, startSouk, unique, type Souk } from '../support/souk.ts';

/** A length at which work that grows with its square takes minutes, and linear work some milliseconds. */
const LENGTH = 400_000;

describe('texts of some hundred thousand characters are read in linear time:', () => {
  test.each([
    ['one word', 'x'.repeat(LENGTH)],
    ['one word and a hyphen', `${'x'.repeat(LENGTH)}-`],
    ['hyphens', '-'.repeat(LENGTH)],
    ['letters and hyphens', 'x-'.repeat(LENGTH / 2)],
    ['tags without an end', '<'.repeat(LENGTH)],
    ['apostrophes', "x'".repeat(LENGTH / 2)],
  ])('%s in the search index', (_, text) => {
    expect(indexedText(text, ['en']).words.length).toBeLessThanOrEqual(text.length);
    expect(allWords(plainText(text)).length).toBeLessThanOrEqual(text.length);
  });

  test('email addresses', () => {
    expect(isEmail(`${'x'.repeat(LENGTH)}@${'.'.repeat(LENGTH)} `)).toBe(false);
    expect(isEmail(`ada@${'.'.repeat(LENGTH)}`)).toBe(true);
  });

  test.each([
    ['blanks before its end', `2026-01-01 10${' '.repeat(LENGTH)}x`],
    ['blanks before its start', `${' '.repeat(LENGTH)}x`],
    ['zeros after the second', `2026-01-01 10:00:00.${'0'.repeat(LENGTH)}x`],
    ['digits after the second', `2026-01-01 10:00:00.${'10'.repeat(LENGTH / 2)}x`],
  ])('a time with %s', (_, text) => {
    expect(readUtcTime(text)).toBeUndefined();
  });

  test('a fraction of a second', () => {
    expect(readUtcTime(`2026-01-01 10:00:00.${'0'.repeat(LENGTH)}1${'0'.repeat(LENGTH)}`)).toHaveLength(
      20 + LENGTH + 1,
    );
  });
});

test('a time is read as by an expression that allows blanks anywhere', () => {
  const whole =
    /^\s*2026-01-02(?:[T ]+(\d{1,2})(?::(\d{1,2})(?::(\d{1,2})(?:\.(\d*))?)?)?\s*(Z|[-+](?:[01]\d|2[0-3]):?[0-5]\d)?)?\s*$/i;
  const parts = ['2026-01-02', ' ', 'T', '3', ':04', ':05', '.', '0', '7', 'Z', '+02:00', '\t'];
  const texts = fc.array(fc.constantFrom(...parts), { maxLength: 9 });
  fc.assert(
    fc.property(texts, (more) => {
      const text = `2026-01-02${more.join('')}`;
      const [matches, hour = '0', , , fraction = ''] = whole.exec(text) ?? [];
      const time = readUtcTime(text);
      expect(time !== undefined).toBe(matches !== undefined && Number(hour) < 24);
      if (time !== undefined)
        expect(time.slice(19)).toBe(/[1-9]/.test(fraction) ? `.${fraction.replace(/0+$/, '')}` : '');
    }),
  );
});

test('words with hyphens are those that an expression for whole words finds', () => {
  const whole = /[\p{Letter}\p{Number}]+(?:[-\u2010][\p{Letter}\p{Number}]+)+/gu;
  const texts = fc.array(fc.constantFrom('a', 'é', '7', '-', '\u2010', ' ', '.'), { maxLength: 30 });
  fc.assert(
    fc.property(texts, (signs) => {
      const text = signs.join('');
      expect(hyphenatedWords(text)).toEqual((text.match(whole) ?? []).map((word) => word.split(/[-\u2010]/)));
    }),
  );
});

test('an email address has a name, and a domain with a dot between other characters', () => {
  const whole = /^[^\s@"(),:;<>[\]]+@[^\s@"(),:;<>[\]]+\.[^\s@"(),:;<>[\]]+$/;
  const texts = fc.array(fc.constantFrom('a', 'b', '@', '.', ' ', '<'), { maxLength: 9 });
  fc.assert(
    fc.property(texts, (signs) => {
      expect(isEmail(signs.join(''))).toBe(whole.test(signs.join('')));
    }),
  );
});

describe('requests with such texts are answered:', () => {
  let souk: Souk;
  beforeAll(async () => {
    souk = await startSouk();
  });
  afterAll(() => souk?.stop());

  test('the street of an address', async () => {
    const customer = await newCustomer(souk);
    const street = [`1 Main St${' '.repeat(LENGTH)}x`];
    const { status } = await souk.admin.put(`/V1/customers/${customer.id}`, {
      customer: { ...customer, addresses: [{ firstname: 'Ada', lastname: 'Example', street, country_id: 'US' }] },
    });
    expect(status).toBe(400);
  });

  test('the address of a page', async () => {
    const query = 'query($url: String!) { route(url: $url) { type } }';
    const { route } = await graphqlClient(souk).data(query, { url: `x${'/'.repeat(LENGTH)}y` });
    expect(route).toBeNull();
  });

  test('the time of a filter', async () => {
    const { email } = await newCustomer(souk);
    const { token } = await signIn(souk, email);
    const query = `query($from: String!) { customer { orders(filter: { order_date: { from: $from } }) { total_count } } }`;
    const { body } = await graphqlClient(souk, token).send(query, { from: `2026-01-01 10${' '.repeat(LENGTH)}x` });
    expect(body.errors).toHaveLength(1);
  });

  test('the description of a product, which the consumer indexes', async () => {
    const sku = unique('long');
    const value = `linear ${'x'.repeat(20_000)}`;
    const product = { sku, name: sku, attribute_set_id: 4, type_id: 'simple', price: 1 };
    ok(
      await souk.admin.post('/V1/products', {
        product: { ...product, custom_attributes: [{ attribute_code: 'description', value }] },
      }),
    );
    expect(ok(await souk.admin.get(`/V1/products/${sku}`)).sku).toBe(sku);
  });
});
