import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { deleteRules, forSkus, saveRule } from '../catalog-rule/rules.ts';
import { guestCart, makeProduct } from '../quote/shop.ts';
import { newCustomer, PASSWORD, signIn } from '../support/customers.ts';
import { graphqlClient, refuses, type GraphQLClient } from '../support/graphql.ts';
import { ok, startSouk, unique, type Answer, type Souk } from '../support/souk.ts';

type Json = Answer['body'];
let souk: Souk;
let guest: GraphQLClient;
beforeAll(async () => {
  souk = await startSouk();
  guest = graphqlClient(souk);
  await command('store:view:create', 'german', 'German', '--group', 'main_website_store');
});
afterAll(() => souk.stop());
beforeEach(async () => {
  const lines = (await command('dynamic-block:list')).split('\n').filter((line) => /^\d/.test(line));
  for (const line of lines) await command('dynamic-block:delete', line.split('\t')[0]!);
});

async function command(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await souk.cli(...args);
  expect(code, stderr).toBe(0);
  return stdout;
}
async function refused(text: string, ...args: string[]): Promise<void> {
  const { code, stderr } = await souk.cli(...args);
  expect(code).not.toBe(0);
  expect(stderr).toContain(text);
}
async function block(content: string, ...options: string[]): Promise<string> {
  const printed = await command('dynamic-block:create', unique('block'), '--content', content, ...options);
  return /has id (\d+)/.exec(printed)![1]!;
}

const READ = `query($input: DynamicBlocksFilterInput, $size: Int = 20, $page: Int = 1) {
  dynamicBlocks(input: $input, pageSize: $size, currentPage: $page) {
    items { uid content { html } } total_count page_info { current_page page_size total_pages } } }`;
const read = async (input: Json, client = guest, headers = {}): Promise<Json> =>
  (await client.data(READ, { input }, headers)).dynamicBlocks;
const htmlOf = async (input: Json = {}, client = guest, headers = {}): Promise<string[]> =>
  (await read({ type: 'SPECIFIED', ...input }, client, headers)).items.map(({ content }: Json) => content.html);

describe('dynamic blocks', () => {
  it('are read by uid, in pages, as long as they are enabled', async () => {
    const [first, second, third] = [await block('<p>1</p>'), await block('<p>2</p>'), await block('<p>3</p>')];
    expect(await read({ type: 'SPECIFIED', dynamic_block_uids: [btoa(third), btoa(first), btoa('999')] })).toEqual({
      items: [
        { uid: btoa(first), content: { html: '<p>1</p>' } },
        { uid: btoa(third), content: { html: '<p>3</p>' } },
      ],
      total_count: 2,
      page_info: { current_page: 1, page_size: 20, total_pages: 1 },
    });
    expect(await htmlOf({ dynamic_block_uids: ['none'] })).toEqual([]);
    const page = async (page: number): Promise<Json> =>
      (await guest.data(READ, { input: { type: 'SPECIFIED' }, size: 2, page })).dynamicBlocks;
    expect((await page(2)).items).toEqual([{ uid: btoa(third), content: { html: '<p>3</p>' } }]);
    expect((await page(1)).page_info).toEqual({ current_page: 1, page_size: 2, total_pages: 2 });
    const beyond = 'currentPage value 3 specified is greater than the 2 page(s) available.';
    refuses(await guest.send(READ, { size: 2, page: 3 }), 'graphql-input', beyond);
    refuses(await guest.send(READ, { size: 0 }), 'graphql-input', 'pageSize value must be greater than 0.');
    await command('dynamic-block:disable', second);
    await command('dynamic-block:delete', third);
    expect(await htmlOf()).toEqual(['<p>1</p>']);
    await command('dynamic-block:enable', second);
    expect(await htmlOf()).toEqual(['<p>1</p>', '<p>2</p>']);
  });

  it('D337: have content by store view, whose directives are resolved', async () => {
    const id = await block('<img src="{{media url="a.png"}}">');
    const [html] = await htmlOf();
    expect(html).toMatch(/^<img src="http\S+\/media\/a\.png">$/);
    const folder = mkdtempSync(join(tmpdir(), 'souk-block-'));
    const file = join(folder, 'block.html');
    writeFileSync(file, '<p>Hallo</p>');
    await command('dynamic-block:content', id, '--content', `@${file}`, '--store', 'german');
    rmSync(folder, { recursive: true });
    const german = { Store: 'german' };
    expect([await htmlOf(), await htmlOf({}, guest, german)]).toEqual([[html], ['<p>Hallo</p>']]);
    await command('dynamic-block:content', id, '--content', '');
    expect([await htmlOf(), await htmlOf({}, guest, german)]).toEqual([[], ['<p>Hallo</p>']]);
    await command('dynamic-block:content', id, '--content', '<p>All</p>');
    await command('dynamic-block:content', id, '--content', '', '--store', 'german');
    expect(await htmlOf({}, guest, german)).toEqual(['<p>All</p>']);
  });

  it('are shown at their locations', async () => {
    await block('everywhere');
    await block('header', '--location', 'HEADER', 'LEFT');
    await block('footer', '--location', 'FOOTER');
    expect(await htmlOf()).toEqual(['everywhere', 'header', 'footer']);
    expect(await htmlOf({ locations: ['HEADER'] })).toEqual(['everywhere', 'header']);
    expect(await htmlOf({ locations: ['LEFT', 'FOOTER'] })).toEqual(['everywhere', 'header', 'footer']);
    expect(await htmlOf({ locations: ['RIGHT'] })).toEqual(['everywhere']);
    expect(await htmlOf({ locations: [] })).toHaveLength(3);
  });

  it('are shown to the members of their segments alone', async () => {
    const conditions = (condition_type: string, attribute_name: string, operator: string, value: unknown) =>
      JSON.stringify({
        condition_type: 'combine',
        conditions: [{ condition_type, attribute_name, operator, value }],
      });
    const segment = async (tree: string): Promise<string> =>
      /has id (\d+)/.exec(await command('customer:segment:create', unique('segment'), '--conditions', tree))![1]!;
    const women = await segment(conditions('customer', 'gender', '==', 2));
    const buyers = await segment(conditions('cart', 'total_qty', '>=', 2));
    await block('all');
    await block('women', '--segment', women);
    await block('women or buyers', '--segment', women, buyers);
    const asCustomer = async (gender: number): Promise<GraphQLClient> =>
      graphqlClient(souk, (await signIn(souk, (await newCustomer(souk, { gender })).email, PASSWORD)).token);
    expect(await htmlOf()).toEqual(['all']);
    expect(await htmlOf({}, await asCustomer(1))).toEqual(['all']);
    const ann = await asCustomer(2);
    expect(await htmlOf({}, ann)).toEqual(['all', 'women', 'women or buyers']);
    const { id: cart_id } = await guestCart(souk, [await makeProduct(souk), 2]);
    expect(await htmlOf({ cart_id })).toEqual(['all', 'women or buyers']);
    const foreign = (await ann.data('{ customerCart { id } }')).customerCart.id;
    expect(await htmlOf({ cart_id: foreign }, ann)).toEqual(['all', 'women', 'women or buyers']);
    const theirs = await guest.send(READ, { input: { type: 'SPECIFIED', cart_id: foreign } });
    refuses(theirs, 'graphql-authorization', /cannot perform operations on cart/);
  });

  it('are related to cart price rules that apply', async () => {
    const rule = async (over: Json): Promise<string> => {
      const base = { name: unique('rule'), is_active: true, website_ids: [1], customer_group_ids: [0, 1] };
      const discount = {
        stop_rules_processing: false,
        simple_action: 'by_percent',
        discount_amount: 10,
        coupon_type: 'NO_COUPON',
        ...over,
      };
      return String(ok(await souk.admin.post('/V1/salesRules', { rule: { ...base, ...discount } })).rule_id);
    };
    const coupon = async (rule_id: string): Promise<string> => {
      const code = unique('code');
      const input = { rule_id, code, is_primary: true, usage_limit: 0, times_used: 0, type: 0 };
      ok(await souk.admin.post('/V1/coupons', { coupon: input }));
      return code;
    };
    const general = await rule({});
    const withCoupon = await rule({ coupon_type: 'SPECIFIC_COUPON' });
    const code = await coupon(withCoupon);
    const inactive = await rule({ is_active: false });
    await block('unrelated');
    await block('general', '--cart-rule', general);
    await block('coupon', '--cart-rule', withCoupon);
    await block('inactive', '--cart-rule', inactive);
    const ofRules = { type: 'CART_PRICE_RULE_RELATED', dynamic_block_uids: [''] };
    expect(await htmlOf()).toEqual(['unrelated', 'general', 'coupon', 'inactive']);
    expect(await htmlOf(ofRules)).toEqual(['general']);
    const { id: cart_id } = await guestCart(souk, [await makeProduct(souk), 1]);
    expect(await htmlOf({ ...ofRules, cart_id })).toEqual(['general']);
    ok(await souk.guest.put(`/V1/guest-carts/${cart_id}/coupons/${code}`));
    expect(await htmlOf({ ...ofRules, cart_id })).toEqual(['general', 'coupon']);
    expect(await htmlOf({ type: 'CATALOG_PRICE_RULE_RELATED' })).toEqual([]);
  });

  it('are related to catalog price rules that apply to the visitor, and to a product', async () => {
    const [one, other] = [await makeProduct(souk), await makeProduct(souk)];
    const uidOf = async (sku: string): Promise<string> => btoa(ok(await souk.admin.get(`/V1/products/${sku}`)).id);
    const [first, second] = [await uidOf(one), await uidOf(other)];
    const everywhere = await saveRule(souk, { sort_order: 2 });
    const stopping = await saveRule(souk, { ...forSkus(one), sort_order: 1, stop_rules_processing: true });
    const general = await saveRule(souk, { customer_group_ids: ['General'] });
    const over = await saveRule(souk, { to_date: '2020-01-01' });
    const off = await saveRule(souk, { is_active: false });
    const rules = { everywhere, stopping, general, over, off };
    for (const [name, id] of Object.entries(rules)) await block(name, '--catalog-rule', String(id));
    await block('unrelated');
    const type = 'CATALOG_PRICE_RULE_RELATED';
    expect(await htmlOf({ type })).toEqual(['everywhere', 'stopping']);
    expect(await htmlOf({ type, product_uid: first })).toEqual(['stopping']);
    expect(await htmlOf({ type, product_uid: second })).toEqual(['everywhere']);
    const known = graphqlClient(souk, (await signIn(souk, (await newCustomer(souk)).email, PASSWORD)).token);
    expect(await htmlOf({ type }, known)).toEqual(['general']);
    expect(await htmlOf({ type, product_uid: btoa('999999') })).toEqual([]);
    ok(await souk.admin.put(`/V1/products/${other}`, { product: { status: 2 } }));
    expect(await htmlOf({ type, product_uid: second })).toEqual([]);
    await deleteRules(souk);
    expect(await htmlOf({ type })).toEqual([]);
    await refused('999', 'dynamic-block:create', 'B', '--content', 'b', '--catalog-rule', '999');
  });

  it('are placed in content by their widget', async () => {
    const content =
      '{{widget type="Magento\\Banner\\Block\\Widget\\Banner" display_mode="salesrule" banner_ids="1, 2,x" }}';
    const page = { identifier: unique('page'), title: 'T', content, active: true };
    ok(await souk.admin.post('/V1/cmsPage', { page }));
    const READ_PAGE = 'query($id: String) { cmsPage(identifier: $id) { content } }';
    expect((await guest.data(READ_PAGE, { id: page.identifier })).cmsPage.content).toBe(
      '<div class="widget block block-banners" data-types="" data-display-mode="salesrule" data-ids="1,2" data-rotate="" ' +
        'data-store-id="1" data-uids="MQ==,Mg=="><ul class="banner-items"></ul></div>',
    );
  });

  it('are listed, and commands name what is wrong', async () => {
    expect((await souk.cli('dynamic-block:list')).stderr).toContain('no dynamic blocks');
    const id = await block('a', '--location', 'HEADER', '--store', 'german', '--disabled');
    const line = [id, expect.stringMatching(/^block/), 'disabled', 'stores german', 'locations HEADER'];
    const [listed] = (await command('dynamic-block:list')).split('\n');
    expect(listed!.split('\t')).toEqual([...line, 'segments all', 'cart rules none', 'catalog rules none']);
    const create = ['dynamic-block:create', 'B', '--content', 'b'];
    await refused('"TOP" is not a location. Use CONTENT, HEADER', ...create, '--location', 'TOP');
    await refused('There is no segment 999.', ...create, '--segment', '999');
    await refused('There is no cart price rule 999.', ...create, '--cart-rule', '999');
    await refused('There is no store view "none".', ...create, '--store', 'none');
    for (const name of ['enable', 'disable', 'delete']) {
      await refused('There is no dynamic block 999.', `dynamic-block:${name}`, '999');
    }
    await refused('There is no dynamic block 999.', 'dynamic-block:content', '999', '--content', 'c');
    expect((await command('dynamic-block:list')).trim().split('\n')).toHaveLength(1);
  });
});

it('the open edition has no dynamic blocks', async () => {
  const open = await startSouk({ env: { SOUK_EDITION: 'open' } });
  try {
    const { body } = await graphqlClient(open).send(READ, {});
    expect(JSON.stringify(body.errors)).toContain('DynamicBlocksFilterInput');
  } finally {
    await open.stop();
  }
});
