import { round, type DecimalValue } from '../../kernel/money.ts';
import type { EvaluatedCart } from '../quote/service.ts';
import type { StoredOrder } from '../sales/extensions.ts';
import type { PurchaseOrderRow } from './tables.ts';

type Approved = Pick<PurchaseOrderRow, 'base_subtotal' | 'base_value' | 'base_grand_total'>;

/** An amount as purchase orders store it: in ten-thousandths. */
export function unitsOf(amount: DecimalValue): number {
  return round(amount, 4).times(10_000).toNumber();
}

/** The amounts of a cart that its approvers see. */
export function amountsOfCart({ totals }: EvaluatedCart): Approved {
  const units = (amount: DecimalValue): number => unitsOf(round(amount));
  const { subtotal, itemDiscount, shippingDiscount, shipping, tax, grandTotal } = totals;
  const discount = units(itemDiscount.base.plus(shippingDiscount.base));
  return {
    base_subtotal: units(subtotal.base),
    base_value: units(subtotal.base) - discount + units(shipping.base) + units(tax.base),
    base_grand_total: units(grandTotal.base),
  };
}

/**
 * Whether an order costs the approved amounts: the same for items, discounts, shipping and taxes, and no more in all. Gift cards and
 * credit that the buyer adds after the approval may lower the total.
 */
export function isAsApproved({ fields }: StoredOrder, approved: Approved): boolean {
  const base_subtotal = unitsOf(fields.base_subtotal ?? 0);
  if (base_subtotal !== approved.base_subtotal) return false;
  const { base_discount_amount, base_shipping_amount, base_tax_amount, base_grand_total } = fields;
  const others = [base_discount_amount, base_shipping_amount, base_tax_amount];
  const base_value = others.reduce<number>((sum, amount) => sum + unitsOf(amount ?? 0), base_subtotal);
  if (approved.base_value !== null && base_value !== approved.base_value) return false;
  return approved.base_grand_total === null || unitsOf(base_grand_total ?? 0) <= approved.base_grand_total;
}
