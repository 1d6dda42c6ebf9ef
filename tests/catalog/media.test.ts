import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { png as draw } from '../support/png.ts';
import { newProduct, product as simple } from '../support/products.ts';
import { fails, ok, startSouk, unique, type Answer, type Client, type Souk } from '../support/souk.ts';

let souk: Souk;
beforeAll(async () => {
  souk = await startSouk();
});
afterAll(() => souk.stop());

type Fields = Record<string, unknown>;
let shade = 0;
/** A picture that no other test uses. */
const png = (): string => draw([(shade += 1) % 256, 17, Math.trunc(shade / 256)], 8).toString('base64');
const image = (name: string, over: Fields = {}, data = png()): Fields => ({
  media_type: 'image',
  label: name,
  position: 1,
  disabled: false,
  types: [],
  content: { base64_encoded_data: data, type: 'image/png', name: `${name}.png` },
  ...over,
});
const video = {
  media_type: 'external-video',
  video_provider: 'youtube',
  video_url: 'https://127.0.0.1/watch?v=abc',
  video_title: 'T',
  video_description: 'D',
  video_metadata: 'M',
};

const product = (entries?: Fields[], over: Fields = {}): Promise<Answer['body']> =>
  newProduct(souk, { media_gallery_entries: entries, ...over });
const read = async (sku: string, as = souk.admin): Promise<Answer['body']> => ok(await as.get(`/V1/products/${sku}`));
const put = (sku: string, over: Fields, as: Client = souk.admin): Promise<Answer> =>
  as.put(`/V1/products/${sku}`, { product: over });
const gallery = async (sku: string, as = souk.admin): Promise<Answer['body']> =>
  ok(await as.get(`/V1/products/${sku}/media`));
const add = async (sku: string, entry: Fields, as = souk.admin): Promise<number> =>
  Number(ok(await as.post(`/V1/products/${sku}/media`, { entry })));
const custom = (body: Answer['body'], code: string): unknown =>
  body.custom_attributes.find((a: Fields) => a.attribute_code === code)?.value;
const onDisk = (file: string): string => join(souk.env.SOUK_VAR!, 'media', 'catalog', 'product', file);
const served = (file: string): Promise<Response> => fetch(`${souk.base}/media/catalog/product${file}`);

describe('images with the product', () => {
  it('are kept as files, with roles and labels, and served', async () => {
    const stem = unique('Tiny');
    const data = png();
    const made = await product([
      image('one', { types: ['image', 'small_image'], content: content(`${stem}.png`, data) }),
      image('two', { position: 2, disabled: true, content: content(`${stem}.png`, data) }),
    ]);
    const first = `/t/i/${stem}.png`;
    expect(made.media_gallery_entries).toEqual([
      {
        id: expect.any(Number),
        media_type: 'image',
        label: 'one',
        position: 1,
        disabled: false,
        types: ['image', 'small_image'],
        file: first,
      },
      {
        id: expect.any(Number),
        media_type: 'image',
        label: 'two',
        position: 2,
        disabled: true,
        types: [],
        file: `/t/i/${stem}_1.png`,
      },
    ]);
    expect(['image', 'small_image', 'thumbnail', 'swatch_image'].map((code) => custom(made, code))).toEqual([
      first,
      first,
      'no_selection',
      'no_selection',
    ]);
    expect((await read(made.sku)).media_gallery_entries).toEqual(made.media_gallery_entries);
    const answer = await served(first);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('cache-control')).toContain('max-age');
    expect(Buffer.from(await answer.arrayBuffer()).toString('base64')).toBe(data);
    // The same content is on the disk once.
    expect(statSync(onDisk(first)).ino).toBe(statSync(onDisk(`/t/i/${stem}_1.png`)).ino);
    const list = ok(
      await souk.admin.get(
        `/V1/products?searchCriteria[filterGroups][0][filters][0][field]=sku&searchCriteria[filterGroups][0][filters][0][value]=${made.sku}`,
      ),
    );
    expect(list.items[0].media_gallery_entries).toEqual(made.media_gallery_entries);
  });

  it('stay when absent, change by id, and go with their files when they are left out', async () => {
    const [one, two] = [unique('a'), unique('b')];
    const { sku, media_gallery_entries: made } = await product([
      image(one, { types: ['image'] }),
      image(two, { position: 2, types: ['thumbnail'] }),
    ]);
    expect(ok(await put(sku, { name: 'Renamed' })).media_gallery_entries).toEqual(made);
    const all = souk.admin.store('all');
    const changed = ok(await put(sku, { media_gallery_entries: [{ ...made[0], label: 'New', types: [] }] }, all));
    expect(changed.media_gallery_entries).toEqual([{ ...made[0], label: 'New', types: [] }]);
    expect([custom(changed, 'image'), custom(changed, 'thumbnail')]).toEqual(['no_selection', 'no_selection']);
    expect([existsSync(onDisk(made[0].file)), existsSync(onDisk(made[1].file))]).toEqual([true, false]);
    expect(ok(await put(sku, { media_gallery_entries: [] })).media_gallery_entries).toEqual([]);
    expect((await served(made[0].file)).status).toBe(404);
  });

  it('leave nothing behind when the product is refused or deleted', async () => {
    const name = unique('refused');
    const count = (): number => readdirSync(join(souk.env.SOUK_VAR!, 'media'), { recursive: true }).length;
    const files = count();
    const entries = [image(name)];
    const sent = simple({ media_gallery_entries: entries });
    fails(await souk.admin.post('/V1/products', { product: { ...sent, product_links: [{ link_type: 'nope' }] } }), 404);
    fails(
      await souk.admin.post('/V1/products', { product: { ...sent, media_gallery_entries: [{ label: 'x' }] } }),
      400,
    );
    expect(count()).toBe(files);
    const made = await product(entries);
    const { file } = made.media_gallery_entries[0];
    expect(existsSync(onDisk(file))).toBe(true);
    ok(await souk.admin.delete(`/V1/products/${made.sku}`));
    expect(existsSync(onDisk(file))).toBe(false);
  });
});

function content(name: string, data: string, type = 'image/png'): Fields {
  return { base64_encoded_data: data, type, name };
}

describe('images by themselves', () => {
  it('are added, listed by position with their content, changed and deleted', async () => {
    const { sku } = await product();
    const data = png();
    const stem = unique('second');
    const second = await add(sku, image('Second', { position: 2, content: content(`${stem} image.png`, data) }));
    const first = await add(sku, image('First', { types: ['image', 'small_image'], label: null }));
    expect((await gallery(sku)).map((entry: Fields) => entry.id)).toEqual([first, second]);
    const shown = ok(await souk.admin.get(`/V1/products/${sku}/media/${second}`));
    expect(shown).toEqual({
      id: second,
      media_type: 'image',
      label: 'Second',
      position: 2,
      disabled: false,
      types: [],
      file: `/s/e/${stem}_image.png`,
      content: content(`${stem}_image.png`, data),
    });
    const before = await read(sku);
    expect(before.media_gallery_entries[0]).toMatchObject({ types: ['image', 'small_image'], label: null });
    expect(before.media_gallery_entries[0].content).toBeUndefined();
    const change = { id: second, media_type: 'image', label: 'Changed', position: 0, disabled: true, types: ['image'] };
    expect(ok(await souk.admin.put(`/V1/products/${sku}/media/${second}`, { entry: change }))).toBe(true);
    const [now, other] = await gallery(sku);
    expect(now).toMatchObject(change);
    expect(other).toMatchObject({ id: first, types: ['small_image'] });
    expect(ok(await souk.admin.delete(`/V1/products/${sku}/media/${second}`))).toBe(true);
    expect((await read(sku)).media_gallery_entries).toHaveLength(1);
    expect(custom(await read(sku), 'image')).toBe('no_selection');
    const missing = 'No image with the provided ID was found. Verify the ID and try again.';
    fails(await souk.admin.delete(`/V1/products/${sku}/media/${second}`), 404, missing);
    fails(await souk.admin.put(`/V1/products/${sku}/media/${second}`, { entry: change }), 404, missing);
    fails(
      await souk.admin.get(`/V1/products/${sku}/media/${second}`),
      404,
      "The image doesn't exist. Verify and try again.",
    );
    fails(await souk.admin.get('/V1/products/nope/media'), 404, /^The product that was requested/);
    fails(await souk.admin.get('/V1/products/nope/media/1'), 404, "The product doesn't exist. Verify and try again.");
    fails(await souk.admin.post('/V1/products/nope/media', { entry: image('x') }), 404, /^The product that was/);
  });

  it('are all kept when they are added at the same time', async () => {
    const { sku } = await product();
    const name = unique('same');
    const ids = await Promise.all(Array.from({ length: 5 }, () => add(sku, image(name))));
    const entries = await gallery(sku);
    expect(entries.map((entry: Fields) => entry.id).toSorted()).toEqual(ids.toSorted());
    expect(new Set(entries.map((entry: Fields) => entry.file)).size).toBe(5);
  });

  it('can be videos with a picture', async () => {
    const { sku } = await product();
    const entry = image('Clip', { types: null, extension_attributes: { video_content: video } });
    const id = await add(sku, { ...entry, media_type: 'external-video' });
    const shown = { id, media_type: 'external-video', extension_attributes: { video_content: video }, types: [] };
    expect((await gallery(sku))[0]).toMatchObject(shown);
    expect((await read(sku)).media_gallery_entries[0]).toMatchObject(shown);
  });

  it.each([
    ['JPEG', 'image/jpeg', 'jpg', 'ffd8ffe000104a46494600010100000100010000ffc00011080010002003012200021101031101ffd9'],
    ['GIF', 'image/gif', 'gif', '47494638396102000300800000ffffff00000021f90400'],
  ])('can be %s files, named without an extension', async (_, type, extension, hex) => {
    const { sku } = await product();
    const name = unique('plain');
    await add(sku, image('x', { content: content(name, Buffer.from(hex, 'hex').toString('base64'), type) }));
    expect((await gallery(sku))[0]).toMatchObject({ file: `/p/l/${name}.${extension}`, content: { type } });
  });

  const base64 = 'The image content must be valid base64 encoded data.';
  const wrongType = 'The image MIME type is not valid or not supported.';
  it.each([
    ['that is not base64', content('x.png', '!!!'), base64],
    ['that is no image', content('x.png', 'aGVsbG8='), base64],
    ['cut off behind its first bytes', content('x.png', png().slice(0, 16)), base64],
    ['of another type than it says', content('x.jpg', png(), 'image/jpeg'), wrongType],
    ['of a type that is not supported', content('x.svg', png(), 'image/svg+xml'), wrongType],
    [
      'with forbidden signs in its name',
      content('a/b?.png', png()),
      'Provided image name contains forbidden characters.',
    ],
    ['without content', undefined, 'The image content is invalid. Verify the content and try again.'],
  ])('are refused: one %s', async (_, sent, message) => {
    const { sku } = await product();
    fails(await souk.admin.post(`/V1/products/${sku}/media`, { entry: image('x', { content: sent }) }), 400, message);
    expect(await gallery(sku)).toEqual([]);
  });

  it('cannot leave their folder, or be served as a page', async () => {
    const { sku } = await product();
    await add(sku, image('x', { content: content('..html', png()) }));
    await add(sku, image('x', { content: content('page.html', png()) }));
    for (const { file } of await gallery(sku)) {
      expect(file).toMatch(/^\/[a-z_]\/[a-z_]\/[\w.-]+\.png$/);
      expect(existsSync(onDisk(file))).toBe(true);
    }
  });
});

describe('labels of images', () => {
  it('D348: hold in all store views where they come with a new product', async () => {
    const { sku } = await product([image('Main', { types: ['image'] })]);
    const { media_gallery_entries: entries } = ok(await souk.admin.store('all').get(`/V1/products/${sku}`));
    expect(entries.map(({ label }: Answer['body']) => label)).toEqual(['Main']);
  });

  const codes = ['image_label', 'small_image_label', 'thumbnail_label'];
  const labels = (body: Answer['body']): unknown[] => codes.map((code) => custom(body, code));

  it('are attributes of the product for the roles that the images have', async () => {
    const { sku, ...made } = await product([image('Main', { types: ['image', 'thumbnail'] }), image('Other')]);
    expect(labels(made)).toEqual(['Main', undefined, 'Main']);
    expect(labels(await read(sku))).toEqual(['Main', undefined, 'Main']);
    const [main, other] = made.media_gallery_entries;
    const entries = [
      { ...main, label: 'Front', types: ['image'] },
      { ...other, types: ['small_image'] },
    ];
    const changed = ok(await put(sku, { media_gallery_entries: entries }, souk.admin.store('all')));
    // Recorded behaviour: for all store views only a label that is there is changed.
    expect(labels(changed)).toEqual(['Front', undefined, undefined]);
    ok(await put(sku, { name: 'Renamed' }));
    expect(labels(await read(sku))).toEqual(['Front', undefined, undefined]);
    const all = { admin: souk.admin.store('all') };
    const global = await newProduct(all, { media_gallery_entries: [image('Main', { types: ['image'] })] });
    expect(labels(global)).toEqual([undefined, undefined, undefined]);
  });

  it('follow the routes of images, and go with them', async () => {
    const { sku } = await product();
    const id = await add(sku, image('Single', { types: ['image'] }));
    expect(labels(await read(sku))).toEqual(['Single', undefined, undefined]);
    ok(await souk.admin.delete(`/V1/products/${sku}/media/${id}`));
    expect(labels(await read(sku))).toEqual([undefined, undefined, undefined]);
    expect(labels(await read(sku, souk.admin.store('all')))).toEqual([undefined, undefined, undefined]);
  });

  it('are left as they were sent where an image has none, and are gone with an empty gallery', async () => {
    const custom_attributes = [{ attribute_code: 'image_label', value: 'Sent' }];
    const { sku, ...made } = await product([image('plain', { label: '', types: ['image'] })], { custom_attributes });
    expect(labels(made)).toEqual(['Sent', undefined, undefined]);
    expect(labels(ok(await put(sku, { media_gallery_entries: [] }, souk.admin.store('all'))))).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('are those of the store view, until the image goes', async () => {
    const all = souk.admin.store('all');
    const { sku, media_gallery_entries } = await product([image('Everywhere', { types: ['image'] })]);
    const [made] = media_gallery_entries;
    ok(await souk.admin.put(`/V1/products/${sku}/media/${made.id}`, { entry: { ...made, label: 'Here' } }));
    expect(labels(await read(sku))[0]).toBe('Here');
    expect(labels(await read(sku, all))[0]).toBe('Everywhere');
    ok(await put(sku, { media_gallery_entries: [] }, all));
    expect([labels(await read(sku))[0], labels(await read(sku, all))[0]]).toEqual([undefined, undefined]);
  });
});

describe('images in store views', () => {
  it('have labels, positions and roles of their own there', async () => {
    const { sku, media_gallery_entries } = await product([image(unique('scoped'), { types: ['image'] })]);
    const [made] = media_gallery_entries;
    const entry = { ...made, label: 'Hier', position: 9, disabled: true, types: ['thumbnail'] };
    ok(await souk.admin.store('default').put(`/V1/products/${sku}/media/${made.id}`, { entry }));
    expect((await read(sku)).media_gallery_entries).toEqual([entry]);
    expect((await read(sku, souk.admin.store('all'))).media_gallery_entries).toEqual([made]);
    ok(await souk.admin.store('default').delete(`/V1/products/${sku}/media/${made.id}`));
    expect(custom(await read(sku, souk.admin.store('all')), 'image')).toBe('no_selection');
    expect(custom(await read(sku), 'thumbnail')).toBe('no_selection');
  });

  it('have the roles of their attribute set', async () => {
    const roles = ok(await souk.admin.get('/V1/products/media/types/Default'));
    expect(roles.map((role: Fields) => role.attribute_code).slice(0, 3)).toEqual(['image', 'small_image', 'thumbnail']);
    expect(roles[0]).toMatchObject({ frontend_input: 'media_image', is_searchable: '0', options: [] });
    expect(ok(await souk.admin.get('/V1/products/media/types/Nope'))).toEqual([]);
  });
});
