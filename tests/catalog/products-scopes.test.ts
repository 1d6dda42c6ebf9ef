import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newProduct, product as simple } from '../support/products.ts';
import { criteria, fails, ok, startSouk, unique, until, type Answer, type Souk } from '../support/souk.ts';

let souk: Souk;
const command = async (...args: string[]): Promise<void> => {
  const { code, stderr } = await souk.cli(...args);
  expect(code, stderr).toBe(0);
};

// base: default, en2; eu: fr, de
beforeAll(async () => {
  souk = await startSouk();
  await command('website:create', 'eu', 'Europe', '--currency', 'EUR');
  await command('store:group:create', 'eu_store', 'Europe', '--website', 'eu');
  await command('store:view:create', 'fr', 'French', '--group', 'eu_store');
  await command('store:view:create', 'de', 'German', '--group', 'eu_store');
  await command('store:view:create', 'en2', 'Second', '--group', 'main_website_store');
  await until(async () => ok(await souk.admin.get('/V1/store/storeViews')).length === 5);
});
afterAll(() => souk.stop());

const scopes = ['', 'all', 'default', 'en2', 'fr', 'de'] as const;
type ScopeCode = (typeof scopes)[number];
let sku: string;
beforeEach(async () => {
  sku = unique('scope');
  await newProduct(souk, {
    sku,
    name: 'Base',
    price: 20,
    custom_attributes: values({ url_key: sku, description: 'Base' }),
    extension_attributes: { website_ids: [1, 2] },
  });
});

const values = (all: Record<string, unknown>): object[] =>
  Object.entries(all).map(([attribute_code, value]) => ({ attribute_code, value }));
const put = (code: ScopeCode, product: object): Promise<Answer> =>
  souk.admin.store(code).put(`/V1/products/${sku}`, { product });
const read = async (code: ScopeCode, query = ''): Promise<Answer['body']> =>
  ok(await souk.admin.store(code).get(`/V1/products/${sku}${query}`));
/** What each scope shows of a field: none, all, default, en2, fr, de. */
const shown = async (field: string): Promise<unknown[]> => {
  const all: unknown[] = [];
  for (const code of scopes) {
    const product = await read(code);
    const attribute = product.custom_attributes.find((a: { attribute_code: string }) => a.attribute_code === field);
    all.push(product[field] ?? attribute?.value);
  }
  return all;
};

describe('a value by store view', () => {
  it('is global when the product is made, whatever the store code', async () => {
    sku = unique('made');
    await newProduct({ admin: souk.admin.store('fr') }, { sku, name: 'Through fr' });
    expect(await shown('name')).toEqual(Array(6).fill('Through fr'));
  });

  it('is that of the default view without a code', async () => {
    expect(ok(await put('', { name: 'None' })).name).toBe('None');
    expect(await shown('name')).toEqual(['None', 'Base', 'None', 'Base', 'Base', 'Base']);
  });

  it('is global with the code all, under what views override', async () => {
    ok(await put('en2', { name: 'Second', custom_attributes: values({ description: 'Second' }) }));
    ok(await put('all', { name: 'All' }));
    expect(await shown('name')).toEqual(['All', 'All', 'All', 'Second', 'All', 'All']);
    expect(await shown('description')).toEqual(['Base', 'Base', 'Base', 'Second', 'Base', 'Base']);
  });

  it('goes back to the inherited one with null', async () => {
    ok(await put('fr', { name: 'Fr', visibility: 2, custom_attributes: values({ description: 'Fr' }) }));
    expect(ok(await put('fr', { name: null, custom_attributes: values({ description: null }) }))).toMatchObject({ name: 'Base', visibility: 2 });
    expect(await shown('description')).toEqual(Array(6).fill('Base'));
  }); // prettier-ignore

  it('is emptied by an empty text: in all for those who inherit it, in a view for that view', async () => {
    ok(await put('', { custom_attributes: values({ description: 'Own' }) }));
    ok(await put('all', { custom_attributes: values({ description: '' }) }));
    expect(await shown('description')).toEqual(['Own', undefined, 'Own', undefined, undefined, undefined]);
    ok(await put('all', { custom_attributes: values({ description: 'Again' }) }));
    ok(await put('en2', { custom_attributes: values({ description: '' }) }));
    expect(await shown('description')).toEqual(['Own', 'Again', 'Own', undefined, 'Again', 'Again']);
  });

  it('does not become a view’s own when it is sent back as it was read', async () => {
    ok(await put('de', await read('de')));
    ok(await put('all', { name: 'Later' }));
    expect(await shown('name')).toEqual(Array(6).fill('Later'));
  });

  it('reaches all views of the website, where the attribute is per website', async () => {
    ok(await put('en2', { status: 2 }));
    expect(await shown('status')).toEqual([2, 1, 2, 2, 1, 1]);
    ok(await put('default', { status: null }));
    expect(await shown('status')).toEqual(Array(6).fill(1));
  });

  it('is one for all, where the attribute is global', async () => {
    ok(await put('fr', { price: 25, weight: 3 }));
    expect(await shown('price')).toEqual(Array(6).fill(25));
    expect(await shown('weight')).toEqual(Array(6).fill(3));
  });

  it('is read for the store view that the query names', async () => {
    ok(await put('fr', { name: 'Fr' }));
    expect((await read('', '?storeId=2')).name).toBe('Fr');
    expect((await read('all', '?storeId=2')).name).toBe('Fr');
    expect((await read('fr', '?storeId=0')).name).toBe('Base');
    fails(await souk.admin.get(`/V1/products/${sku}?storeId=99`), 400, "The store that was requested wasn't found. Verify the store and try again.");
  }); // prettier-ignore

  it('is what lists show and search in', async () => {
    const name = unique('Fr name');
    ok(await put('fr', { name }));
    const found = async (code: string, field: string, value: unknown, condition_type = 'eq'): Promise<string[]> => {
      const query = criteria([[{ field, value, condition_type }], [{ field: 'sku', value: sku }]]);
      return ok(await souk.admin.store(code).get(`/V1/products?${query}`)).items.map(
        (item: { name: string }) => item.name,
      );
    };
    expect(await found('fr', 'name', name.toUpperCase())).toEqual([name]);
    expect(await found('fr', 'name', 'Base')).toEqual([]);
    expect(await found('fr', 'name', 'Base', 'neq')).toEqual([name]);
    expect(await found('de', 'name', name)).toEqual([]);
    expect(await found('all', 'name', 'base')).toEqual(['Base']);
    expect(await found('', 'store_id', 2)).toEqual([name]);
  });

  it('gives a store view URL keys of its own', async () => {
    const other = unique('other');
    ok(await put('fr', { custom_attributes: values({ url_key: other }) }));
    expect(await shown('url_key')).toEqual([sku, sku, sku, sku, other, sku]);
    const taken = (url_key: string, website: number): Promise<Answer> =>
      souk.admin.post('/V1/products', {
        product: simple({ custom_attributes: values({ url_key }), extension_attributes: { website_ids: [website] } }),
      });
    fails(await taken(other, 2), 400, /^URL key/);
    ok(await taken(other, 1));
  });
});

describe('websites', () => {
  const websites = async (): Promise<number[]> => (await read('all')).extension_attributes.website_ids;

  it('of a new product are the one of the store code, or all with the code all', async () => {
    for (const [code, ids] of [['', [1]], ['fr', [2]], ['all', [1, 2]]] as const) {
      sku = unique('web');
      await newProduct({ admin: souk.admin.store(code) }, { sku });
      expect(await websites()).toEqual(ids);
    }
  }); // prettier-ignore

  it('are replaced by those that are sent, and values of views outlive them', async () => {
    ok(await put('en2', { name: 'Second' }));
    ok(await put('all', { extension_attributes: { website_ids: [2] } }));
    expect(await websites()).toEqual([2]);
    ok(await put('all', { extension_attributes: { website_ids: [] } }));
    expect(await websites()).toEqual([]);
    fails(await put('all', { extension_attributes: { website_ids: [1, 99] } }), 400, 'The product was unable to be saved. Please try again.');
    expect(await websites()).toEqual([]);
    expect((await read('en2')).name).toBe('Second');
  }); // prettier-ignore

  it('are linked and unlinked one by one', async () => {
    const path = `/V1/products/${sku}/websites`;
    expect(ok(await souk.admin.delete(`${path}/1`))).toBe(true);
    expect(ok(await souk.admin.delete(`${path}/1`))).toBe(true);
    expect(await websites()).toEqual([2]);
    expect(ok(await souk.admin.post(path, { productWebsiteLink: { sku, website_id: 1 } }))).toBe(true);
    expect(ok(await souk.admin.put(path, { productWebsiteLink: { sku, website_id: 1 } }))).toBe(true);
    expect(await websites()).toEqual([1, 2]);
    const { id } = await read('all');
    expect(fails(await souk.admin.post(path, { productWebsiteLink: { sku, website_id: 99 } }), 400)).toMatchObject({
      message: 'Could not assign product "%1" to websites "%2"',
      parameters: [String(id), 99],
    });
    fails(
      await souk.admin.post(path, { productWebsiteLink: { sku } }),
      400,
      'There are not websites for assign to product',
    );
    fails(await souk.admin.put('/V1/products/none/websites', { productWebsiteLink: { website_id: 1 } }), 404);
    fails(await souk.admin.delete('/V1/products/none/websites/1'), 404);
  });

  it('narrow lists', async () => {
    const count = async (field: string, value: number): Promise<number> =>
      ok(await souk.admin.get(`/V1/products?${criteria([[{ field, value }], [{ field: 'sku', value: sku }]])}`))
        .total_count;
    ok(await put('all', { extension_attributes: { website_ids: [2] } }));
    expect([await count('website_id', 1), await count('website_id', 2)]).toEqual([0, 1]);
    expect([await count('store_id', 4), await count('store_id', 3), await count('store_id', 0)]).toEqual([0, 1, 1]);
  });
});

describe('prices per website', () => {
  beforeAll(async () => {
    await souk.configure({ 'catalog/price/scope': '1' });
    // The server notices a setting of another process within a second.
    await until(async () => {
      ok(await put('all', { price: 20 }));
      ok(await put('fr', { price: 15 }));
      return (await read('all')).price === 20;
    });
  });

  it('are written to every view of a website, and to all of them with the code all', async () => {
    ok(await put('all', { price: 20 }));
    ok(await put('fr', { price: 15 }));
    ok(await put('en2', { price: 30 }));
    ok(await put('all', { price: 22 }));
    expect(await shown('price')).toEqual([30, 22, 30, 30, 15, 15]);
  });

  it('show the tiers of the website in its currency', async () => {
    ok(
      await put('all', {
        price: 20,
        tier_prices: [
          { customer_group_id: 32000, qty: 2, value: 8, extension_attributes: { website_id: 2 } },
          { customer_group_id: 32000, qty: 5, value: 7, extension_attributes: { website_id: 0 } },
        ],
      }),
    );
    const tiers = async (code: ScopeCode): Promise<unknown[]> =>
      (await read(code)).tier_prices.map((tier: Answer['body']) => [
        tier.qty,
        tier.value,
        tier.extension_attributes.website_id,
      ]);
    expect(await tiers('')).toEqual([[5, 7, 1]]);
    expect(await tiers('all')).toEqual([[2, 8, 2], [5, 7, 0]]); // prettier-ignore
    expect(await tiers('fr')).toEqual([[2, 8, 2], [5, 4.9469, 2]]); // prettier-ignore
  });

  it('do not count any more when prices are global again', async () => {
    ok(await put('fr', { price: 15 }));
    await souk.configure({ 'catalog/price/scope': '0' });
    await until(async () => (await read('fr')).price === 20);
    expect(await shown('price')).toEqual(Array(6).fill(20));
  });
});
