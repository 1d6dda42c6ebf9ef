import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createClient, type ShopClient } from '../support/shop-client.ts';
import { startSouk, type Souk } from '../support/souk.ts';

let souk: Souk;
let shop: ShopClient;
/** What was sent, in the order of sending. */
const sent: string[] = [];

beforeAll(async () => {
  souk = await startSouk();
  shop = createClient({
    baseUrl: souk.base,
    token: souk.admin.token!,
    fetch: (input, init) => {
      sent.push(decodeURIComponent(String(input)));
      return fetch(input, init);
    },
  });
  for (let n = 1; n <= 25; n += 1) {
    const color = n % 2 === 0 ? 'even' : 'odd';
    await shop.products.save({
      product: {
        sku: `list-${String(n).padStart(2, '0')}`,
        name: `Listed ${n}`,
        price: n,
        attribute_set_id: 4,
        type_id: 'simple',
        custom_attributes: [{ attribute_code: 'meta_keyword', value: color }],
      },
    });
  }
});

afterAll(() => souk?.stop());

const listed = { sku: { like: 'list-%' } };

describe('a list', () => {
  test('is gone through page after page, to its end and no further', async () => {
    sent.length = 0;
    const skus: (string | null)[] = [];
    for await (const { sku } of shop.products.list({ where: listed, sort: { sku: 'ASC' }, pageSize: 10 }))
      skus.push(sku);
    expect(skus).toHaveLength(25);
    expect(skus).toEqual([...skus].sort());
    expect(sent).toHaveLength(3);
    // A last page that is full is known for the last by the number of all items.
    sent.length = 0;
    expect(await shop.products.list({ where: listed, pageSize: 5 }).all()).toHaveLength(25);
    expect(sent).toHaveLength(5);
  });

  test('asks for nothing before it is gone through, and for no more than is', async () => {
    sent.length = 0;
    const list = shop.products.list({ where: listed, pageSize: 10 });
    expect(sent).toEqual([]);
    for await (const product of list) {
      expect(product.sku).toMatch(/^list-/);
      break;
    }
    expect(sent).toHaveLength(1);
  });

  test('has pages with the number of all items', async () => {
    const list = shop.products.list({ where: listed, sort: { sku: 'DESC' }, pageSize: 10, page: 2 });
    const second = await list.page();
    expect(second.total_count).toBe(25);
    expect(second.items.map(({ price }) => price)).toEqual([15, 14, 13, 12, 11, 10, 9, 8, 7, 6]);
    expect((await list.page(3)).items).toHaveLength(5);
    expect(await list.all()).toHaveLength(15);
  });

  test('may be empty', async () => {
    const list = shop.products.list({ where: { sku: 'nothing' } });
    expect(await list.all()).toEqual([]);
    expect((await list.page()).items).toEqual([]);
    expect((await shop.products.list({ where: { sku: 'nothing' } }, { fields: 'items[sku]' }).page()).items).toEqual(
      [],
    );
  });

  test('may be of items alone, whose number is not told', async () => {
    const created = await souk.cli(
      'checkout:agreements:create',
      '--name',
      'Terms',
      '--checkbox-text',
      'Yes',
      '--text',
      'All.',
    );
    expect(created.stderr).toBe('');
    const list = shop.checkoutAgreementsList.list({ where: { name: 'Terms' } });
    expect((await list.all()).map(({ name }) => name)).toEqual(['Terms']);
    expect((await list.page()).total_count).toBeUndefined();
    // The service has another list, which takes no criteria.
    await expect(shop.checkoutAgreements.list()).resolves.toBeInstanceOf(Array);
  });

  test('takes the criteria under the name that the route has for them, and further arguments', async () => {
    await expect(shop.companyUsers.list({ pageSize: 1 }).all()).resolves.toEqual([]);
    const rendered = await shop.productRenders
      .list({ where: { name: 'Listed 1' }, storeId: 1, currencyCode: 'USD' })
      .all();
    expect(rendered.length).toBeLessThanOrEqual(1);
  });

  test('of some fields has those', async () => {
    const list = shop.products.list({ where: { sku: 'list-01' } }, { fields: 'items[sku],total_count' });
    expect(await list.all()).toEqual([{ sku: 'list-01' }]);
  });

  test('ends with its signal', async () => {
    const gone = new AbortController();
    const list = shop.products.list({ where: listed, pageSize: 5 }, { signal: gone.signal });
    const read: unknown[] = [];
    const whole = (async () => {
      for await (const product of list) {
        read.push(product);
        if (read.length === 5) gone.abort(new Error('enough'));
      }
    })();
    await expect(whole).rejects.toThrow('enough');
    expect(read).toHaveLength(5);
  });
});

describe('criteria', () => {
  async function skusOf(criteria: Parameters<ShopClient['products']['list']>[0]): Promise<string> {
    const found = await shop.products.list({ ...criteria, sort: { sku: 'ASC' } }).all();
    return found.map(({ sku }) => sku!.slice(5)).join(' ');
  }

  test('compare fields and custom attributes, all of them together', async () => {
    expect(await skusOf({ where: { sku: 'list-03' } })).toBe('03');
    expect(await skusOf({ where: { sku: ['list-03', 'list-05', 'other'] } })).toBe('03 05');
    expect(await skusOf({ where: { ...listed, price: { gteq: 3, lt: 6 } } })).toBe('03 04 05');
    expect(await skusOf({ where: { ...listed, price: { gt: 20 }, meta_keyword: 'even' } })).toBe('22 24');
    expect(await skusOf({ where: { ...listed, price: { nin: [1, 2], lteq: 4 } } })).toBe('03 04');
    expect(await skusOf({ where: { ...listed, created_at: { gt: new Date('2001-01-01') }, price: 7 } })).toBe('07');
    expect(await skusOf({ where: { ...listed, created_at: { lt: new Date('2001-01-01') } } })).toBe('');
    expect(await skusOf({ where: { sku: 'list-08', meta_keyword: null } })).toBe('');
    expect(await skusOf({ where: { sku: 'list-08', meta_keyword: { notnull: true } } })).toBe('08');
  });

  test('may hold one or the other', async () => {
    expect(await skusOf({ where: listed, anyOf: { price: { lt: 2 }, name: 'Listed 9' } })).toBe('01 09');
    const anyOf = [{ price: { lt: 2, gt: 24 } }, { meta_keyword: 'odd', name: 'Listed 2' }];
    expect(await skusOf({ where: listed, anyOf })).toBe('01 25');
  });

  test('may be said as the interface says them', async () => {
    const filters = [{ field: 'price', value: 3, condition_type: 'lteq' }];
    expect(await skusOf({ where: listed, searchCriteria: { filter_groups: [{ filters }], page_size: 2 } })).toBe(
      '01 02 03',
    );
  });

  test('that compare with nothing, or cannot be said, are refused before anything is sent', async () => {
    sent.length = 0;
    const lists: object[] = [{ sku: undefined }, { price: {} }, { price: { gt: undefined } }, { name: ['a,b', 'c'] }];
    for (const where of lists) expect(() => shop.products.list({ where: { ...where } })).toThrow(TypeError);
    expect(sent).toEqual([]);
  });
});
