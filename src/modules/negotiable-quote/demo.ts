import type { Demo } from '../../kernel/demo.ts';
import { valueAt } from '../../kernel/lookup.ts';
import { requestPrice } from './begin.ts';
import { asCustomer, DEMO_PURCHASER, fillPurchasersCart } from './demo-extensions.ts';

const lines = [
  ['PLATE-STONEWARE-CHARCOAL', 48],
  ['CARAFE-STONEWARE-INDIGO', 24],
] as const;

/** A quote that the purchaser of a company has requested, and that waits for the shop. */
export async function demoQuote({ customerIds, callRoute, call }: Demo): Promise<void> {
  const customerId = valueAt(customerIds, DEMO_PURCHASER);
  const cartId = await fillPurchasersCart(callRoute, customerId, lines);
  const text = 'We open a second canteen in spring. Could you do better by the crate, shipping included?';
  await asCustomer(call, customerId).transaction((inside) =>
    requestPrice(inside, cartId, 'Tableware for Quay Road', { text }),
  );
}
