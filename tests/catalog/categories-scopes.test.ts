import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fails, ok, startSouk, unique, until, type Answer, type Souk } from '../support/souk.ts';

const PATH = '/V1/categories';
let souk: Souk;
/** Root category of the website eu. */
let root: number;

type Body = Answer['body'];
const command = async (...args: string[]): Promise<void> => {
  const { code, stderr } = await souk.cli(...args);
  expect(code, stderr).toBe(0);
};

// base: default, en2; eu: fr, with a root category of its own
beforeAll(async () => {
  souk = await startSouk();
  root = ok(await souk.admin.post(PATH, { category: { parent_id: 1, name: 'French root', is_active: true } })).id;
  await command('website:create', 'eu', 'Europe');
  await command('store:group:create', 'eu_store', 'Europe', '--website', 'eu', '--root-category', String(root));
  await command('store:view:create', 'fr', 'French', '--group', 'eu_store');
  await command('store:view:create', 'en2', 'Second', '--group', 'main_website_store');
  await until(async () => ok(await souk.admin.get('/V1/store/storeViews')).length === 4);
});
afterAll(() => souk.stop());

const scopes = ['', 'all', 'default', 'en2', 'fr'] as const;
type ScopeCode = (typeof scopes)[number];
let id: number;
let key: string;
beforeEach(async () => {
  key = unique('cat');
  id = await make('', { custom_attributes: pairs({ url_key: key, description: 'Base' }) });
});

const pairs = (all: Record<string, unknown>): object[] =>
  Object.entries(all).map(([attribute_code, value]) => ({ attribute_code, value }));
const make = async (code: ScopeCode, category: object = {}): Promise<number> =>
  ok(await souk.admin.store(code).post(PATH, { category: { name: 'Base', is_active: true, ...category } })).id;
const put = (code: ScopeCode, category: object, of = id): Promise<Answer> =>
  souk.admin.store(code).put(`${PATH}/${of}`, { category });
const read = async (code: ScopeCode, of = id, query = ''): Promise<Body> =>
  ok(await souk.admin.store(code).get(`${PATH}/${of}${query}`));
const field = (category: Body, name: string): unknown =>
  category[name] ?? category.custom_attributes.find((a: Body) => a.attribute_code === name)?.value;
/** What each scope shows of a field: none, all, default, en2, fr. */
const shown = async (name: string, of = id): Promise<unknown[]> => {
  const all: unknown[] = [];
  for (const code of scopes) all.push(field(await read(code, of), name));
  return all;
};

describe('a value', () => {
  it('of a new category is global, whatever the scope', async () => {
    expect(await shown('name')).toEqual(['Base', 'Base', 'Base', 'Base', 'Base']);
    const other = await make('fr', { name: 'In fr', custom_attributes: pairs({ description: 'fr' }) });
    expect(await shown('name', other)).toEqual(['In fr', 'In fr', 'In fr', 'In fr', 'In fr']);
    expect(await shown('description', other)).toEqual(['fr', 'fr', 'fr', 'fr', 'fr']);
  });

  it('goes to the default view without a code, to a view with its code, to all others with all', async () => {
    ok(await put('', { name: 'None' }));
    expect(await shown('name')).toEqual(['None', 'Base', 'None', 'Base', 'Base']);
    expect(ok(await put('en2', { name: 'En2', is_active: false }))).toMatchObject({ name: 'En2', is_active: false });
    expect(await shown('name')).toEqual(['None', 'Base', 'None', 'En2', 'Base']);
    expect(await shown('is_active')).toEqual([true, true, true, false, true]);
    ok(await put('all', { name: 'All', include_in_menu: false }));
    expect(await shown('name')).toEqual(['None', 'All', 'None', 'En2', 'All']);
    expect(await shown('include_in_menu')).toEqual([false, false, false, false, false]);
  });

  it('D11: that is absent stays, and null takes a view back to the inherited one', async () => {
    ok(await put('en2', { name: 'En2', is_active: false, custom_attributes: pairs({ description: 'En2' }) }));
    ok(await put('en2', { include_in_menu: false }));
    expect(await read('en2')).toMatchObject({ name: 'En2', is_active: false, include_in_menu: false });
    ok(await put('all', { name: 'All' }));
    ok(await put('en2', { name: null, custom_attributes: pairs({ description: null }) }));
    const after = await read('en2');
    expect(after).toMatchObject({ name: 'All', is_active: false });
    expect(field(after, 'description')).toBe('Base');
  });

  it('that is null in the global scope goes, or stays where a category must have one', async () => {
    ok(
      await put('all', {
        name: null,
        is_active: null,
        custom_attributes: pairs({ description: null, is_anchor: '0' }),
      }),
    );
    const after = await read('all');
    expect(after).toMatchObject({ name: 'Base', is_active: true });
    expect(field(after, 'description')).toBeUndefined();
    expect(field(after, 'is_anchor')).toBe('0');
    ok(await put('all', { custom_attributes: pairs({ is_anchor: null }) }));
    expect(field(await read('all'), 'is_anchor')).toBe('1');
  });

  it("that is sent back as it was read does not become the view's own", async () => {
    const { name, is_active, custom_attributes } = await read('fr');
    ok(await put('fr', { name, is_active, custom_attributes }));
    ok(await put('all', { name: 'All', custom_attributes: pairs({ description: 'All' }) }));
    expect(await shown('name')).toEqual(['All', 'All', 'All', 'All', 'All']);
    expect(await shown('description')).toEqual(['All', 'All', 'All', 'All', 'All']);
  });

  it('of a global attribute and the position are the same everywhere', async () => {
    ok(await put('fr', { position: 77, custom_attributes: pairs({ is_anchor: '0' }) }));
    expect(await shown('is_anchor')).toEqual(['0', '0', '0', '0', '0']);
    expect(await shown('position')).toEqual([77, 77, 77, 77, 77]);
  });

  it('is read of any view by storeId', async () => {
    ok(await put('en2', { name: 'En2' }));
    const views = ok(await souk.admin.get('/V1/store/storeViews'));
    const en2 = views.find((view: Body) => view.code === 'en2').id;
    expect((await read('fr', id, `?storeId=${en2}`)).name).toBe('En2');
    expect((await read('en2', id, '?storeId=0')).name).toBe('Base');
  });

  it('cannot be emptied in a view when a category must have one', async () => {
    fails(await put('en2', { name: '' }), 400, /^Could not save category: The "Name" attribute value is empty/);
    expect(await shown('name')).toEqual(['Base', 'Base', 'Base', 'Base', 'Base']);
  });
});

describe('a URL key', () => {
  it('of a view shows in its URLs and in those below', async () => {
    const child = await make('', { parent_id: id, name: 'Child' });
    ok(await put('en2', { custom_attributes: pairs({ url_key: `${key}-2` }) }));
    expect(await shown('url_key')).toEqual([key, key, key, `${key}-2`, key]);
    expect(await shown('url_path', child)).toEqual([key, key, key, `${key}-2`, key].map((top) => `${top}/child`));
    ok(await put('en2', { custom_attributes: pairs({ url_key: null }) }));
    expect(await shown('url_path')).toEqual([key, key, key, key, key]);
  });

  it('of a view is made from its name when it is emptied', async () => {
    const name = unique('Name of en2');
    ok(await put('en2', { name, custom_attributes: pairs({ url_key: '' }) }));
    expect(field(await read('en2'), 'url_key')).toBe(name.toLowerCase().replaceAll(' ', '-'));
    expect(field(await read('all'), 'url_key')).toBe(key);
  });

  it('is taken once in each view', async () => {
    const taken = unique('taken');
    const sister = await make('', { custom_attributes: pairs({ url_key: unique('sister') }) });
    const set = (code: ScopeCode, of: number, url_key: string): Promise<Answer> =>
      put(code, { custom_attributes: pairs({ url_key }) }, of);
    ok(await set('en2', id, taken));
    const message = 'Could not save category: URL key for specified store already exists.';
    fails(await set('en2', sister, taken), 400, message);
    fails(await set('all', sister, taken), 400, message);
    // Where the one overrides the key, the other may have it.
    ok(await set('fr', sister, taken));
    fails(await set('fr', id, taken), 400, message);
    fails(await set('en2', sister, taken), 400, message);
  });
});

describe('the tree', () => {
  it('starts at the root of the store', async () => {
    const french = await make('fr');
    expect(await read('all', french)).toMatchObject({ parent_id: root, path: `1/${root}/${french}` });
    const tree = ok(await souk.admin.store('fr').get(PATH));
    expect([tree.id, tree.children_data.at(-1).id]).toEqual([root, french]);
    expect(ok(await souk.admin.get(PATH)).id).toBe(2);
    const all = ok(await souk.admin.store('all').get(PATH));
    expect([all.id, ...all.children_data.map((child: Body) => child.id)]).toEqual([1, 2, root]);
  });

  it('has the names and states of the view', async () => {
    ok(await put('en2', { name: 'En2', is_active: false }));
    const nodes = await Promise.all(
      (['en2', 'fr'] as const).map(async (code) =>
        ok(await souk.admin.store(code).get(`${PATH}?rootCategoryId=${id}`)),
      ),
    );
    expect(nodes).toMatchObject([
      { name: 'En2', is_active: false },
      { name: 'Base', is_active: true },
    ]);
  });

  it('shows as children those that are active in the view', async () => {
    const [one, two] = [await make('', { parent_id: id, name: 'One' }), await make('', { parent_id: id, name: 'Two' })];
    ok(await put('en2', { is_active: false }, one));
    expect(await shown('children')).toEqual([
      `${one},${two}`,
      `${one},${two}`,
      `${one},${two}`,
      `${two}`,
      `${one},${two}`,
    ]);
    expect(field(await read('en2'), 'children_count')).toBe('2');
  });

  it('keeps the roots of stores', async () => {
    fails(await souk.admin.delete(`${PATH}/${root}`), 400, `Cannot delete category with id ${root}`);
  });
});

it('a store needs a root category that exists', async () => {
  const create = (category: number): Promise<{ code: number; stderr: string }> =>
    souk.cli(
      'store:group:create',
      unique('g').replaceAll('-', '_'),
      'G',
      '--website',
      'eu',
      '--root-category',
      `${category}`,
    );
  for (const category of [999_999, 1, id]) {
    const { code, stderr } = await create(category);
    expect(code).not.toBe(0);
    expect(stderr).toContain(`No such entity with root_category_id = ${category}`);
  }
  expect(ok(await souk.admin.get('/V1/store/storeGroups'))).toHaveLength(3);
});
