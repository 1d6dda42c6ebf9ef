import type { Call } from '../../../kernel/call.ts';
import { round, type Decimal } from '../../../kernel/money.ts';
import { taxCalculation } from '../../tax/configuration.ts';
import type { CartItemNode } from '../items/extensions/item-type.ts';
import { priceContext, unitPrice } from '../items/tree.ts';
import { loadAddedTotals } from '../totals/added.ts';
import { cents } from '../totals/cents.ts';
import { evaluate, type EvaluatedCart } from '../totals/evaluate.ts';
import { noFigures, plainFigures } from '../cart/figures.ts';
import { figuresOf } from '../totals/figures.ts';
import { taxSettings } from '../totals/taxes.ts';
import { ownItems, type StoredCart, type StoredCartItem } from '../cart/cart.ts';
import { currenciesOf } from '../cart/currency.ts';
import { couponsOf, keepingCoupons } from '../cart/coupons.ts';
import { withGrants } from './granting.ts';
import { saveCart } from './save.ts';

/**
 * Writes a changed cart with its new totals; coupons are changed elsewhere. `known`: the totals, if the caller has
 * computed them. A coupon that is no longer valid is removed permanently. Granted items are added and removed with the
 * change. Throws as `saveCart`.
 */
export async function changeCart(
  call: Call,
  before: StoredCart,
  changes: Partial<StoredCart>,
  known?: EvaluatedCart,
): Promise<StoredCart> {
  const changed = { ...before, ...changes };
  if (changed.items.length === 0 && couponsOf(changed).length === 0)
    return saveCart(call, before, { ...changes, declined_grants: undefined, ...noFigures });
  const settled = await withGrants(call, changed, known ?? (await evaluate(call, changed)));
  const { cart, totals } = settled.evaluated;
  const { spare_item_ids, declined_grants } = settled.cart;
  const rowOf = ({ item_id, parent_item_id }: StoredCartItem): number | undefined => {
    const total = parent_item_id === null ? totals.items.get(item_id)?.rowTotal : undefined;
    return total && cents(total.base);
  };
  const items = settled.cart.items.map((item) => withRow(item, rowOf(item)));
  const granted = { items, declined_grants, ...(spare_item_ids && { spare_item_ids }) };
  return saveCart(call, before, { ...changes, ...granted, ...figuresOf(totals), ...keepingCoupons(couponsOf(cart)) });
}

/**
 * As `changeCart`, for a change of `items` alone; `nodes`: the changed items. The other items are not loaded if the
 * cart's total is the sum of its rows: without taxes, rules, shipping and another currency. Returns the totals if they
 * were computed.
 */
export async function changeItems(
  call: Call,
  before: StoredCart,
  changes: Pick<StoredCart, 'items' | 'spare_item_ids' | 'declined_grants'>,
  nodes: readonly CartItemNode[],
): Promise<{ cart: StoredCart; evaluated?: EvaluatedCart }> {
  const plain = await plainRows(call, before, changes.items, nodes);
  if (plain) {
    const { items, sum } = plain;
    return { cart: await saveCart(call, before, { ...changes, items, ...plainFigures(cents(sum)) }) };
  }
  const evaluated = await evaluate(call, { ...before, ...changes });
  return { cart: await changeCart(call, before, changes, evaluated), evaluated };
}

/** The items with their row totals, recomputed for `nodes`, and their sum; undefined when that is not the cart's total. */
async function plainRows(
  call: Call,
  before: StoredCart,
  items: readonly StoredCartItem[],
  nodes: readonly CartItemNode[],
): Promise<{ items: StoredCartItem[]; sum: Decimal } | undefined> {
  if (items.some(({ granted_by }) => granted_by !== undefined)) return undefined;
  if (before.shipping_method !== null || before.base_grand_total !== before.base_subtotal) return undefined;
  if (currenciesOf(call, before).baseToDisplayed !== 1) return undefined;
  if (!(await isPlain(call, before)) || (await isTaxed(call, { ...before, items }, nodes))) return undefined;
  const context = await priceContext(call, before, nodes);
  const rows = new Map<number, number>();
  for (const node of nodes) {
    if (node.type.componentPrice) return undefined;
    rows.set(node.item.item_id, cents(round(unitPrice(node, context)).times(node.item.qty)));
  }
  const priced = items.map((item) => withRow(item, rows.get(item.item_id)));
  let sum = round(0);
  for (const { row } of ownItems(priced)) {
    if (row === undefined) return undefined;
    sum = round(sum).plus(row);
  }
  return { items: priced, sum };
}

function withRow(item: StoredCartItem, row: number | undefined): StoredCartItem {
  return row === undefined ? item : { ...item, row };
}

/** Whether the total of a cart is the sum of its prices: no tax in prices, no rule that could apply, no totals of modules. */
async function isPlain(call: Call, cart: StoredCart): Promise<boolean> {
  if (call.config.of(taxCalculation.pricesIncludeTax, { storeId: cart.store_id })) return false;
  const rules = await call.services.salesRule.activeRules(call, {
    storeId: cart.store_id,
    websiteId: cart.website_id,
    customerGroupId: cart.customer_group_id,
    customerId: cart.customer_id ?? undefined,
    couponCodes: couponsOf(cart),
  });
  return rules.length === 0 && (await loadAddedTotals(call, cart)).length === 0;
}

async function isTaxed(call: Call, cart: StoredCart, nodes: readonly CartItemNode[]): Promise<boolean> {
  const all = nodes.flatMap((node) => [node, ...node.components]);
  const classIds = all.map(({ product }) => Number(product.values.tax_class_id ?? 0));
  const { taxes } = await taxSettings(call, cart, classIds);
  return [...taxes.values()].some((list) => list.length > 0);
}
