import { afterAll, beforeAll, expect, it } from 'vitest';
import { graphqlClient, refuses, type GraphQLClient } from '../support/graphql.ts';
import { newProduct } from '../support/products.ts';
import { ok, startSouk, unique, type Answer, type Souk } from '../support/souk.ts';

type Body = Answer['body'];
let souk: Souk;
let guest: GraphQLClient;
beforeAll(async () => {
  souk = await startSouk();
  guest = graphqlClient(souk);
});
afterAll(() => souk.stop());

const key = (name: string): string =>
  unique(name)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-');

const productWithKey = (urlKey: string, over: object = {}): Promise<Body> =>
  newProduct({ admin: souk.admin.store('all') }, { ...withKey(urlKey), ...over });
const saveProduct = async (sku: string, fields: object, store = 'all'): Promise<Body> =>
  ok(await souk.admin.store(store).put(`/V1/products/${sku}`, { product: fields }));
const withKey = (value: string, ...more: object[]): object => ({
  custom_attributes: [{ attribute_code: 'url_key', value }, ...more],
});

async function category(urlKey: string, parent = 2, over: object = {}): Promise<number> {
  const made = ok(
    await souk.admin.store('all').post('/V1/categories', {
      category: { parent_id: parent, name: urlKey, is_active: true, ...withKey(urlKey), ...over },
    }),
  );
  return made.id;
}

interface Resolved {
  id: number | null;
  entity_uid: string | null;
  type: string | null;
  relative_url: string;
  canonical_url: string | null;
  redirectCode: number;
}
const resolve = async (url: string, store = 'default'): Promise<Resolved | null> =>
  (
    await guest.data(
      'query($u: String!) { urlResolver(url: $u) { id entity_uid type relative_url canonical_url redirectCode } }',
      { u: url },
      { store },
    )
  ).urlResolver;
const page = (type: string, id: number, path: string, redirectCode = 0): Resolved => ({
  id,
  entity_uid: btoa(String(id)),
  type,
  relative_url: path,
  canonical_url: path,
  redirectCode,
});

async function command(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await souk.cli(...args);
  expect(code, stderr).toBe(0);
  return stdout;
}

it('leads to products by their keys, as soon as they are saved', async () => {
  const first = key('mug');
  const { id, sku } = await productWithKey(first);
  expect(await resolve(`${first}.html`)).toEqual(page('PRODUCT', id, `${first}.html`));
  expect(await resolve(`/${first}.html?size=2`)).toEqual({
    ...page('PRODUCT', id, `${first}.html`),
    relative_url: `${first}.html?size=2`,
  });
  expect(await resolve(`https://shop.example/${first}.html`)).toMatchObject({ id });
  expect(await resolve(`catalog/product/view/id/${id}`)).toEqual(page('PRODUCT', id, `${first}.html`));
  expect(await resolve(first)).toBeNull();
  expect(await resolve(`${first}.htm`)).toBeNull();

  const second = key('cup');
  await saveProduct(sku, withKey(second));
  expect(await resolve(`${second}.html`)).toEqual(page('PRODUCT', id, `${second}.html`));
  expect(await resolve(`${first}.html`)).toEqual(page('PRODUCT', id, `${second}.html`, 301));
  const third = key('glass');
  await saveProduct(sku, withKey(third));
  expect(await resolve(`${first}.html`)).toEqual(page('PRODUCT', id, `${third}.html`, 301));

  await saveProduct(sku, { status: 2 });
  expect(await resolve(`${third}.html`)).toBeNull();
  expect(await resolve(`${first}.html`)).toBeNull();
  await saveProduct(sku, { status: 1, visibility: 1 });
  expect(await resolve(`${third}.html`)).toBeNull();
});

it('gives a key that was left to whoever takes it', async () => {
  const shared = key('shared');
  const one = await productWithKey(shared);
  await saveProduct(one.sku, withKey(key('moved')));
  const other = await productWithKey(shared);
  expect(await resolve(`${shared}.html`)).toEqual(page('PRODUCT', other.id, `${shared}.html`));
  ok(await souk.admin.delete(`/V1/products/${other.sku}`));
  expect(await resolve(`${shared}.html`)).toMatchObject({ id: one.id, redirectCode: 301 });
  ok(await souk.admin.delete(`/V1/products/${one.sku}`));
  expect(await resolve(`${shared}.html`)).toBeNull();
});

it('D165: keeps former paths as a save says, otherwise as the store view is set', async () => {
  const [a, b, c] = [key('a'), key('b'), key('c')];
  const { id, sku } = await productWithKey(a);
  await saveProduct(sku, withKey(b, { attribute_code: 'save_rewrites_history', value: false }));
  expect(await resolve(`${a}.html`)).toBeNull();
  await souk.configure({ 'catalog/seo/save_rewrites_history': '0' });
  await saveProduct(sku, withKey(c));
  expect(await resolve(`${b}.html`)).toBeNull();
  await saveProduct(sku, withKey(b, { attribute_code: 'save_rewrites_history', value: true }));
  expect(await resolve(`${c}.html`)).toEqual(page('PRODUCT', id, `${b}.html`, 301));
  await souk.configure({ 'catalog/seo/save_rewrites_history': null });
});

it('leads to categories by the keys above them, through moves and new keys', async () => {
  const keys = [key('women'), key('tops'), key('wool')];
  const women = await category(keys[0]!);
  const tops = await category(keys[1]!, women);
  const wool = await category(keys[2]!, tops);
  const path = `${keys.join('/')}.html`;
  expect(await resolve(path)).toEqual(page('CATEGORY', wool, path));
  expect(await resolve(`catalog/category/view/id/${wool}`)).toEqual(page('CATEGORY', wool, path));
  expect(await resolve(`${keys[1]}.html`)).toBeNull();
  expect(await resolve(`${keys[0]}//${keys[1]}.html`)).toBeNull();

  const renamed = key('tees');
  ok(await souk.admin.store('all').put(`/V1/categories/${tops}`, { category: withKey(renamed) }));
  const now = `${keys[0]}/${renamed}/${keys[2]}.html`;
  expect(await resolve(now)).toEqual(page('CATEGORY', wool, now));
  expect(await resolve(path)).toEqual(page('CATEGORY', wool, now, 301));

  ok(await souk.admin.put(`/V1/categories/${tops}/move`, { parentId: 2 }));
  const moved = `${renamed}/${keys[2]}.html`;
  expect(await resolve(moved)).toEqual(page('CATEGORY', wool, moved));
  expect(await resolve(now)).toEqual(page('CATEGORY', wool, moved, 301));
  expect(await resolve(path)).toEqual(page('CATEGORY', wool, moved, 301));

  ok(await souk.admin.store('all').put(`/V1/categories/${wool}`, { category: { is_active: false } }));
  expect(await resolve(moved)).toBeNull();
  ok(await souk.admin.store('all').put(`/V1/categories/${wool}`, { category: { is_active: true } }));
  ok(await souk.admin.delete(`/V1/categories/${tops}`));
  expect(await resolve(moved)).toBeNull();
  expect(await resolve(path)).toBeNull();
});

/** A category below another, and a product that is in the lower one alone. */
async function nested(): Promise<{
  keys: { men: string; hats: string; cap: string };
  men: number;
  hats: number;
  product: Body;
}> {
  const keys = { men: key('men'), hats: key('hats'), cap: key('cap') };
  const men = await category(keys.men);
  const hats = await category(keys.hats, men);
  const made = await productWithKey(keys.cap, {
    extension_attributes: {
      stock_item: { qty: 5, is_in_stock: true },
      category_links: [{ category_id: String(hats), position: 0 }],
    },
  });
  return { keys, men, hats, product: made };
}

it('leads to products below the categories that show them, unless the store view is set to the contrary', async () => {
  const { keys, hats, product: made } = await nested();
  const path = `${keys.men}/${keys.hats}/${keys.cap}.html`;
  expect(await resolve(path)).toEqual(page('PRODUCT', made.id, path));
  const above = `${keys.men}/${keys.cap}.html`;
  expect(await resolve(above)).toEqual(page('PRODUCT', made.id, above));
  const query =
    'query($u: String!) { route(url: $u) { relative_url redirect_code type ... on ProductInterface { sku } } }';
  expect((await guest.data(query, { u: path })).route).toEqual({
    relative_url: path,
    redirect_code: 0,
    type: 'PRODUCT',
    sku: made.sku,
  });
  expect(await resolve(`${key('no')}/${keys.cap}.html`)).toBeNull();
  expect(await resolve(`${keys.hats}/${keys.cap}.html`)).toBeNull();

  await souk.configure({ 'catalog/seo/generate_category_product_rewrites': '0' });
  expect(await resolve(path)).toBeNull();
  await souk.configure({ 'catalog/seo/product_use_categories': '1' });
  expect(await resolve(path)).toEqual(page('PRODUCT', made.id, path));
  await souk.configure({
    'catalog/seo/product_use_categories': null,
    'catalog/seo/generate_category_product_rewrites': null,
  });

  ok(await souk.admin.store('all').put(`/V1/categories/${hats}`, { category: { is_active: false } }));
  expect(await resolve(path)).toBeNull();
});

it('follows products below categories that move or get other keys, and products with other keys', async () => {
  const { keys, men, hats, product: made } = await nested();
  const path = `${keys.men}/${keys.hats}/${keys.cap}.html`;
  const caps = key('caps');
  ok(await souk.admin.store('all').put(`/V1/categories/${hats}`, { category: withKey(caps) }));
  const renamed = `${keys.men}/${caps}/${keys.cap}.html`;
  expect(await resolve(renamed)).toEqual(page('PRODUCT', made.id, renamed));
  expect(await resolve(path)).toEqual(page('PRODUCT', made.id, renamed, 301));

  const women = key('women');
  ok(await souk.admin.put(`/V1/categories/${hats}/move`, { parentId: await category(women) }));
  const moved = `${women}/${caps}/${keys.cap}.html`;
  expect(await resolve(moved)).toEqual(page('PRODUCT', made.id, moved));
  for (const former of [path, renamed]) {
    expect(await resolve(former)).toEqual(page('PRODUCT', made.id, moved, 301));
  }
  // The category that it is no longer below does not lead to it.
  expect(await resolve(`${keys.men}/${keys.cap}.html`)).toBeNull();

  const beret = key('beret');
  await saveProduct(made.sku, withKey(beret));
  const now = `${women}/${caps}/${beret}.html`;
  for (const former of [path, renamed, moved]) {
    expect(await resolve(former)).toEqual(page('PRODUCT', made.id, now, 301));
  }
  expect(await resolve(`${key('no')}/${keys.cap}.html`)).toBeNull();
  expect(await resolve(`${keys.men}/${keys.cap}.html`)).toBeNull();

  const link = { sku: made.sku, position: 0, category_id: String(men) };
  ok(await souk.admin.post(`/V1/categories/${men}/products`, { productLink: link }));
  ok(await souk.admin.delete(`/V1/categories/${hats}/products/${made.sku}`));
  expect(await resolve(now)).toBeNull();
  expect(await resolve(moved)).toBeNull();
  expect(await resolve(`${keys.men}/${beret}.html`)).toMatchObject({ id: made.id, redirectCode: 0 });
});

it('D165: forgets paths below categories with the former paths of their parts', async () => {
  const { keys, hats, product: made } = await nested();
  const forgets = { attribute_code: 'save_rewrites_history', value: false };
  const caps = key('caps');
  ok(await souk.admin.store('all').put(`/V1/categories/${hats}`, { category: withKey(caps, forgets) }));
  expect(await resolve(`${keys.men}/${keys.hats}/${keys.cap}.html`)).toBeNull();
  await saveProduct(made.sku, withKey(key('beret'), forgets));
  expect(await resolve(`${keys.men}/${caps}/${keys.cap}.html`)).toBeNull();
});

it('D345: shows the category where a product below its parent has the same path', async () => {
  const { keys, men, product: made } = await nested();
  const path = `${keys.men}/${keys.cap}.html`;
  expect(await resolve(path)).toEqual(page('PRODUCT', made.id, path));
  const child = await category(keys.cap, men);
  expect(await resolve(path)).toEqual(page('CATEGORY', child, path));
  expect(await resolve(`${keys.cap}.html`)).toMatchObject({ id: made.id, redirectCode: 0 });
});

it('ends paths as the settings say, and knows them without a slash too many', async () => {
  const own = key('plain');
  const { id } = await productWithKey(own);
  const top = await category(key('top'));
  const topPath = (await resolve(`catalog/category/view/id/${top}`))!.relative_url;
  expect(await resolve(`${own}.html/`)).toEqual(page('PRODUCT', id, `${own}.html`, 301));
  await souk.configure({ 'catalog/seo/product_url_suffix': '', 'catalog/seo/category_url_suffix': '/' });
  expect(await resolve(own)).toEqual(page('PRODUCT', id, own));
  expect(await resolve(`${own}.html`)).toBeNull();
  const slashed = topPath.replace('.html', '/');
  expect(await resolve(slashed)).toEqual(page('CATEGORY', top, slashed));
  await souk.configure({ 'catalog/seo/product_url_suffix': null, 'catalog/seo/category_url_suffix': null });
});

it('D166: leads to pages of content, the start page, and where pages were', async () => {
  const identifier = key('about');
  const made = ok(
    await souk.admin.store('all').post('/V1/cmsPage', { page: { identifier, title: 'About', active: true } }),
  );
  expect(await resolve(identifier)).toEqual(page('CMS_PAGE', made.id, identifier));
  expect(await resolve('/')).toMatchObject({ type: 'CMS_PAGE', relative_url: 'home', redirectCode: 0 });
  const moved = key('company');
  ok(await souk.admin.put(`/V1/cmsPage/${made.id}`, { page: { identifier: moved, title: 'About' } }));
  expect(await resolve(identifier)).toEqual(page('CMS_PAGE', made.id, moved, 301));
  ok(await souk.admin.put(`/V1/cmsPage/${made.id}`, { page: { identifier: moved, title: 'About', active: false } }));
  expect(await resolve(moved)).toBeNull();
  ok(await souk.admin.delete(`/V1/cmsPage/${made.id}`));
  expect(await resolve(identifier)).toBeNull();
});

it('has keys by store view, also of store views that came after', async () => {
  const [shared, top] = [key('shared'), key('top')];
  const { id, sku } = await productWithKey(shared);
  const women = await category(top);
  await command(
    'store:view:create',
    unique('late').replace(/\W/g, '').toLowerCase(),
    'Late',
    '--group',
    'main_website_store',
  );
  const [late] = ok(await souk.admin.get('/V1/store/storeViews')).slice(-1);
  expect(await resolve(`${shared}.html`, late.code)).toMatchObject({ id });
  expect(await resolve(`${top}.html`, late.code)).toMatchObject({ id: women });
  const own = key('own');
  await saveProduct(sku, withKey(own), late.code);
  expect(await resolve(`${own}.html`, late.code)).toMatchObject({ id, redirectCode: 0 });
  expect(await resolve(`${shared}.html`, late.code)).toMatchObject({ id, redirectCode: 301 });
  expect(await resolve(`${shared}.html`)).toMatchObject({ id, redirectCode: 0 });
  ok(await souk.admin.store(late.code).put(`/V1/categories/${women}`, { category: withKey(key('femmes')) }));
  expect(await resolve(`${top}.html`, late.code)).toMatchObject({ id: women, redirectCode: 301 });
  expect(await resolve(`${top}.html`)).toMatchObject({ id: women, redirectCode: 0 });
});

it('leads where commands say', async () => {
  const own = key('target');
  const { id } = await productWithKey(own);
  const [soon, shown, out] = [key('soon'), key('shown'), key('out')];
  expect(await command('url-rewrite:create', `${soon}/page.html`, `${own}.html`, '--redirect', '302')).toContain(
    'has id',
  );
  await command('url-rewrite:create', shown, `catalog/product/view/id/${id}`, '--redirect', '0', '--store', 'default');
  await command('url-rewrite:create', out, 'https://elsewhere.example/a');
  expect(await resolve(`${soon}/page.html`)).toEqual(page('PRODUCT', id, `${own}.html`, 302));
  expect(await resolve(shown)).toMatchObject({ id, relative_url: shown, redirectCode: 0 });
  expect(await resolve(out)).toEqual({
    id: null,
    entity_uid: null,
    type: null,
    relative_url: 'https://elsewhere.example/a',
    canonical_url: null,
    redirectCode: 301,
  });
  const taken = await souk.cli('url-rewrite:create', `${own}.html`, 'home');
  expect(taken.code).not.toBe(0);
  expect(taken.stderr).toContain('Request Path for Specified Store already exists.');
  const listed = await command('url-rewrite:list');
  const line = listed.split('\n').find((one) => one.includes(out))!;
  await command('url-rewrite:delete', line.split('\t')[0]!);
  expect(await resolve(out)).toBeNull();
  expect((await souk.cli('url-rewrite:delete', line.split('\t')[0]!)).code).not.toBe(0);
  // What leads to itself leads nowhere.
  const [round, about] = [key('round'), key('about')];
  await command('url-rewrite:create', round, about);
  await command('url-rewrite:create', about, round);
  expect(await resolve(round)).toBeNull();
});

it('shows what a route leads to', async () => {
  const own = key('shown');
  const { sku } = await productWithKey(own);
  const query = `query($u: String!) { route(url: $u) { __typename relative_url redirect_code type
    ... on ProductInterface { sku } ... on CmsPage { identifier } } }`;
  const route = async (u: string): Promise<Body> => (await guest.data(query, { u })).route;
  expect(await route(`${own}.html`)).toEqual({
    __typename: 'SimpleProduct',
    relative_url: `${own}.html`,
    redirect_code: 0,
    type: 'PRODUCT',
    sku,
  });
  expect(await route('/')).toEqual({
    __typename: 'CmsPage',
    relative_url: 'home',
    redirect_code: 0,
    type: 'CMS_PAGE',
    identifier: 'home',
  });
  expect(await route('old/page.html')).toBeNull();
  for (const bad of ['%', '%00', 'a'.repeat(5000), 'a/'.repeat(500), '%E0%A4%A', "'--"]) {
    expect(await route(bad), bad).toBeNull();
  }
  const out = key('away');
  await command('url-rewrite:create', out, 'https://elsewhere.example/a', '--redirect', '302');
  expect(await route(out)).toEqual({
    __typename: 'RoutableUrl',
    relative_url: 'https://elsewhere.example/a',
    redirect_code: 302,
    type: null,
  });
  refuses(await guest.send(query, { u: ' ' }), 'graphql-input', '"url" argument should be specified and not empty');
});

it('lists the paths of products, and which of them search engines are told', async () => {
  const { keys, men, hats, product: made } = await nested();
  const { id, sku } = made;
  const sale = key('sale');
  const other = await category(sale);
  await saveProduct(sku, {
    extension_attributes: { category_links: [hats, other].map((each) => ({ category_id: String(each), position: 0 })) },
  });
  const query = `query($u: String!) { route(url: $u) { ... on ProductInterface {
    sku canonical_url url_rewrites { url parameters { name value } } } } }`;
  const read = async (): Promise<Body> => (await guest.data(query, { u: `${keys.cap}.html` })).route;
  const own = { url: `${keys.cap}.html`, parameters: [{ name: 'id', value: String(id) }] };
  const below = (path: string, place: number): object => ({
    url: `${path}/${keys.cap}.html`,
    parameters: [...own.parameters, { name: 'category', value: String(place) }],
  });
  // Its own categories first, then those above them.
  const all = [own, below(`${keys.men}/${keys.hats}`, hats), below(sale, other), below(keys.men, men)];
  expect(await read()).toEqual({ sku, canonical_url: null, url_rewrites: all });
  await souk.configure({ 'catalog/seo/product_canonical_tag': '1' });
  expect(await read()).toEqual({ sku, canonical_url: own.url, url_rewrites: all });
  await souk.configure({
    'catalog/seo/product_canonical_tag': null,
    'catalog/seo/generate_category_product_rewrites': '0',
  });
  expect(await read()).toEqual({ sku, canonical_url: null, url_rewrites: [own] });
  await souk.configure({ 'catalog/seo/generate_category_product_rewrites': null });
});
