import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { refused, typed, type Sent, type ShopClient } from '../support/shop-client.ts';
import { startSouk, unique, until, type Souk } from '../support/souk.ts';

const taken = 'A block identifier with the same properties already exists in the selected store.';
const urlTaken = 'Could not save the page: URL key for specified store already exists.';
const time = expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
let souk: Souk;
let shop: ShopClient;

beforeAll(async () => {
  souk = await startSouk();
  shop = typed(souk.admin);
  for (const code of ['fr', 'de']) {
    const { code: status, stderr } = await souk.cli('store:view:create', code, code, '--group', 'main_website_store');
    expect(status, stderr).toBe(0);
  }
  await until(async () => (await souk.admin.store('de').get('/V1/store/websites')).status === 200);
});
afterAll(() => souk.stop());

type Block = Sent<'blocks', 'save'>['block'];
type Page = Sent<'pages', 'save'>['page'];
const makeBlock = (block: Block, store?: string) => shop.blocks.save({ block }, { store });
const changeBlock = (id: number, block: Block, store?: string) => shop.blocks.save({ id, block }, { store });
const makePage = (page: Page, store?: string) => shop.pages.save({ page }, { store });
const changePage = (id: number, page: Page, store?: string) => shop.pages.save({ id, page }, { store });
const findBlocks = async (where: object) => (await shop.blocks.list({ where }).all()).map(({ id }) => id);
const findPages = async (where: object) => (await shop.pages.list({ where }).all()).map(({ id }) => id);

describe('pages of a fresh installation', () => {
  it('are four, with content, for every store view', async () => {
    const { items } = await shop.pages.list({ pageSize: 4 }).page();
    expect(items.map(({ identifier }) => identifier)).toEqual([
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
    expect(await findPages({ store_id: 0 })).toEqual([1, 2, 3, 4]);
  });
});

describe('a block', () => {
  it('is answered with what was sent, and read with its times', async () => {
    const identifier = unique('block');
    const made = await makeBlock({ identifier, title: 'Hello', content: '<p>Hi</p>', active: true });
    expect(made).toEqual({ id: made.id, identifier, title: 'Hello', content: '<p>Hi</p>', active: true });
    const whole = { ...made, creation_time: time, update_time: time };
    for (const blockId of [String(made.id), identifier.toUpperCase()]) {
      expect(await shop.blocks.get({ blockId })).toEqual(whole);
    }
  });

  it('is active unless told, though the answer to its creation says otherwise', async () => {
    const identifier = unique('block');
    const made = await makeBlock({ identifier, title: 'T' });
    expect(made).toEqual({ id: made.id, identifier, title: 'T', active: false });
    expect(await shop.blocks.get({ blockId: String(made.id) })).toMatchObject({ active: true });
  });

  it('D12: needs an identifier and a title', async () => {
    await refused(makeBlock({ title: 'T' }), 400, '"identifier" is required. Enter and try again.');
    await refused(makeBlock({ identifier: unique() }), 400, '"title" is required. Enter and try again.');
    expect((await refused(makeBlock({}), 400)).errors).toHaveLength(2);
    await refused(makeBlock({ identifier: 'x'.repeat(256), title: 'T' }), 400, /provided for the identifier field/);
  });

  it('keeps what an update does not send', async () => {
    const identifier = unique('block');
    const id = (await makeBlock({ identifier, title: 'Old', content: 'c', active: false })).id!;
    const saved = await changeBlock(id, { title: 'New' });
    expect(saved).toEqual({ id, identifier, title: 'New', content: 'c', creation_time: time, active: false });
    await makeBlock({ id, content: null, active: true });
    const { content, ...rest } = await shop.blocks.get({ blockId: String(id) });
    expect(content).toBeUndefined();
    expect(rest).toMatchObject({ identifier, title: 'New', active: true });
    await refused(changeBlock(id, { identifier: null }), 400, /"identifier" is required/);
    await refused(changeBlock(id, { creation_time: 'soon' }), 400, /creation_time/);
  });

  it('that is not there is a 404 which names the id as it was asked for', async () => {
    const template = 'The CMS block with the "%1" ID doesn\'t exist.';
    for (const [call, id] of [
      [() => shop.blocks.get({ blockId: '99999' }), '99999'],
      [() => shop.blocks.get({ blockId: 'no-such' }), 'no-such'],
      [() => shop.blocks.delete({ blockId: '99999' }), '99999'],
      [() => changeBlock(99999, { identifier: unique(), title: 'T' }), 99999],
    ] as const) {
      expect(await refused(call(), 404)).toMatchObject({ template, parameters: [id] });
    }
  });

  it('is deleted by id or identifier, once', async () => {
    const blockId = unique('block');
    await makeBlock({ identifier: blockId, title: 'T' });
    expect(await shop.blocks.delete({ blockId })).toBe(true);
    await refused(shop.blocks.delete({ blockId }), 404);
  });
});

describe('an identifier of a block', () => {
  it('is unique in each store view, whatever its case', async () => {
    const identifier = unique('shared');
    const ids: unknown[] = [];
    for (const store of [undefined, 'fr', 'all'])
      ids.push((await makeBlock({ identifier, title: `of ${store}` }, store)).id);
    await refused(makeBlock({ identifier: identifier.toUpperCase(), title: 'T' }, 'fr'), 400, taken);
    await refused(makeBlock({ identifier, title: 'T' }, 'default'), 400, taken);
    expect(await findBlocks({ identifier })).toEqual(ids);
    expect(await findBlocks({ identifier, store_id: 2 })).toEqual([ids[1]]);
    expect(await findBlocks({ identifier, store_id: [0, 1] })).toEqual([ids[0], ids[2]]);
  });

  it('moves with an update into the store view of the call, unless it is taken there', async () => {
    const identifier = unique('moving');
    const id = (await makeBlock({ identifier, title: 'T' }, 'fr')).id!;
    await changeBlock(id, { title: 'moved' }, 'de');
    expect(await findBlocks({ identifier, store_id: 3 })).toEqual([id]);
    await makeBlock({ identifier, title: 'other' }, 'fr');
    await refused(changeBlock(id, { title: 'back' }, 'fr'), 400, taken);
    expect((await shop.blocks.get({ blockId: String(id) })).title).toBe('moved');
  });

  it('is given to one of many who ask at once', async () => {
    const identifier = unique('raced');
    const calls = Array.from({ length: 6 }, () => makeBlock({ identifier, title: 'T' }));
    const failed = (await Promise.allSettled(calls)).filter(({ status }) => status === 'rejected');
    expect(failed).toMatchObject(Array.from({ length: 5 }, () => ({ reason: { status: 400 } })));
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
    const made = await makePage({ identifier, ...whole });
    expect(made).toEqual({ id: made.id, identifier, ...whole, ...withClock });
    const read = { id: made.id, identifier, ...whole, creation_time: time, update_time: time };
    expect(await shop.pages.get({ pageId: made.id! })).toEqual(read);
    expect(await changePage(made.id!, { identifier, content: 'c' })).toEqual({
      ...made,
      content: 'c',
      creation_time: time,
    });
  });

  it('without an identifier has one made from its title; so has one whose title alone is changed', async () => {
    const mark = unique('t');
    const made = await makePage({ title: `Crème & Co ${mark}` });
    expect(made).toEqual({
      id: made.id,
      identifier: `creme-co-${mark}`,
      title: `Crème & Co ${mark}`,
      active: false,
    });
    expect((await changePage(made.id!, { title: `Only ${mark}` })).identifier).toBe(`only-${mark}`);
    expect((await changePage(made.id!, { content: 'x' })).identifier).toBe(`only-${mark}`);
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
    const before = await findPages({});
    await refused(makePage(page), 400, message);
    expect(await findPages({})).toEqual(before);
  });

  it('keeps an identifier to itself in the store views that show it', async () => {
    const identifier = unique('pg');
    await makePage({ identifier, title: 'default' });
    const id = (await makePage({ identifier, title: 'fr' }, 'fr')).id!;
    await refused(makePage({ identifier, title: 'again' }), 400, urlTaken);
    await refused(makePage({ identifier, title: 'all' }, 'all'), 400, urlTaken);
    await refused(makePage({ identifier: 'home', title: 'for all' }, 'de'), 400, urlTaken);
    const other = await makePage({ identifier: unique('pg'), title: 'other' }, 'fr');
    await refused(changePage(other.id!, { identifier }), 400, urlTaken);
    expect(await findPages({ identifier, store_id: 2 })).toEqual([id]);
    await changePage(id, { content: 'x' }, 'all');
    expect(await findPages({ identifier, store_id: 2 })).toEqual([id]);
  });

  it('that is not there is a 404 with its id', async () => {
    const fault = { template: 'The CMS page with the "%1" ID doesn\'t exist.', parameters: [99999] };
    const pageId = 99999;
    const put = () => changePage(pageId, { identifier: unique(), title: 'T' });
    for (const call of [() => shop.pages.get({ pageId }), put, () => shop.pages.delete({ pageId })]) {
      expect(await refused(call(), 404)).toMatchObject(fault);
    }
  });

  it('is deleted once', async () => {
    const pageId = (await makePage({ title: unique('gone') })).id!;
    expect(await shop.pages.delete({ pageId })).toBe(true);
    await refused(shop.pages.delete({ pageId }), 404);
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
    const asked = { where: { [field]: { eq: '2026-01-01', notnull: true } }, sort: { [field]: 'ASC' } };
    await shop.pages.list(asked).page();
  });
});

describe('the landing page of a category', () => {
  it('is chosen among the blocks, after a first choice of none', async () => {
    const { id } = await makeBlock({ identifier: unique('landing'), title: 'Landing' });
    const options = await shop.categoryAttributeOptions.getItems({ attributeCode: 'landing_page' });
    expect(options[0]).toEqual({ label: 'Please select a static block.', value: '' });
    expect(options.at(-1)).toEqual({ label: 'Landing', value: String(id) });
  });
});

describe('who may do what with content', () => {
  it('is told in the permissions of the role', async () => {
    const { pages, blocks } = typed(souk.guest);
    for (const [call, resources] of [
      [() => pages.get({ pageId: 1 }), 'Magento_Cms::page'],
      [() => pages.save({ page: {} }), 'Magento_Cms::save'],
      [() => pages.delete({ pageId: 1 }), 'Magento_Cms::page_delete'],
      [() => blocks.save({ id: 1, block: {} }), 'Magento_Cms::block'],
    ] as const) {
      expect((await refused(call(), 401)).parameters).toEqual({ resources });
    }
  });

  it('how a page looks needs a permission of its own', async () => {
    const { pages: editor } = await signInWith('Magento_Cms::save');
    const message = 'You are not allowed to change CMS pages design settings';
    const page = { identifier: unique('plain'), title: 'Plain' };
    await refused(editor.save({ page: { ...page, custom_theme: '3' } }), 401, message);
    await refused(editor.save({ page: { ...page, page_layout: '1column' } }), 401, message);
    const id = (await editor.save({ page: { ...page, page_layout: 'cms-full-width' } })).id!;
    await changePage(id, { custom_theme_from: '2026-01-01' });
    const kept = { custom_theme_from: '2026-01-01', page_layout: 'cms-full-width', content: 'new' };
    await editor.save({ id, page: kept });
    await refused(editor.save({ id, page: { custom_theme_from: '2026-02-01' } }), 401, message);
    await refused(editor.save({ id, page: { page_layout: '1column' } }), 401, message);
  });
});

/** An administrator whose role has these permissions alone. */
async function signInWith(...resources: string[]): Promise<ShopClient> {
  const name = unique('editor');
  const command = `admin:user:create --user ${name} --email ${name}@example.com --password Editor123!`;
  const made = await souk.cli(...command.split(' '), '--role', name, '--resources', resources.join(','));
  expect(made.code, made.stderr).toBe(0);
  const guest = typed(souk.guest);
  return guest.with({
    token: await guest.adminTokens.createAdminAccessToken({ username: name, password: 'Editor123!' }),
  });
}
