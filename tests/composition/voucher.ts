import type { Call } from '../../src/kernel/call.ts';
import { module } from '../../src/kernel/module.ts';
import * as t from '../../src/kernel/types.ts';
import type { ExtensionFields } from '../../src/modules/sales/extensions.ts';
import { shareOfFee, shareOfPayment, type OrderTotal } from '../../src/modules/sales/total-extensions.ts';
import { CreditmemoExtensionAttributes } from '../../src/modules/sales/types/creditmemo.ts';
import { InvoiceExtensionAttributes } from '../../src/modules/sales/types/invoice.ts';
import { OrderExtensionAttributes } from '../../src/modules/sales/types/order.ts';

/** What of vouchers was given back, by what gave it back. */
export const given = { canceled: 0, refunded: 0 };

/** What is paid with in place of money. */
const voucher: OrderTotal = {
  names: {
    amount: { order: 'voucher_amount', base: 'base_voucher_amount' },
    invoiced: { order: 'voucher_invoiced', base: 'base_voucher_invoiced' },
    refunded: { order: 'voucher_refunded', base: 'base_voucher_refunded' },
    canceled: { order: 'voucher_canceled', base: 'base_voucher_canceled' },
  },
  sign: -1,
  share: shareOfPayment,
  label: () => 'Voucher',
  onCancel: async (_, __, { base: value }) => void (given.canceled += value.toNumber()),
  onRefund: async (_, __, { base: value }) => void (given.refunded += value.toNumber()),
};

/** A charge for the order as a whole. */
const bag: OrderTotal = {
  names: {
    amount: { order: 'bag_amount', base: 'base_bag_amount' },
    invoiced: { order: 'bag_invoiced', base: 'base_bag_invoiced' },
    refunded: { order: 'bag_refunded', base: 'base_bag_refunded' },
    canceled: { order: 'bag_canceled', base: 'base_bag_canceled' },
  },
  sign: 1,
  share: shareOfFee,
  label: () => 'Paper bag',
};

const amounts = [voucher, bag].map(({ names }) => [names.amount.order, names.amount.base]);
const all = [voucher, bag].flatMap(({ names }) => Object.values(names).flatMap(({ order, base }) => [order, base]));
const fieldsOf = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, t.optional(t.number)]));

/** Totals that orders are sent with; carts would draft them. */
export const vouchers = module({
  name: 'Voucher',
  extends: [
    { type: OrderExtensionAttributes, fields: fieldsOf(all) },
    { type: InvoiceExtensionAttributes, fields: fieldsOf(amounts.flat()) },
    { type: CreditmemoExtensionAttributes, fields: fieldsOf(amounts.flat()) },
  ],
  contributes: {
    orderTotals: [bag, voucher],
    orderExtensions: [
      {
        save: async (_: Call, sent: ExtensionFields) =>
          Object.fromEntries(
            amounts.flat().flatMap((name) => (typeof sent[name] === 'number' ? [[name, sent[name]]] : [])),
          ),
      },
    ],
  },
});
