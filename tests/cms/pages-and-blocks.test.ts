import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { criteria, fails, ok, startSouk, unique, until, type Answer, type Client, type Souk } from '../support/souk.ts';

const PAGES = '/V1/cmsPage';
const BLOCKS = '/V1/cmsBlock';
const taken = 'A block identifier with the same properties already exists in the selected store.';
const urlTaken = 'Could not save the page: URL key for specified store already exists.';
const time = expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
let souk: Souk;

beforeAll(async () => {
  souk = await startSouk();
  for (const code of ['fr', 'de']) {
    const { code: status, stderr } = await souk.cli('store:view:create', code, code, '--group', 'main_website_store');
    expect(status, stderr).toBe(0);
  }
  await until(async () => (await souk.admin.store('de').get('/V1/store/websites')).status === 200);
});
afterAll(() => souk.stop());

const postBlock = (block: object, caller: Client = souk.admin): Promise<Answer> => caller.post(BLOCKS, { block });
const postPage = (page: object, caller: Client = souk.admin): Promise<Answer> => caller.post(PAGES, { page });
const putPage = (id: number, page: object): Promise<Answer> => souk.admin.put(`${PAGES}/${id}`, { page });

type Filter = { field: string; value?: unknown; condition_type?: string };
const find = async (path: string, ...filters: Filter[]): Promise<number[]> =>
  ok(await souk.admin.get(`${path}/search?${criteria(filters.map((filter) => [filter]))}`)).items.map(
    (item: { id: number }) => item.id,
  );

describe('pages of a fresh installation', () => {
  it('are four, with content, for every store view', async () => {
    const { items } = ok(await souk.admin.get(`${PAGES}/search?searchCriteria[pageSize]=4`));
    expect(items.map((page: { identifier: string }) => page.identifier)).toEqual([
      'no-route',
      'home',
      'enable-cookies',
      'privacy-policy-cookie-restriction-mode',
    ]);
    expect(items[0]).toEqual({
      id: 1,
      identifier: 'no-route',
      title: '404 Not Found',
      page_layout: '2columns-right',
      meta_keywords: 'Page keywords',
      meta_description: 'Page description',
      content_heading: 'Whoops, our bad...',
      content: expect.stringContaining('<'),
      creation_time: time,
      update_time: time,
      sort_order: '0',
      active: true,
    });
    expect(await find(PAGES, { field: 'store_id', value: 0 })).toEqual([1, 2, 3, 4]);
  });
});

describe('a block', () => {
  it('is answered with what was sent, and read with its times', async () => {
    const identifier = unique('block');
    const made = ok(await postBlock({ identifier, title: 'Hello', content: '<p>Hi</p>', active: true }));
    expect(made).toEqual({ id: made.id, identifier, title: 'Hello', content: '<p>Hi</p>', active: true });
    const whole = { ...made, creation_time: time, update_time: time };
    expect(ok(await souk.admin.get(`${BLOCKS}/${made.id}`))).toEqual(whole);
    expect(ok(await souk.admin.get(`${BLOCKS}/${identifier.toUpperCase()}`))).toEqual(whole);
  });

  it('is active unless told, though the answer to its creation says otherwise', async () => {
    const identifier = unique('block');
    const made = ok(await postBlock({ identifier, title: 'T' }));
    expect(made).toEqual({ id: made.id, identifier, title: 'T', active: false });
    expect(ok(await souk.admin.get(`${BLOCKS}/${made.id}`))).toMatchObject({ active: true });
  });

  it('D12: needs an identifier and a title', async () => {
    fails(await postBlock({ title: 'T' }), 400, '"identifier" is required. Enter and try again.');
    fails(await postBlock({ identifier: unique() }), 400, '"title" is required. Enter and try again.');
    expect(fails(await postBlock({}), 400).errors).toHaveLength(2);
    fails(await postBlock({ identifier: 'x'.repeat(256), title: 'T' }), 400, /provided for the identifier field/);
  });

  it('keeps what an update does not send', async () => {
    const identifier = unique('block');
    const { id } = ok(await postBlock({ identifier, title: 'Old', content: 'c', active: false }));
    const saved = ok(await souk.admin.put(`${BLOCKS}/${id}`, { block: { title: 'New' } }));
    expect(saved).toEqual({ id, identifier, title: 'New', content: 'c', creation_time: time, active: false });
    ok(await postBlock({ id, content: null, active: true }));
    const { content, ...rest } = ok(await souk.admin.get(`${BLOCKS}/${id}`));
    expect(content).toBeUndefined();
    expect(rest).toMatchObject({ identifier, title: 'New', active: true });
    fails(await souk.admin.put(`${BLOCKS}/${id}`, { block: { identifier: null } }), 400, /"identifier" is required/);
    fails(await souk.admin.put(`${BLOCKS}/${id}`, { block: { creation_time: 'soon' } }), 400, /creation_time/);
  });

  it('that is not there is a 404 which names the id as it was asked for', async () => {
    const message = 'The CMS block with the "%1" ID doesn\'t exist.';
    expect(fails(await souk.admin.get(`${BLOCKS}/99999`), 404)).toEqual({ message, parameters: ['99999'] });
    expect(fails(await souk.admin.get(`${BLOCKS}/no-such`), 404)).toEqual({ message, parameters: ['no-such'] });
    expect(fails(await souk.admin.delete(`${BLOCKS}/99999`), 404)).toEqual({ message, parameters: ['99999'] });
    const put = await souk.admin.put(`${BLOCKS}/99999`, { block: { identifier: unique(), title: 'T' } });
    expect(fails(put, 404)).toEqual({ message, parameters: [99999] });
  });

  it('is deleted by id or identifier, once', async () => {
    const identifier = unique('block');
    ok(await postBlock({ identifier, title: 'T' }));
    expect(ok(await souk.admin.delete(`${BLOCKS}/${identifier}`))).toBe(true);
    fails(await souk.admin.delete(`${BLOCKS}/${identifier}`), 404);
  });
});

describe('an identifier of a block', () => {
  it('is unique in each store view, whatever its case', async () => {
    const identifier = unique('shared');
    const ids: number[] = [];
    for (const code of ['', 'fr', 'all']) {
      ids.push(ok(await postBlock({ identifier, title: `of ${code}` }, souk.admin.store(code))).id);
    }
    fails(await postBlock({ identifier: identifier.toUpperCase(), title: 'T' }, souk.admin.store('fr')), 400, taken);
    fails(await postBlock({ identifier, title: 'T' }, souk.admin.store('default')), 400, taken);
    const mine = { field: 'identifier', value: identifier };
    expect(await find(BLOCKS, mine)).toEqual(ids);
    expect(await find(BLOCKS, mine, { field: 'store_id', value: 2 })).toEqual([ids[1]]);
    expect(await find(BLOCKS, mine, { field: 'store_id', value: '0,1', condition_type: 'in' })).toEqual([
      ids[0],
      ids[2],
    ]);
  });

  it('moves with an update into the store view of the call, unless it is taken there', async () => {
    const identifier = unique('moving');
    const { id } = ok(await postBlock({ identifier, title: 'T' }, souk.admin.store('fr')));
    ok(await souk.admin.store('de').put(`${BLOCKS}/${id}`, { block: { title: 'moved' } }));
    const mine = { field: 'identifier', value: identifier };
    expect(await find(BLOCKS, mine, { field: 'store_id', value: 3 })).toEqual([id]);
    ok(await postBlock({ identifier, title: 'other' }, souk.admin.store('fr')));
    fails(await souk.admin.store('fr').put(`${BLOCKS}/${id}`, { block: { title: 'back' } }), 400, taken);
    expect(ok(await souk.admin.get(`${BLOCKS}/${id}`)).title).toBe('moved');
  });

  it('is given to one of many who ask at once', async () => {
    const identifier = unique('raced');
    const answers = await Promise.all(Array.from({ length: 6 }, () => postBlock({ identifier, title: 'T' })));
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 400, 400, 400, 400, 400]);
  });
});

describe('a page', () => {
  const whole = {
    title: 'My page',
    page_layout: '1column',
    meta_title: 'MT',
    meta_keywords: 'a',
    meta_description: 'b',
    content_heading: 'H',
    content: '<p>Hi</p>',
    sort_order: '3',
    layout_update_xml: '',
    custom_theme_from: '2026-01-01',
    custom_theme_to: '2026-12-31',
    active: true,
  };
  const withClock = { custom_theme_from: '2026-01-01 00:00:00', custom_theme_to: '2026-12-31 00:00:00' };

  it('is answered with what was sent, and read with its times', async () => {
    const identifier = unique('page');
    const made = ok(await postPage({ identifier, ...whole }));
    expect(made).toEqual({ id: made.id, identifier, ...whole, ...withClock });
    const read = { id: made.id, identifier, ...whole, creation_time: time, update_time: time };
    expect(ok(await souk.admin.get(`${PAGES}/${made.id}`))).toEqual(read);
    expect(ok(await putPage(made.id, { identifier, content: 'c' }))).toEqual({
      ...made,
      content: 'c',
      creation_time: time,
    });
  });

  it('without an identifier has one made from its title; so has one whose title alone is changed', async () => {
    const mark = unique('t');
    const made = ok(await postPage({ title: `Crème & Co ${mark}` }));
    expect(made).toEqual({
      id: made.id,
      identifier: `creme-co-${mark}`,
      title: `Crème & Co ${mark}`,
      active: false,
    });
    expect(ok(await putPage(made.id, { title: `Only ${mark}` })).identifier).toBe(`only-${mark}`);
    expect(ok(await putPage(made.id, { content: 'x' })).identifier).toBe(`only-${mark}`);
  });

  it.each([
    [{ identifier: '123', title: 'N' }, /The page URL key can't use only numbers/],
    [{ identifier: 'Bad Url!', title: 'N' }, /The page URL key can't use capital letters or disallowed symbols/],
    [{ title: '♪' }, /The page URL key can't use capital letters or disallowed symbols/],
    [{ identifier: 'no-title' }, 'Required field "title" is empty.'],
    [{ identifier: 'xml', title: 'N', layout_update_xml: '<nope/>' }, /Something went wrong while saving the page/],
    [{ identifier: 'xml', title: 'N', custom_layout_update_xml: '<a/>' }, /Something went wrong while saving the page/],
    [{ identifier: 'order', title: 'N', sort_order: 'first' }, /Something went wrong while saving the page/],
    [{ identifier: 'order', title: 'N', sort_order: '40000' }, /Something went wrong while saving the page/],
    [
      { identifier: 'date', title: 'N', custom_theme_from: '2026-02-30' },
      /"2026-02-30" provided for the custom_theme_from/,
    ],
  ])('%j is refused', async (page, message) => {
    const before = await find(PAGES, { field: 'page_id', value: 0, condition_type: 'gt' });
    fails(await postPage(page), 400, message);
    expect(await find(PAGES, { field: 'page_id', value: 0, condition_type: 'gt' })).toEqual(before);
  });

  it('keeps an identifier to itself in the store views that show it', async () => {
    const identifier = unique('pg');
    ok(await postPage({ identifier, title: 'default' }));
    const { id } = ok(await postPage({ identifier, title: 'fr' }, souk.admin.store('fr')));
    fails(await postPage({ identifier, title: 'again' }), 400, urlTaken);
    fails(await postPage({ identifier, title: 'all' }, souk.admin.store('all')), 400, urlTaken);
    fails(await postPage({ identifier: 'home', title: 'for all' }, souk.admin.store('de')), 400, urlTaken);
    const other = ok(await postPage({ identifier: unique('pg'), title: 'other' }, souk.admin.store('fr')));
    fails(await putPage(other.id, { identifier }), 400, urlTaken);
    expect(await find(PAGES, { field: 'identifier', value: identifier }, { field: 'store_id', value: 2 })).toEqual([
      id,
    ]);
    ok(await souk.admin.store('all').put(`${PAGES}/${id}`, { page: { content: 'x' } }));
    expect(await find(PAGES, { field: 'identifier', value: identifier }, { field: 'store_id', value: 2 })).toEqual([
      id,
    ]);
  });

  it('that is not there is a 404 with its id', async () => {
    const body = { message: 'The CMS page with the "%1" ID doesn\'t exist.', parameters: [99999] };
    expect(fails(await souk.admin.get(`${PAGES}/99999`), 404)).toEqual(body);
    expect(fails(await putPage(99999, { identifier: unique(), title: 'T' }), 404)).toEqual(body);
    expect(fails(await souk.admin.delete(`${PAGES}/99999`), 404)).toEqual(body);
  });

  it('is deleted once', async () => {
    const { id } = ok(await postPage({ title: unique('gone') }));
    expect(ok(await souk.admin.delete(`${PAGES}/${id}`))).toBe(true);
    fails(await souk.admin.delete(`${PAGES}/${id}`), 404);
  });

  it.each([
    'page_id',
    'identifier',
    'title',
    'page_layout',
    'meta_title',
    'meta_keywords',
    'meta_description',
    'content_heading',
    'content',
    'creation_time',
    'update_time',
    'is_active',
    'sort_order',
    'layout_update_xml',
    'custom_theme',
    'custom_root_template',
    'custom_layout_update_xml',
    'custom_theme_from',
    'custom_theme_to',
    'store_id',
  ])('is searched and sorted by %s', async (field) => {
    const query = criteria([[{ field, value: '2026-01-01' }], [{ field, condition_type: 'notnull' }]], {
      sort: [{ field, direction: 'ASC' }],
    });
    ok(await souk.admin.get(`${PAGES}/search?${query}`));
  });
});

describe('the landing page of a category', () => {
  it('is chosen among the blocks, after a first choice of none', async () => {
    const { id } = ok(await postBlock({ identifier: unique('landing'), title: 'Landing' }));
    const options = ok(await souk.admin.get('/V1/categories/attributes/landing_page/options'));
    expect(options[0]).toEqual({ label: 'Please select a static block.', value: '' });
    expect(options.at(-1)).toEqual({ label: 'Landing', value: String(id) });
  });
});

describe('who may do what with content', () => {
  it('is told in the permissions of the role', async () => {
    const asked = (answer: Answer): unknown => fails(answer, 401).parameters;
    expect(asked(await souk.guest.get(`${PAGES}/1`))).toEqual({ resources: 'Magento_Cms::page' });
    expect(asked(await souk.guest.post(PAGES, {}))).toEqual({ resources: 'Magento_Cms::save' });
    expect(asked(await souk.guest.delete(`${PAGES}/1`))).toEqual({ resources: 'Magento_Cms::page_delete' });
    expect(asked(await souk.guest.put(`${BLOCKS}/1`, {}))).toEqual({ resources: 'Magento_Cms::block' });
  });

  it('how a page looks needs a permission of its own', async () => {
    const editor = await signInWith('Magento_Cms::save');
    const message = 'You are not allowed to change CMS pages design settings';
    const page = { identifier: unique('plain'), title: 'Plain' };
    fails(await postPage({ ...page, custom_theme: '3' }, editor), 401, message);
    fails(await postPage({ ...page, page_layout: '1column' }, editor), 401, message);
    const { id } = ok(await postPage({ ...page, page_layout: 'cms-full-width' }, editor));
    ok(await putPage(id, { custom_theme_from: '2026-01-01' }));
    const kept = { custom_theme_from: '2026-01-01', page_layout: 'cms-full-width', content: 'new' };
    ok(await editor.put(`${PAGES}/${id}`, { page: kept }));
    fails(await editor.put(`${PAGES}/${id}`, { page: { custom_theme_from: '2026-02-01' } }), 401, message);
    fails(await editor.put(`${PAGES}/${id}`, { page: { page_layout: '1column' } }), 401, message);
  });
});

/** An administrator whose role has these permissions alone. */
async function signInWith(...resources: string[]): Promise<Client> {
  const name = unique('editor');
  const command = `admin:user:create --user ${name} --email ${name}@example.com --password Editor123!`;
  const made = await souk.cli(...command.split(' '), '--role', name, '--resources', resources.join(','));
  expect(made.code, made.stderr).toBe(0);
  const token = ok(
    await souk.guest.post('/V1/integration/admin/token', { username: name, password: 'Editor123!' }),
  ) as string;
  return souk.guest.as(token);
}
