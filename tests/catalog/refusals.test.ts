import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { product as simple } from '../support/products.ts';
import { criteria, fails, ok, startSouk, unique, type Answer, type Client, type Souk } from '../support/souk.ts';
import {
  makeBundle,
  makeConfigurable,
  makeGrouped,
  makeProduct,
  makeSelect,
  makeVariants,
  type Fields,
} from './composites.ts';

let souk: Souk;
beforeAll(async () => {
  souk = await startSouk();
});
afterAll(() => souk.stop());

type Product = Answer['body'];

const load = async (sku: string): Promise<Product> => ok(await souk.admin.get(`/V1/products/${sku}`));
const put = (sku: string, product: Fields, caller = souk.admin): Promise<Answer> =>
  caller.put(`/V1/products/${sku}`, { product });
const link = (sku: string, linked: string, link_type: string): Fields => ({
  sku,
  link_type,
  linked_product_sku: linked,
  linked_product_type: 'simple',
  position: 1,
});
/** Expects that a save with a change of everything is refused, and leaves the product as it is. */
async function refused(product: Product, change: Fields, message: RegExp | string): Promise<void> {
  const before = await load(product.sku);
  fails(await put(product.sku, { name: unique('changed'), price: 99, ...change }), 400, message);
  expect(await load(product.sku)).toEqual(before);
}
async function configurable(): Promise<{ parent: Product; variants: Product[] }> {
  const shade = await makeSelect(souk, ['red', 'green']);
  const variants = await makeVariants(souk, shade, [{}, {}]);
  return { parent: await makeConfigurable(souk, shade, variants), variants };
}

describe('a save is refused, and nothing is written, for', () => {
  it('a wrong option of an attribute', async () => {
    const shade = await makeSelect(souk, ['red']);
    const many = await makeSelect(souk, ['one', 'two'], { frontend_input: 'multiselect' });
    const product = await makeProduct(souk);
    for (const value of ['red', '1e999', { id: 1 }, [shade.values[0]]]) {
      await refused(product, { custom_attributes: [{ attribute_code: shade.code, value }] }, /type is invalid/);
    }
    const mixed = [many.values[0], { id: many.values[1] }];
    await refused(product, { custom_attributes: [{ attribute_code: many.code, value: mixed }] }, /type is invalid/);
    // D305: a label is no id.
    for (const value of ['one', `${many.values[0]},one`]) {
      const named = `Invalid value of "one" provided for the ${many.code} field.`;
      await refused(product, { custom_attributes: [{ attribute_code: many.code, value }] }, named);
    }
  });

  it('a part that is composite', async () => {
    const { parent, variants } = await configurable();
    const bundle = await makeBundle(souk, [[await makeProduct(souk)]]);
    const group = await makeGrouped(souk, [await makeProduct(souk)]);
    const links = [...variants.map(({ id }) => id), bundle.id];
    await refused(parent, { extension_attributes: { configurable_product_links: links } }, /composite product/);
    const options = [{ title: 'x', required: true, type: 'select', product_links: [{ sku: group.sku, qty: 1 }] }];
    await refused(bundle, { extension_attributes: { bundle_product_options: options } }, /composite product/);
    await refused(
      group,
      { product_links: [link(group.sku, bundle.sku, 'associated')] },
      /linked products data is invalid/,
    );
    fails(await souk.admin.post(`/V1/configurable-products/${parent.sku}/child`, { childSku: bundle.sku }), 400);
    expect((await load(parent.sku)).extension_attributes.configurable_product_links).toHaveLength(2);
  });

  it('a link to itself', async () => {
    const product = await makeProduct(souk);
    for (const type of ['related', 'upsell', 'crosssell']) {
      await refused(
        product,
        { product_links: [link(product.sku, product.sku, type)] },
        /linked products data is invalid/,
      );
    }
    const group = await makeGrouped(souk, [product]);
    const items = [link(group.sku, group.sku, 'associated')];
    fails(await souk.admin.post(`/V1/products/${group.sku}/links`, { items }), 400, /linked products data is invalid/);
    const { parent } = await configurable();
    const own = [parent.id];
    await refused(parent, { extension_attributes: { configurable_product_links: own } }, /composite product/);
    expect((await load(group.sku)).product_links).toHaveLength(1);
  });

  it('options that are there twice', async () => {
    const { parent, variants } = await configurable();
    const [option] = (await load(parent.sku)).extension_attributes.configurable_product_options;
    const { attribute_id, label, values } = option;
    const twice = [option, { attribute_id, label, values }];
    await refused(
      parent,
      { extension_attributes: { configurable_product_options: twice } },
      /for the attribute_id field/,
    );
    const bundle = await makeBundle(souk, [[variants[0]]]);
    const [first] = (await load(bundle.sku)).extension_attributes.bundle_product_options;
    const selection = { sku: variants[1].sku, qty: 1 };
    const choice = { ...first, product_links: [...first.product_links, selection, selection] };
    await refused(bundle, { extension_attributes: { bundle_product_options: [choice] } }, /already assigned/);
  });

  it('an image that is none', async () => {
    const product = await makeProduct(souk);
    const entry = (base64_encoded_data: string, type = 'image/png', name = 'a.png'): Fields => ({
      media_type: 'image',
      label: 'x',
      position: 1,
      disabled: false,
      types: ['image'],
      content: { base64_encoded_data, type, name },
    });
    const text = Buffer.from('<?php echo 1;').toString('base64');
    const cut = Buffer.from('89504e470d0a1a0a', 'hex').toString('base64');
    for (const wrong of [entry(text), entry(cut), entry('not base64 at all!'), entry(text, 'text/plain', 'a.txt')]) {
      await refused(product, { media_gallery_entries: [wrong] }, /./);
      fails(await souk.admin.post(`/V1/products/${product.sku}/media`, { entry: wrong }), 400);
    }
    expect((await load(product.sku)).media_gallery_entries).toEqual([]);
  });

  it('a category that is moved into itself or below itself', async () => {
    const make = async (parent_id: number): Promise<{ id: number }> =>
      ok(await souk.admin.post('/V1/categories', { category: { parent_id, name: unique('cat'), is_active: true } }));
    const top = await make(2);
    const below = await make((await make(top.id)).id);
    const tree = (): Promise<Answer> => souk.admin.get(`/V1/categories?rootCategoryId=${top.id}`);
    const before = ok(await tree());
    for (const parentId of [top.id, below.id]) {
      fails(await souk.admin.put(`/V1/categories/${top.id}/move`, { parentId }), 400, /do not allow to move/);
    }
    expect(ok(await tree())).toEqual(before);
  });
});

describe('a thousand options', () => {
  const labels = Array.from({ length: 1000 }, (_, i) => `Shade ${i}`);

  it('of an attribute are made and read back in order; one of another attribute undoes all', async () => {
    const shade = await makeSelect(souk, labels);
    expect(shade.values).toHaveLength(1000);
    const listed = ok(await souk.admin.get(`/V1/products/attributes/${shade.code}/options`));
    expect(listed.slice(1).map(({ label }: { label: string }) => label)).toEqual(labels);
    const read = ok(await souk.admin.get(`/V1/products/attributes/${shade.code}`));
    const [foreign] = (await makeSelect(souk, ['Other'])).values;
    const options = [...read.options.slice(1), { label: 'New' }, { label: 'Foreign', value: String(foreign) }];
    const attribute = { ...read, default_frontend_label: 'Changed', options };
    fails(await souk.admin.put(`/V1/products/attributes/${shade.code}`, { attribute }), 400);
    expect(ok(await souk.admin.get(`/V1/products/attributes/${shade.code}`))).toEqual(read);
    const product = await makeProduct(souk, {
      custom_attributes: [{ attribute_code: shade.code, value: String(shade.values[999]) }],
    });
    const found = ok(
      await souk.admin.get(`/V1/products?${criteria([[{ field: shade.code, value: shade.values[999] }]])}`),
    );
    expect(found.items.map(({ id }: { id: number }) => id)).toEqual([product.id]);
  });

  it('of a product are saved with it; a wrong one undoes all', async () => {
    const product = await makeProduct(souk);
    const value = (title: string, price_type = 'fixed'): Fields => ({ title, sort_order: 1, price: 1, price_type });
    const option = (values: Fields[]): Fields => ({
      product_sku: product.sku,
      title: 'Many',
      type: 'drop_down',
      sort_order: 1,
      is_require: false,
      values,
    });
    const all = labels.map((label) => value(label));
    await refused(product, { options: [option([...all, value('wrong', 'nonsense')])] }, /./);
    ok(await put(product.sku, { options: [option(all)] }));
    const [{ values }] = (await load(product.sku)).options;
    expect(values.map(({ title }: { title: string }) => title)).toEqual(labels);
  });
});

describe('another type', () => {
  it('D23: is refused where the product would lose what only its type has', async () => {
    const { parent, variants } = await configurable();
    const [part] = variants;
    const bundle = await makeBundle(souk, [[part]]);
    const group = await makeGrouped(souk, [part]);
    const file = { title: 'x', is_shareable: 0, price: 0, number_of_downloads: 0, sort_order: 1 };
    const download = await makeProduct(souk, {
      type_id: 'downloadable',
      extension_attributes: {
        downloadable_product_links: [{ ...file, link_type: 'url', link_url: 'https://example.com/x' }],
      },
    });
    for (const product of [parent, bundle, group, download]) {
      const reason = `The product "${product.sku}" can't become "simple", because it would lose its data as "${product.type_id}". Remove that data first and try again.`;
      await refused(product, { type_id: 'simple' }, reason);
      expect((await load(product.sku)).type_id).toBe(product.type_id);
    }
    ok(await put(group.sku, { product_links: [] }));
    expect(ok(await put(group.sku, { type_id: 'simple' })).type_id).toBe('simple');
  });

  it('D23: is refused where a part would be composite itself', async () => {
    const { variants } = await configurable();
    const [part] = variants;
    for (const type of ['configurable', 'bundle', 'grouped']) {
      await refused(part, { type_id: type }, /because it is part of another product/);
    }
    const shade = await makeSelect(souk, ['red']);
    const option = { attribute_id: shade.id, label: 'x', values: [{ value_index: shade.values[0] }] };
    fails(await souk.admin.post(`/V1/configurable-products/${part.sku}/options`, { option }), 400, /part of another/);
    expect(ok(await put(part.sku, { type_id: 'virtual' })).type_id).toBe('virtual');
  });
});

describe('the design of a product', () => {
  const attributes = (all: Record<string, unknown>): Fields => ({
    custom_attributes: Object.entries(all).map(([attribute_code, value]) => ({ attribute_code, value })),
  });
  const message = "Not allowed to edit the product's design attributes";

  async function integration(...resources: string[]): Promise<Client> {
    const { stdout } = await souk.cli('integration:create', unique('pim'), '--resources', resources.join(','));
    const token = /"?access_token"?\s*[:=]\s*"?([a-z0-9]+)/i.exec(stdout)?.[1];
    expect(token, stdout).toBeDefined();
    return souk.guest.as(token);
  }
  async function administrator(...resources: string[]): Promise<Client> {
    const name = unique('editor');
    const command = `admin:user:create --user ${name} --email ${name}@example.com --password Editor123!`;
    const made = await souk.cli(...command.split(' '), '--role', name, '--resources', resources.join(','));
    expect(made.code, made.stderr).toBe(0);
    const login = { username: name, password: 'Editor123!' };
    return souk.guest.as(ok(await souk.guest.post('/V1/integration/admin/token', login)));
  }

  it.each([
    ['an integration', integration],
    ['an administrator', administrator],
  ])('takes a permission of its own from %s', async (_, as) => {
    const editor = await as('Magento_Catalog::products');
    const { sku } = await makeProduct(souk);
    const before = await load(sku);
    for (const [code, value] of [
      ['page_layout', '1column'],
      ['custom_design', '3'],
      ['options_container', 'container1'],
      ['custom_design_from', '2026-01-01'],
    ] as const) {
      fails(await put(sku, { name: 'Other', ...attributes({ [code]: value }) }, editor), 401, message);
    }
    expect(await load(sku)).toEqual(before);
    ok(await put(sku, attributes({ page_layout: '1column', custom_design_from: '2026-01-01' })));
    // What is sent back as it was read changes nothing.
    ok(await put(sku, { ...(await load(sku)), name: 'Changed' }, editor));
    fails(await put(sku, attributes({ page_layout: null }), editor), 401, message);

    const fresh = simple();
    const post = (product: Fields, caller: Client): Promise<Answer> => caller.post('/V1/products', { product });
    fails(await post({ ...fresh, ...attributes({ page_layout: '1column' }) }, editor), 401, message);
    fails(await souk.admin.get(`/V1/products/${fresh.sku}`), 404);
    ok(await post({ ...fresh, ...attributes({ options_container: 'container2', page_layout: '' }) }, editor));

    const designer = await as('Magento_Catalog::products', 'Magento_Catalog::edit_product_design');
    ok(await put(fresh.sku, attributes({ page_layout: '1column' }), designer));
  });
});
