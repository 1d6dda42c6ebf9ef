import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engines } from '../storage/databases.ts';
import { ok, unique, type Answer } from '../support/client.ts';
import { graphqlClient } from '../support/graphql.ts';
import { startHere, type Here } from '../support/here.ts';
import { newProduct } from '../support/products.ts';

const SHOP = 'https://shop.example.com/';

describe.each(engines)('pages for search engines on %s', (engine) => {
  let here: Here;
  let category: Answer['body'];
  const fetchText = async (path: string) => {
    const response = await fetch(here.base + path);
    return { status: response.status, headers: response.headers, text: await response.text() };
  };
  const links = async (name: string): Promise<string[]> => {
    const { status, text } = await fetchText(`/sitemap/${name}`);
    expect(status, name).toBe(200);
    return [...text.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address]) => address!);
  };
  const stock_item = { qty: 5, is_in_stock: true };
  /** Adds a product that is in stock in the default website. */
  const add = ({ website_ids = [1], ...over }: Readonly<Record<string, unknown>> = {}) =>
    newProduct({ admin: here.admin.store('all') }, { ...over, extension_attributes: { stock_item, website_ids } });

  beforeAll(async () => {
    here = await startHere(engine);
    await here.configure({ 'web/unsecure/base_url': SHOP, 'web/secure/base_url': SHOP });
    const input = { name: 'Mugs & more', is_active: true, parent_id: 2 };
    category = ok(await here.admin.store('all').post('/V1/categories', { category: input }));
  });
  afterAll(() => here?.stop());

  it('are products, categories and content pages, each kind in sitemaps of its own', async () => {
    const mug = await add({ name: 'Café mug' });
    const [{ text: index, headers }, products] = [
      await fetchText('/sitemap.xml'),
      await links('default-product-1.xml'),
    ];
    expect(headers.get('content-type')).toBe('application/xml; charset=utf-8');
    expect(headers.get('cache-control')).toBe('public, max-age=3600');
    expect([...index.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address]) => address)).toEqual(
      ['page', 'category', 'product'].map((kind) => `${SHOP}sitemap/default-${kind}-1.xml`),
    );
    const urlKey = mug.custom_attributes.find((one: Answer['body']) => one.attribute_code === 'url_key').value;
    expect(products).toContain(`${SHOP}${urlKey}.html`);
    expect(await links('default-category-1.xml')).toEqual([`${SHOP}mugs-more.html`]);
    const pages = await links('default-page-1.xml');
    expect(pages[0]).toBe(SHOP);
    for (const apart of ['home', 'no-route', 'enable-cookies']) expect(pages).not.toContain(SHOP + apart);
  });

  it('leave out products that visitors do not find', async () => {
    const hidden = [await add({ status: 2 }), await add({ visibility: 1 }), await add({ website_ids: [] })];
    const shown = await links('default-product-1.xml');
    for (const { custom_attributes } of hidden) {
      const urlKey = custom_attributes.find((one: Answer['body']) => one.attribute_code === 'url_key').value;
      expect(shown).not.toContain(`${SHOP}${urlKey}.html`);
    }
    ok(await here.admin.store('all').put(`/V1/categories/${category.id}`, { category: { is_active: false } }));
    expect(await links('default-category-1.xml')).toEqual([]);
    ok(await here.admin.store('all').put(`/V1/categories/${category.id}`, { category: { is_active: true } }));
  });

  it('have the time of their change, and the hints of the settings', async () => {
    const identifier = unique('page');
    ok(await here.admin.post('/V1/cmsPage', { page: { identifier, title: 'One', content: '', active: true } }));
    await here.configure({ 'sitemap/page/changefreq': 'weekly', 'sitemap/page/priority': '0.4' });
    const { text } = await fetchText('/sitemap/default-page-1.xml');
    const [entry] = new RegExp(`<url><loc>${SHOP}${identifier}</loc>.*?</url>`).exec(text) ?? [];
    expect(entry).toMatch(/<lastmod>\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ<\/lastmod><changefreq>weekly<\/changefreq>/);
    expect(entry).toContain('<priority>0.40</priority>');
  });

  it('are of a store view that exists, and of numbers with entities', async () => {
    const names = [
      'admin-product-1',
      'other-product-1',
      'default-order-1',
      'default-constructor-1',
      'default-product-0',
    ];
    for (const name of [...names, 'default-product-2', 'default-product-99999999', 'default']) {
      expect((await fetchText(`/sitemap/${name}.xml`)).status, name).toBe(404);
    }
  });

  it('are named in robots.txt, unless the shop hides itself or has instructions of its own', async () => {
    const robots = async () => (await fetchText('/robots.txt')).text;
    expect(await robots()).toBe(`User-agent: *\nDisallow:\n\nSitemap: ${SHOP}sitemap.xml\n`);
    await here.configure({ 'design/search_engine_robots/default_robots': 'NOINDEX,NOFOLLOW' });
    expect(await robots()).toBe('User-agent: *\nDisallow: /\n');
    await here.configure({ 'design/search_engine_robots/custom_instructions': 'User-agent: *\nDisallow: /checkout' });
    expect(await robots()).toBe('User-agent: *\nDisallow: /checkout\n');
    const { robotsConfig } = await graphqlClient(here).data('{ robotsConfig { defaultRobots customInstructions } }');
    expect(robotsConfig).toEqual({
      defaultRobots: 'NOINDEX,NOFOLLOW',
      customInstructions: 'User-agent: *\nDisallow: /checkout',
    });
  });
});
