import type { Call } from '../../src/kernel/call.ts';
import { module } from '../../src/kernel/module.ts';
import * as t from '../../src/kernel/types.ts';
import type { ExtensionFields } from '../../src/modules/sales/extensions.ts';
import { shareOfFee, shareOfPayment, type OrderTotal, namesOfTotal } from '../../src/modules/sales/total-extensions.ts';
import { CreditmemoExtensionAttributes } from '../../src/modules/sales/types/creditmemo.ts';
import { InvoiceExtensionAttributes } from '../../src/modules/sales/types/invoice.ts';
import { OrderExtensionAttributes } from '../../src/modules/sales/types/order.ts';

/** What of vouchers was given back, by what gave it back. */
export const given = { canceled: 0, refunded: 0 };

/** What is paid with in place of money. */
const voucher: OrderTotal = {
  names: namesOfTotal('voucher'),
  sign: -1,
  share: shareOfPayment,
  label: () => 'Voucher',
  onCancel: async (_, __, { base: value }) => void (given.canceled += value.toNumber()),
  onRefund: async (_, __, { base: value }) => void (given.refunded += value.toNumber()),
};

/** A charge for the order as a whole. */
const bag: OrderTotal = {
  names: namesOfTotal('bag'),
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
