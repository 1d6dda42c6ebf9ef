import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  makeBundle,
  makeConfigurable,
  makeProduct,
  makeSelect,
  makeVariants,
  type Fields,
} from '../catalog/composites.ts';
import { guestCart } from '../quote/shop.ts';
import { ok, startSouk, unique, type Answer, type Souk } from '../support/souk.ts';
import { all, allItems, found, product as attribute, subselect } from './carts.ts';

// Rules look at the SKU of the product that is sold and at those of its parts, never at the SKU that a line composes of them.

let souk: Souk;
/** Paths of carts with one line, and the SKUs of its product and part. */
const carts: Record<string, { path: string; own: string; part: string; lineSku: string }> = {};

beforeAll(async () => {
  souk = await startSouk();
  const select = await makeSelect(souk, ['Red', 'Blue']);
  const [variant, other] = await makeVariants(souk, select, [{ price: 10 }, { price: 10 }]);
  const shirt = await makeConfigurable(souk, select, [variant!, other!]);
  await fill('configurable', shirt, variant, {
    configurable_item_options: [{ option_id: select.id, option_value: select.values[0] }],
  });
  const part = await makeProduct(souk, { price: 4 });
  const bundle = await makeBundle(souk, [[part]]);
  const [option] = bundle.extension_attributes.bundle_product_options;
  await fill('bundle', bundle, part, {
    bundle_options: [
      { option_id: option.option_id, option_qty: 1, option_selections: [Number(option.product_links[0].id)] },
    ],
  });
  const sku = unique('plain');
  const named = { product_sku: sku, title: 'Name', type: 'field', is_require: false, sku: 'named' };
  const plain = await makeProduct(souk, { sku, options: [{ ...named, price: 0, price_type: 'fixed' }] });
  await fill('simple', plain, plain, {
    custom_options: [{ option_id: String(plain.options[0].option_id), option_value: 'Ada' }],
  });
});
afterAll(() => souk.stop());

async function fill(kind: string, product: Answer['body'], part: Answer['body'], extension_attributes: Fields) {
  const { id, path } = await guestCart(souk);
  const { sku } = product;
  const cartItem = { sku, qty: 1, quote_id: id, product_option: { extension_attributes } };
  const line = ok(await souk.guest.post(`${path}/items`, { cartItem }));
  carts[kind] = { path, own: sku, part: part.sku, lineSku: line.sku };
}

/** Whether a rule of 10 % with these trees takes something off a cart. */
async function applies(path: string, trees: Fields): Promise<boolean> {
  const facts = { name: unique('rule'), website_ids: [1], customer_group_ids: [0], is_active: true };
  const discount = { coupon_type: 'NO_COUPON', simple_action: 'by_percent', discount_amount: 10 };
  const { rule_id } = ok(await souk.admin.post('/V1/salesRules', { rule: { ...facts, ...discount, ...trees } }));
  try {
    return ok(await souk.guest.get(`${path}/totals`)).discount_amount < 0;
  } finally {
    ok(await souk.admin.delete(`/V1/salesRules/${rule_id}`));
  }
}

/** Operator, and whether it holds with the SKU of the product, of the part, of the line, and with another. */
const cases: [string, boolean, boolean, boolean, boolean][] = [
  ['==', true, true, false, false],
  ['()', true, true, false, false],
  ['{}', true, true, false, false],
  ['!=', true, true, true, true],
  ['!()', true, true, true, true],
  ['!{}', true, true, true, true],
];

describe.each(['configurable', 'bundle'])('the SKU of a %s product', (kind) => {
  it.each(cases)('by %s', async (operator, own, part, line, other) => {
    const cart = carts[kind]!;
    // The line of a configurable product has the SKU of its part.
    const lineSku = cart.lineSku === cart.part ? `${cart.own}-${cart.part}` : cart.lineSku;
    const skus = [cart.own, cart.part, lineSku, 'another'];
    for (const [i, holds] of [own, part, line, other].entries()) {
      const condition = attribute('sku', operator, skus[i]!);
      expect(await applies(cart.path, { action_condition: allItems([condition]) }), `action ${skus[i]}`).toBe(holds);
      expect(await applies(cart.path, { condition: all([found([condition])]) }), `found ${skus[i]}`).toBe(holds);
      const pieces = subselect('qty', '>=', '1', [condition]);
      expect(await applies(cart.path, { condition: all([pieces]) }), `subselect ${skus[i]}`).toBe(holds);
    }
  });

  it('is that of the whole or of the parts, where the condition says so', async () => {
    const { path, own, part } = carts[kind]!;
    const holds = (code: string, sku: string) =>
      applies(path, { action_condition: allItems([attribute(code, '==', sku)]) });
    expect(await holds('parent::sku', own)).toBe(true);
    expect(await holds('parent::sku', part)).toBe(false);
    expect(await holds('children::sku', own)).toBe(false);
    expect(await holds('children::sku', part)).toBe(true);
  });
});

it('the SKU of a product is compared without those of its options', async () => {
  const { path, own, lineSku } = carts.simple!;
  expect(lineSku).toBe(`${own}-named`);
  const holds = (operator: string, sku: string) =>
    applies(path, { action_condition: allItems([attribute('sku', operator, sku)]) });
  expect(await holds('==', own)).toBe(true);
  expect(await holds('()', lineSku)).toBe(false);
  expect(await holds('!=', own)).toBe(false);
});
