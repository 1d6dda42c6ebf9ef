import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engines } from '../storage/databases.ts';
import { ok, unique, type Answer } from '../support/client.ts';
import { graphqlClient } from '../support/graphql.ts';
import { startHere, type Here } from '../support/here.ts';
import { newProduct } from '../support/products.ts';
import { countStatements } from '../support/statements.ts';

const SHOP = 'https://shop.example.com/';
const PAGE = 'query($id: Int) { cmsPage(id: $id) { content } }';
const BLOCKS = 'query($k: [String]) { cmsBlocks(identifiers: $k) { items { content } } }';
const widget = (type: string, more: string): string => `{{widget type="Magento\\${type}" ${more}}}`;
const productLink = (id: number | string): string =>
  widget('Catalog\\Block\\Product\\Widget\\Link', `id_path="product/${id}"`);

describe.each(engines)('directives in content on %s', (engine) => {
  let here: Here;
  let product: Answer['body'];
  let other: Answer['body'];
  let category: Answer['body'];
  const makeProduct = async (name: string, price: number, categories: readonly number[]): Promise<Answer['body']> => {
    const stock_item = { qty: 5, is_in_stock: true };
    const category_links = categories.map((id) => ({ category_id: String(id), position: 0 }));
    const extension_attributes = { stock_item, category_links, website_ids: [1] };
    return newProduct({ admin: here.admin.store('all') }, { name, price, extension_attributes });
  };
  beforeAll(async () => {
    here = await startHere(engine);
    await here.configure({ 'web/unsecure/base_url': SHOP });
    const sent = { name: 'Mugs & more', is_active: true, parent_id: 2 };
    category = ok(await here.admin.store('all').post('/V1/categories', { category: sent }));
    product = await makeProduct('A <b> mug', 12.5, [category.id]);
    other = await makeProduct('Other', 3, []);
  });
  afterAll(() => here?.stop());

  async function page(content: string): Promise<{ id: number; identifier: string; shown: string }> {
    const identifier = unique('page');
    const sent = { identifier, title: `The ${identifier}`, content, active: true };
    const { id } = ok(await here.admin.post('/V1/cmsPage', { page: sent }));
    expect(ok(await here.admin.get(`/V1/cmsPage/${id}`)).content, 'REST has it as it was written').toBe(content);
    const { cmsPage } = await graphqlClient(here).data(PAGE, { id });
    return { id, identifier, shown: cmsPage.content };
  }
  const show = async (content: string): Promise<string> => (await page(content)).shown;
  async function block(content: string, over: object = {}): Promise<{ id: number; identifier: string }> {
    const sent = { identifier: unique('block'), title: 'Block', content, active: true, ...over };
    return ok(await here.admin.post('/V1/cmsBlock', { block: sent }));
  }

  it('give addresses of the shop and of its media, however they are quoted', async () => {
    expect(await show('<a href="{{store url=""}}">')).toBe(`<a href="${SHOP}">`);
    const links = await show(`{{store url='about-us'}} {{store direct_url="mug.html?a=1&b=2"}}`);
    expect(links).toBe(`${SHOP}about-us/ ${SHOP}mug.html?a=1&amp;b=2`);
    const file = `${SHOP}media/wysiwyg/mug.jpg`;
    const quoted = ['"wysiwyg/mug.jpg"', '&quot;wysiwyg/mug.jpg&quot;', "'wysiwyg/mug.jpg'", 'wysiwyg/mug.jpg'];
    for (const url of quoted) expect(await show(`{{media url=${url}}}`)).toBe(file);
    expect(await show(`{{media url='"><script>'}}`)).toBe(`${SHOP}media/&quot;&gt;&lt;script&gt;`);
  });

  it('of other kinds leave nothing, and what is none stays', async () => {
    expect(await show('a{{var secret}}b{{config path="web/secure/base_url"}}c{{/if}}d')).toBe('abcd');
    expect(await show('{{ text }} {{1}} {{open')).toBe('{{ text }} {{1}} {{open');
    expect(await show('{{widget type="Other\\Widget"}}|{{constructor}}|{{widget type="constructor"}}')).toBe('||');
  });

  it('show blocks by id and identifier, with what is in them; hidden ones do not show', async () => {
    const inner = await block('inner {{store url=""}}');
    const outer = await block(`outer {{block id="${inner.identifier}"}}`);
    const hidden = await block('hidden', { active: false });
    const shown = `outer inner ${SHOP}`;
    expect(await show(`{{block id=${outer.id}}}`)).toBe(shown);
    expect(await show(`{{block class="Magento\\Cms\\Block\\Block" block_id="${outer.identifier}"}}`)).toBe(shown);
    expect(await show(widget('\\Cms\\\\Block\\\\Widget\\\\Block', `block_id="${outer.id}"`))).toBe(shown);
    expect(await show(`[{{block id="${hidden.id}"}}{{block id="none"}}{{block}}]`)).toBe('[]');
    const { cmsBlocks } = await graphqlClient(here).data(BLOCKS, { k: [outer.identifier] });
    expect(cmsBlocks.items).toEqual([{ content: shown }]);
  });

  it('end where blocks contain themselves, and are bounded where they multiply', async () => {
    const [one, two] = [unique('one'), unique('two')];
    await block(`1{{block id="${two}"}}`, { identifier: one });
    await block(`2{{block id="${one}"}}`, { identifier: two });
    expect(await show(`{{block id="${one}"}}`)).toBe('12');
    let key = (await block('x')).identifier;
    for (let i = 0; i < 6; i++) key = (await block(`{{block id="${key}"}}`.repeat(10))).identifier;
    expect((await show(`{{block id="${key}"}}`)).length).toBeLessThan(1000);
    for (let i = 0; i < 9; i++) key = (await block(`${i}{{block id="${key}"}}`)).identifier;
    expect(await show(`{{block id="${key}"}}`)).toBe('87654321');
  });

  it('D200: link to pages, categories and products in plain HTML, by their own names or other words', async () => {
    const { id, identifier } = await page('');
    const toPage = await show(widget('Cms\\Block\\Widget\\Page\\Link', `page_id="${id}"`));
    expect(toPage).toBe(`<a href="${SHOP}${identifier}"><span>The ${identifier}</span></a>`);
    expect(await show(productLink(product.id))).toBe(`<a href="${SHOP}a-b-mug.html"><span>A &lt;b&gt; mug</span></a>`);
    const more = `id_path="category/${category.id}" anchor_text="All & every" title='"Mugs"' template="link_block.phtml"`;
    const link = `<a href="${SHOP}mugs-more.html" title="&quot;Mugs&quot;"><span>All &amp; every</span></a>`;
    expect(await show(widget('Catalog\\Block\\Category\\Widget\\Link', more))).toBe(
      `<div class="widget">${link}</div>`,
    );
    for (const none of ['999999', 'x', '']) expect(await show(productLink(none))).toBe('');
  });

  it('D200: list products by category and SKU; conditions that are not known list none', async () => {
    const list = (more: string) => show(widget('CatalogWidget\\Block\\Product\\ProductsList', more));
    const rule = (attribute: string, operator: string, value: string): string =>
      'conditions_encoded="^[`1`:^[`aggregator`:`all`,`value`:`1`,`new_child`:``^],`1--1`:^[`type`:`Magento||CatalogWidget||Product`,' +
      `\`attribute\`:\`${attribute}\`,\`operator\`:\`${operator}\`,\`value\`:\`${value}\`^]^]"`;
    const row =
      '<li class="product-item"><div class="product-item-details"><strong class="product-item-name">' +
      `<a class="product-item-link" href="${SHOP}a-b-mug.html">A &lt;b&gt; mug</a></strong> ` +
      '<span class="price">$12.50</span></div></li>';
    expect(await list(`title="New & old" ${rule('category_ids', '==', String(category.id))}`)).toBe(
      `<div class="widget products-list"><h2>New &amp; old</h2><ul>${row}</ul></div>`,
    );
    const both = await list(rule('sku', '()', `${product.sku}, ${other.sku}`));
    expect(both.match(/<li /g)).toHaveLength(2);
    expect((await list('products_count="1"')).match(/<li /g)).toHaveLength(1);
    expect(await list(rule('price', '>', '1'))).toBe('');
    expect(await list('conditions_encoded="nonsense"')).toBe('');
  });

  it('ask the database as often for many links and blocks as for few', async () => {
    const pieces: string[] = [];
    for (let i = 0; i < 6; i++) {
      const { id } = await block(`block ${i}`);
      pieces.push(`{{block id="${id}"}}${productLink(i % 2 ? product.id : other.id)}`);
    }
    const [few, many] = [await page(pieces.slice(0, 2).join('')), await page(pieces.join(''))];
    const count = countStatements();
    // A variable of its own, so that no kept answer is given.
    const statements = async (id: number): Promise<number> =>
      (await count.settled(() => graphqlClient(here).data(PAGE, { id, own: unique('v') }))).length;
    const ofFew = await statements(few.id);
    expect(ofFew).toBeGreaterThan(3);
    expect(await statements(many.id)).toBe(ofFew);
    count.stop();
  });
});
