import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { criteria, fails, ok, startSouk, unique, type Answer, type Souk } from '../support/souk.ts';

let souk: Souk;
beforeAll(async () => {
  souk = await startSouk();
});
afterAll(() => souk.stop());

type Fields = Record<string, unknown>;
const content = (text: string, name: string): Fields => ({ file_data: Buffer.from(text).toString('base64'), name });
const urlLink = (over: Fields = {}): Fields => ({
  title: 'Part',
  sort_order: 1,
  is_shareable: 1,
  price: 3,
  number_of_downloads: 5,
  link_type: 'url',
  link_url: 'http://example.com/a.zip',
  sample_type: 'url',
  sample_url: 'http://example.com/s.zip',
  ...over,
});
const fileLink = (over: Fields = {}): Fields => ({
  title: 'File',
  sort_order: 2,
  is_shareable: 0,
  price: 4,
  number_of_downloads: 0,
  link_type: 'file',
  link_file_content: content('whole', 'whole.txt'),
  sample_type: 'file',
  sample_file_content: content('part', 'part.txt'),
  ...over,
});
const sample = (over: Fields = {}): Fields => ({
  title: 'Sample',
  sort_order: 1,
  sample_type: 'file',
  sample_file_content: content('taste', 'taste.txt'),
  ...over,
});

async function product(links: Fields[] = [], samples: Fields[] = [], over: Fields = {}): Promise<Answer['body']> {
  const sku = unique('download');
  return ok(
    await souk.admin.store('all').post('/V1/products', {
      product: {
        sku,
        name: sku,
        attribute_set_id: 4,
        price: 25,
        type_id: 'downloadable',
        extension_attributes: { downloadable_product_links: links, downloadable_product_samples: samples },
        ...over,
      },
    }),
  );
}
const path = (sku: string, rest = ''): string => `/V1/products/${sku}/downloadable-links${rest}`;
const linksOf = async (sku: string, store = ''): Promise<Answer['body']> =>
  ok(await souk.admin.store(store).get(path(sku)));
const samplesOf = async (sku: string, store = ''): Promise<Answer['body']> =>
  ok(await souk.admin.store(store).get(path(sku, '/samples')));
const add = (sku: string, link: Fields, isGlobalScopeContent = true): Promise<Answer> =>
  souk.admin.post(path(sku), { link, isGlobalScopeContent });
const addSample = (sku: string, body: Fields, isGlobalScopeContent = true): Promise<Answer> =>
  souk.admin.post(path(sku, '/samples'), { sample: body, isGlobalScopeContent });
const stored = (kind: string, file: string): string => join(souk.env.SOUK_VAR!, 'downloadable', kind, file);
const shownIn = (shown: Answer['body']): Fields => {
  const { downloadable_product_links: links, downloadable_product_samples: samples } = shown.extension_attributes;
  return { links, samples };
};

describe('a downloadable product', () => {
  it('is made with links and samples in one call', async () => {
    const made = await product([fileLink(), urlLink()], [sample()]);
    const { title, price, link_url } = urlLink();
    const expected = {
      links: [
        { title, price, link_type: 'url', link_url, sample_type: 'url' },
        { title: 'File', link_type: 'file', link_file: expect.stringMatching(/^\/w\/h\/whole.*\.txt$/) },
      ],
      samples: [{ title: 'Sample', sample_file: expect.stringMatching(/^\/t\/a\/taste.*\.txt$/) }],
    };
    expect(shownIn(made)).toMatchObject(expected);
    const list = ok(await souk.admin.get(`/V1/products?${criteria([[{ field: 'sku', value: made.sku }]])}`));
    for (const shown of [ok(await souk.admin.get(`/V1/products/${made.sku}`)), list.items[0]]) {
      expect(shownIn(shown)).toEqual(shownIn(made));
    }
    expect(await linksOf(made.sku)).toEqual(made.extension_attributes.downloadable_product_links);
    expect(await samplesOf(made.sku)).toEqual(made.extension_attributes.downloadable_product_samples);
  });

  it('keeps files apart that have the same name, where nobody else can read them', async () => {
    const made = await product([fileLink(), fileLink({ link_file_content: content('another', 'whole.txt') })]);
    const [one, two] = made.extension_attributes.downloadable_product_links;
    expect(one.link_file).not.toBe(two.link_file);
    expect(readFileSync(stored('links', one.link_file), 'utf8')).toBe('whole');
    expect(readFileSync(stored('links', two.link_file), 'utf8')).toBe('another');
    const open = await souk.guest.raw('GET', `/media/downloadable/links${one.link_file}`);
    expect(open.status).toBe(404);
  });

  it('keeps what was not sent, changes what has an id, and loses the rest', async () => {
    const made = await product([urlLink(), fileLink()], [sample()]);
    const [kept] = (shownIn(made).links as Fields[]).slice(1);
    const put = async (extension_attributes: Fields): Promise<Answer> =>
      await souk.admin.store('all').put(`/V1/products/${made.sku}`, { product: { extension_attributes } });
    expect(shownIn(ok(await put({})))).toEqual(shownIn(made));
    const changed = ok(
      await put({ downloadable_product_links: [{ ...kept, price: 9 }, urlLink({ title: 'New', sort_order: 7 })] }),
    );
    expect(shownIn(changed).links).toMatchObject([{ ...kept, price: 9 }, { title: 'New' }]);
    expect(shownIn(changed).samples).toEqual(shownIn(made).samples);
    fails(await put({ downloadable_product_links: [urlLink({ id: 999_999 })] }), 404, /No downloadable link/);
    expect(shownIn(ok(await put({ downloadable_product_samples: [] }))).samples).toEqual([]);
  });

  it('takes its links with it', async () => {
    const made = await product([urlLink()]);
    const [{ id }] = await linksOf(made.sku);
    ok(await souk.admin.delete(`/V1/products/${made.sku}`));
    fails(await souk.admin.delete(`/V1/products/downloadable-links/${id}`), 404);
  });
});

describe('links', () => {
  it('are added, changed and removed', async () => {
    const { sku } = await product();
    const id = ok(await add(sku, fileLink()));
    expect(id).toBeTypeOf('string');
    const [before] = await linksOf(sku);
    const change = { title: 'Changed', price: 100.1, sort_order: 2, link_type: 'file', sample_type: 'file' };
    expect(ok(await souk.admin.put(path(sku, `/${id}`), { link: change, isGlobalScopeContent: true }))).toBe(id);
    expect(await linksOf(sku)).toEqual([{ ...before, title: 'Changed', price: 100.1 }]);
    const moved = { ...urlLink(), id };
    ok(await souk.admin.put(path(sku, `/${id}`), { link: moved, isGlobalScopeContent: true }));
    const [after] = await linksOf(sku);
    expect(after).toMatchObject({ link_url: 'http://example.com/a.zip' });
    expect(after).not.toHaveProperty('link_file');
    expect(ok(await souk.admin.delete(`/V1/products/downloadable-links/${id}`))).toBe(true);
    expect(await linksOf(sku)).toEqual([]);
  });

  it('have titles by store view', async () => {
    const { sku } = await product();
    ok(await add(sku, urlLink({ title: 'Only here' }), false));
    expect((await linksOf(sku))[0].title).toBe('Only here');
    expect((await linksOf(sku, 'all'))[0]).not.toHaveProperty('title');
    const id = ok(await add(sku, urlLink({ title: 'All', sort_order: 2 })));
    ok(await souk.admin.put(path(sku, `/${id}`), { link: { title: 'Here', link_type: 'url' } }));
    expect((await linksOf(sku))[1].title).toBe('Here');
    expect((await linksOf(sku, 'all'))[1].title).toBe('All');
  });

  it.each([
    ['an unknown type', { link_type: 'invalid' }, 'The link type is invalid. Verify and try again.'],
    ['an unknown type of sample', { sample_type: 'x' }, 'The link sample type is invalid. Verify and try again.'],
    ['no title', { title: '' }, 'The link title is empty. Enter the link title and try again.'],
    ['a negative price', { price: -1 }, 'Link price must have numeric positive value.'],
    ['a negative number', { number_of_downloads: -1 }, 'Number of downloads must be a positive integer.'],
    ['a negative order', { sort_order: -1 }, 'Sort order must be a positive integer.'],
    ['a malformed URL', { link_type: 'url', link_url: 'http://example<.>com/' }, 'Link URL must have valid format.'],
    ['another scheme', { link_type: 'url', link_url: 'file:///etc/passwd' }, 'Link URL must have valid format.'],
    ['a malformed sample', { sample_type: 'url', sample_url: 'nowhere' }, 'Sample URL must have valid format.'],
    [
      'content that is no base64',
      { link_file_content: { file_data: 'not_base64', name: 'a.txt' } },
      'Provided content must be valid base64 encoded data.',
    ],
    [
      'a forbidden file name',
      { sample_file_content: content('x', 'name/with|forbidden{signs') },
      'Provided file name contains forbidden characters.',
    ],
    [
      'a missing file',
      { link_file_content: undefined, link_file: '/n/o/nothing.txt' },
      'Link file not found. Please try again.',
    ],
    [
      'a path that leads elsewhere',
      { link_file_content: undefined, link_file: '/../../souk.db' },
      'Link file not found. Please try again.',
    ],
    [
      'a missing sample',
      { sample_file_content: undefined, sample_file: '/n/o/nothing.txt' },
      'Link sample file not found. Please try again.',
    ],
  ])('are refused with %s', async (_, over, message) => {
    const { sku } = await product();
    fails(await add(sku, fileLink(over)), 400, message);
    expect(await linksOf(sku)).toEqual([]);
  });

  it('are refused for other products', async () => {
    const other = await product([urlLink()]);
    const [{ id }] = await linksOf(other.sku);
    const { sku } = await product();
    const simple = await product([], [], { type_id: 'simple' });
    fails(await add(simple.sku, urlLink()), 400, /needs to be the downloadable type/);
    fails(await add('nobody', urlLink()), 404);
    fails(await souk.admin.put(path(sku, `/${id}`), { link: urlLink() }), 400, /isn't related to the product/);
    fails(await souk.admin.put(path(sku, '/999999'), { link: urlLink() }), 404, /No downloadable link/);
    fails(await souk.admin.delete('/V1/products/downloadable-links/999999'), 404, /No downloadable link/);
    expect(await linksOf(simple.sku)).toEqual([]);
    fails(await souk.admin.get(path('nobody')), 404);
    fails(await souk.guest.get(path(sku)), 401);
  });

  it('D17: are of any host unless some are named', async () => {
    const { sku } = await product();
    const setting = 'catalog/downloadable/domains';
    await souk.configure({ [setting]: 'example.com, files.example.com' });
    const refused = async (): Promise<boolean> =>
      (await add(sku, urlLink({ link_url: 'http://example.org/x.zip' }))).status === 400;
    await expect.poll(refused).toBe(true);
    fails(
      await add(sku, urlLink({ link_url: 'http://example.org/x.zip' })),
      400,
      "Link URL's domain is not in list of downloadable_domains in env.php.",
    );
    ok(await add(sku, urlLink()));
    await souk.configure({ [setting]: '' });
    await expect.poll(refused).toBe(false);
  });
});

describe('samples', () => {
  it('are added, changed and removed', async () => {
    const { sku } = await product();
    const id = ok(await addSample(sku, sample()));
    expect(id).toBeTypeOf('string');
    const [before] = await samplesOf(sku);
    expect(existsSync(stored('samples', before.sample_file))).toBe(true);
    const change = { title: 'Changed', sort_order: 4, sample_type: 'file' };
    const put = (body: Fields): Promise<Answer> => souk.admin.put(path(sku, `/samples/${id}`), body);
    expect(ok(await put({ sample: change, isGlobalScopeContent: true }))).toBe(id);
    expect(await samplesOf(sku)).toEqual([{ ...before, title: 'Changed', sort_order: 4 }]);
    ok(await put({ sample: { ...change, title: 'Here' } }));
    expect((await samplesOf(sku, 'all'))[0].title).toBe('Changed');
    expect((await samplesOf(sku))[0].title).toBe('Here');
    expect(ok(await souk.admin.delete(`/V1/products/downloadable-links/samples/${id}`))).toBe(true);
    expect(await samplesOf(sku)).toEqual([]);
  });

  it('are refused where something is wrong', async () => {
    const other = await product([], [sample()]);
    const [{ id }] = await samplesOf(other.sku);
    const { sku } = await product();
    fails(await addSample(sku, sample({ title: '' })), 400, /The sample title is empty/);
    fails(await addSample(sku, sample({ sample_type: 'x' })), 400, /The sample type is invalid/);
    fails(await addSample(sku, sample({ sort_order: -1 })), 400, /Sort order/);
    const missing = sample({ sample_file_content: undefined, sample_file: '/n/o/no.txt' });
    fails(await addSample(sku, missing), 400, 'Sample file not found. Please try again.');
    fails(await souk.admin.put(path(sku, `/samples/${id}`), { sample: sample() }), 400, /isn't related/);
    fails(await souk.admin.put(path(sku, '/samples/999999'), { sample: sample() }), 404, /No downloadable sample/);
    fails(await souk.admin.delete('/V1/products/downloadable-links/samples/999999'), 404, /No downloadable sample/);
    fails(await souk.admin.post(path(sku, '/samples'), {}), 400, '"sample" is required. Enter and try again.');
    expect(await samplesOf(sku)).toEqual([]);
  });
});
