import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fails, ok, startSouk, unique, type Answer, type Souk } from '../support/souk.ts';

const PATH = '/V1/categories';
let souk: Souk;
beforeAll(async () => {
  souk = await startSouk();
});
afterAll(() => souk.stop());

type Body = Answer['body'];
const post = (category: object): Promise<Answer> =>
  souk.admin.post(PATH, { category: { is_active: true, ...category } });
const put = (id: number, category: object): Promise<Answer> => souk.admin.put(`${PATH}/${id}`, { category });
const read = async (id: number): Promise<Body> => ok(await souk.admin.get(`${PATH}/${id}`));
const make = async (category: object = {}): Promise<Body> => ok(await post({ name: unique('Category'), ...category }));
const pairs = (all: Record<string, unknown>): object[] =>
  Object.entries(all).map(([attribute_code, value]) => ({ attribute_code, value }));
const attributes = (category: Body): Record<string, string> =>
  Object.fromEntries(category.custom_attributes.map((a: Body) => [a.attribute_code, a.value]));
/** All that is there, to see that nothing was written. */
const everything = async (): Promise<Body> => ok(await souk.admin.store('all').get(PATH));
const saveError = (reason: string): string => `Could not save category: ${reason}`;

describe('a fresh installation', () => {
  it('has the root of the tree and the root category of its store', async () => {
    const { created_at, updated_at, ...root } = await read(1);
    expect([created_at, updated_at]).toEqual([expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/), created_at]);
    expect(root).toEqual({
      id: 1,
      parent_id: 0,
      name: 'Root Catalog',
      position: 0,
      level: 0,
      children: '2',
      path: '1',
      include_in_menu: true,
      custom_attributes: pairs({ path: '1', children_count: '1' }),
    });
    expect(await read(2)).toMatchObject({
      name: 'Default Category',
      is_active: true,
      children: '',
      custom_attributes: pairs({ display_mode: 'PRODUCTS', path: '1/2', children_count: '0' }),
    });
  });
});

describe('a new category', () => {
  it('has what was sent, its place in the tree and its URL', async () => {
    const made = await make({
      parent_id: 2,
      name: 'Outdoor Life',
      position: 30,
      available_sort_by: ['position', 'price'],
      include_in_menu: false,
      custom_attributes: pairs({ default_sort_by: 'price', description: '<p>Out</p>', display_mode: 'PRODUCTS' }),
    });
    const { id, created_at, updated_at } = made;
    expect(made).toEqual({
      id,
      parent_id: 2,
      name: 'Outdoor Life',
      is_active: true,
      position: 30,
      level: 2,
      children: '',
      created_at,
      updated_at,
      path: `1/2/${id}`,
      available_sort_by: ['position', 'price'],
      include_in_menu: false,
      custom_attributes: pairs({
        description: '<p>Out</p>',
        display_mode: 'PRODUCTS',
        is_anchor: '1',
        path: `1/2/${id}`,
        children_count: '0',
        default_sort_by: 'price',
        url_key: 'outdoor-life',
        url_path: 'outdoor-life',
      }),
    });
    expect(await read(id)).toEqual(made);
  });

  it('comes under the root of the store, behind its siblings, unless told otherwise', async () => {
    const [first, second] = [await make(), await make()];
    expect(first).toMatchObject({ parent_id: 2, include_in_menu: true });
    expect(second.position).toBe(first.position + 1);
    expect(attributes(second)).toMatchObject({ is_anchor: '1' });
  });

  it('is counted by everything above it', async () => {
    const top = await make();
    const middle = await make({ parent_id: top.id });
    const bottom = await make({ parent_id: middle.id });
    expect(bottom).toMatchObject({ path: `${top.path}/${middle.id}/${bottom.id}`, level: 4, position: 1 });
    const above = [await read(top.id), await read(middle.id)];
    expect(above.map((c) => attributes(c).children_count)).toEqual(['2', '1']);
    expect(above.map((c) => c.children)).toEqual([String(middle.id), String(bottom.id)]);
    expect(attributes(bottom).url_path).toBe([top, middle, bottom].map((c) => attributes(c).url_key).join('/'));
  });

  it('may be a further root, whose URL key is no part of a URL', async () => {
    const root = await make({ parent_id: 1, name: 'Second Root' });
    expect(attributes(root)).toEqual({
      is_anchor: '1',
      path: `1/${root.id}`,
      children_count: '0',
      url_key: 'second-root',
    });
    expect(attributes(await make({ parent_id: root.id, name: 'Shoes' })).url_path).toBe('shoes');
    expect(attributes(await make({ parent_id: 1, name: 'Second Root' })).url_key).toBe('second-root');
  });

  it('keeps no place and no count that it was sent with', async () => {
    const made = await make({
      path: '7/7',
      level: 9,
      children: '1,2',
      custom_attributes: pairs({ path: '7', children_count: '99', url_path: 'x', level: '8', nonsense: 'y' }),
    });
    expect(made).toMatchObject({ path: `1/2/${made.id}`, level: 2, children: '' });
    expect(attributes(made)).toMatchObject({
      path: made.path,
      children_count: '0',
      url_path: attributes(made).url_key,
    });
    expect(attributes(made)).not.toHaveProperty('nonsense');
  });

  it.each([
    ['without a name', {}, 400, saveError('The "Name" attribute value is empty. Set the attribute and try again.')],
    ['with a blank name', { name: ' ' }, 400, /"Name" attribute value is empty/],
    [
      'without a state',
      { name: 'X', is_active: null },
      400,
      /^Could not save category: The "Is Active" attribute value/,
    ],
    ['under an unknown parent', { name: 'X', parent_id: 999_999 }, 404, 'No such entity with id = 999999'],
    ['with an unknown id', { id: 999_999, name: 'X' }, 404, 'No such entity with id = 999999'],
    ['at no position', { name: 'X', position: 3_000_000_000 }, 400, /provided for the position field/],
    [
      'with a URL key of no letters',
      { name: 'X', custom_attributes: pairs({ url_key: '¿?' }) },
      400,
      /Invalid URL key/,
    ],
    [
      'with a URL key too long',
      { name: 'X', custom_attributes: pairs({ url_key: 'x'.repeat(256) }) },
      400,
      /url_key field/,
    ],
    ['with a number for a flag', { name: 'X', custom_attributes: pairs({ is_anchor: 'x' }) }, 400, /"is_anchor" has/],
    ['with no date', { name: 'X', custom_attributes: pairs({ custom_design_from: 'soon' }) }, 400, /Could not save/],
    [
      'sorted by what it does not offer',
      { name: 'X', available_sort_by: ['name'] },
      400,
      /^Could not save category: D/,
    ],
  ])('is refused %s, and nothing is written', async (_, category, status, message) => {
    const before = await everything();
    fails(await post(category), status, message);
    expect(await everything()).toEqual(before);
  });

  it('needs a body', async () => {
    fails(await souk.admin.post(PATH, {}), 400, '"category" is required. Enter and try again.');
  });
});

describe('a URL key', () => {
  it('is made of Latin letters, digits and hyphens, from the name where none is sent', async () => {
    const parent = (await make()).id;
    const key = async (category: object): Promise<string | undefined> =>
      attributes(await make({ parent_id: parent, ...category })).url_key;
    expect(await key({ name: 'Grün & Süß 2' })).toBe('grun-suss-2');
    expect(await key({ name: 'A', custom_attributes: pairs({ url_key: 'My Own/Key' }) })).toBe('my-own-key');
    const below = await make({ parent_id: parent, name: 'B', custom_attributes: pairs({ url_key: 'Ä b/c' }) });
    expect(attributes(below).url_key).toBe('a-b-c');
    expect(attributes(below).url_path).toBe(`${attributes(await read(parent)).url_key}/a-b-c`);
    expect(await key({ name: 'Plain', custom_attributes: pairs({ url_key: '' }) })).toBe('plain');
    expect(await key({ name: 'Новинки' })).toBe('novinki');
    expect(await key({ name: '♪♪' })).toMatch(/^category-\d+$/);
  });

  it('is taken once among siblings, and free again after deletion', async () => {
    const [parent, other] = [(await make()).id, (await make()).id];
    const first = await make({ parent_id: parent, name: 'Twin' });
    const reason = saveError('URL key for specified store already exists.');
    fails(await post({ parent_id: parent, name: 'twin' }), 400, reason);
    ok(await post({ parent_id: other, name: 'Twin' }));
    const second = await make({ parent_id: parent, name: 'Other' });
    fails(await put(second.id, { custom_attributes: pairs({ url_key: 'TWIN' }) }), 400, reason);
    expect(attributes(await read(second.id)).url_key).toBe('other');
    ok(await souk.admin.delete(`${PATH}/${first.id}`));
    ok(await put(second.id, { custom_attributes: pairs({ url_key: 'twin' }) }));
  });

  it('goes on when the name changes, and a new one shows below at once', async () => {
    const top = await make({ name: unique('Top') });
    const child = await make({ parent_id: top.id, name: 'Child' });
    const { url_key } = attributes(top);
    expect(attributes(ok(await put(top.id, { name: 'Renamed' }))).url_key).toBe(url_key);
    const renamed = unique('renamed');
    ok(
      await souk.admin
        .store('all')
        .put(`${PATH}/${top.id}`, { category: { custom_attributes: pairs({ url_key: renamed }) } }),
    );
    expect(attributes(await read(child.id)).url_path).toBe(`${renamed}/child`);
  });
});

describe('a change', () => {
  it('changes what was sent and nothing else', async () => {
    const made = await make({
      available_sort_by: ['position', 'name'],
      custom_attributes: pairs({ description: 'D', meta_title: 'T' }),
    });
    const changed = ok(await put(made.id, { position: 7, custom_attributes: pairs({ meta_title: 'New' }) }));
    const { updated_at: _, ...rest } = changed;
    expect(made).toMatchObject({ ...rest, position: made.position, custom_attributes: made.custom_attributes });
    expect(changed.position).toBe(7);
    expect(attributes(changed)).toEqual({ ...attributes(made), meta_title: 'New' });
    expect(await read(made.id)).toEqual(changed);
  });

  it('leaves the place in the tree alone: only a move changes it', async () => {
    const [one, two] = [await make(), await make()];
    const changed = ok(await put(two.id, { parent_id: one.id, path: `${one.path}/${two.id}`, level: 3 }));
    expect(changed).toMatchObject({ parent_id: 2, path: two.path, level: 2 });
    expect((await read(one.id)).children).toBe('');
  });

  it('takes what was read, as it was read', async () => {
    const made = await make({ available_sort_by: ['position'], custom_attributes: pairs({ description: 'D' }) });
    const { updated_at: _, ...same } = ok(await put(made.id, made));
    expect(made).toMatchObject(same);
  });

  it('reads the sorting from a list of one, and an empty list of sortings as none', async () => {
    const { id } = await make({ available_sort_by: ['position', 'name'] });
    const change = { available_sort_by: [], custom_attributes: pairs({ default_sort_by: ['name'] }) };
    ok(await souk.admin.store('all').put(`${PATH}/${id}`, { category: change }));
    const after = await read(id);
    expect(after).not.toHaveProperty('available_sort_by');
    expect(attributes(after).default_sort_by).toBe('name');
  });

  it('may be sent to POST with the id', async () => {
    const made = await make();
    expect(ok(await souk.admin.post(PATH, { category: { id: made.id, name: 'By POST' } }))).toMatchObject({
      id: made.id,
      name: 'By POST',
      is_active: true,
    });
  });

  it.each([
    ['of an unknown category', 999_999, { name: 'X' }, 404, 'No such entity with id = 999999'],
    ['of an id that is none', 'x', { name: 'X' }, 400, /"id" processing/],
    ['to an empty name', undefined, { name: '' }, 400, /"Name" attribute value is empty/],
    ['to an unknown sorting', undefined, { available_sort_by: ['name'] }, 400, /Default Product Listing Sort by/],
    ['of a field that is none', undefined, { nonsense: 1 }, 400, /"Nonsense" is not supported/],
  ])('%s is refused, and nothing is written', async (_, id, category, status, message) => {
    const made = await make();
    fails(await souk.admin.put(`${PATH}/${id ?? made.id}`, { category }), status, message);
    expect(await read(made.id)).toEqual(made);
  });

  it('of the design needs a permission of its own', async () => {
    const { id } = await make();
    const { stdout } = await souk.cli('integration:create', 'pim', '--resources', 'Magento_Catalog::categories');
    const token = /"?access_token"?\s*[:=]\s*"?([a-z0-9]+)/i.exec(stdout)?.[1];
    expect(token, stdout).toBeDefined();
    const pim = souk.admin.as(token);
    const change = (all: Record<string, unknown>): Promise<Answer> =>
      pim.put(`${PATH}/${id}`, { category: { custom_attributes: pairs(all) } });
    ok(await change({ meta_title: 'Fine' }));
    fails(await change({ page_layout: '1column' }), 401, /Not allowed to edit the category's design attributes/);
    ok(await put(id, { custom_attributes: pairs({ page_layout: '1column' }) }));
    ok(await change({ page_layout: '1column', meta_title: 'Still fine' }));
  });
});

describe('reading', () => {
  it('fails for ids without a category', async () => {
    fails(await souk.admin.get(`${PATH}/-1`), 404, 'No such entity with id = -1');
    fails(await souk.admin.get(`${PATH}/abc`), 400, /"int" type was expected/);
    fails(await souk.admin.get(`${PATH}/2?storeId=77`), 400, /store that was requested wasn't found/);
  });

  it('is not for everybody', async () => {
    fails(await souk.guest.get(`${PATH}/2`), 401, /Magento_Catalog::categories/);
    fails(await souk.guest.get(PATH), 401, /Magento_Catalog::categories/);
  });
});
