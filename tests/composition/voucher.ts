import type { Call } from '../../src/kernel/call.ts';
import { module } from '../../src/kernel/module.ts';
import * as t from '../../src/kernel/types.ts';
import type { ExtensionFields } from '../../src/modules/sales/extensions.ts';
import { amountName, shareOfFee, shareOfPayment, type OrderTotal } from '../../src/modules/sales/total-extensions.ts';
import { CreditmemoExtension } from '../../src/modules/sales/types/creditmemo.ts';
import { InvoiceExtension } from '../../src/modules/sales/types/invoice.ts';
import { OrderExtension } from '../../src/modules/sales/types/order.ts';

/** What of vouchers was given back, by what gave it back. */
export const given = { canceled: 0, refunded: 0 };

const namesOf = (name: string): OrderTotal['names'] => ({
  amount: amountName(`${name}_amount`),
  invoiced: amountName(`${name}_invoiced`),
  refunded: amountName(`${name}_refunded`),
  canceled: amountName(`${name}_canceled`),
});

/** What is paid with in place of money. */
const voucher: OrderTotal = {
  names: namesOf('voucher'),
  sign: -1,
  share: shareOfPayment,
  label: () => 'Voucher',
  onCancel: async (_, __, { base_: value }) => void (given.canceled += value.toNumber()),
  onRefund: async (_, __, { base_: value }) => void (given.refunded += value.toNumber()),
};

/** A charge for the order as a whole. */
const bag: OrderTotal = {
  names: namesOf('bag'),
  sign: 1,
  share: shareOfFee,
  label: () => 'Paper bag',
};

const amounts = [voucher, bag].map(({ names }) => Object.values(names.amount));
const all = [voucher, bag].flatMap(({ names }) => Object.values(names).flatMap(Object.values<string>));
const fieldsOf = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, t.optional(t.number)]));

/** Totals that orders are sent with; carts would draft them. */
export const vouchers = module({
  name: 'Voucher',
  extends: [
    { type: OrderExtension, fields: fieldsOf(all) },
    { type: InvoiceExtension, fields: fieldsOf(amounts.flat()) },
    { type: CreditmemoExtension, fields: fieldsOf(amounts.flat()) },
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
