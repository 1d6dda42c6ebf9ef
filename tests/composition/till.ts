import { decimal } from '../../src/kernel/money.ts';
import { module } from '../../src/kernel/module.ts';
import * as t from '../../src/kernel/types.ts';
import type { CartExtension } from '../../src/modules/quote/cart/extensions.ts';
import type { CartItemType } from '../../src/modules/quote/items/extensions/item-type.ts';
import { ProductOptionExtension } from '../../src/modules/quote/option-types.ts';
import type { PaymentMethod } from '../../src/modules/quote/payment/extensions.ts';
import type { Carrier } from '../../src/modules/quote/shipping/extensions.ts';
import type {
  CartTotal,
  CartTotals,
  CartTotalsExtension,
  AmountPair,
} from '../../src/modules/quote/totals/extensions.ts';
import { TotalSegmentExtension, TotalsExtension, TotalsItemExtension } from '../../src/modules/quote/totals-types.ts';
import { CartExtensionAttributes as CartAttributes } from '../../src/modules/quote/types.ts';
import { OrderProductOptionExtension } from '../../src/modules/sales/types/order-item.ts';

declare module '../../src/modules/quote/document-extensions.ts' {
  interface CartExtensions {
    readonly voucher?: number;
    readonly bag?: number;
  }
}

const seatFields = { seat: t.optional(t.string) };

declare module '../../src/modules/quote/option-types.ts' {
  interface ProductOptionFields {
    seat: (typeof seatFields)['seat'];
  }
  interface ProductChoices {
    readonly seat?: string;
  }
}

/** A cart keeps how much is paid by a voucher, and what its bag costs. */
const tillOfCart: CartExtension = {
  save: async (_, __, { voucher, bag }) => ({
    ...(typeof voucher === 'number' ? { voucher } : {}),
    ...(typeof bag === 'number' ? { bag } : {}),
  }),
};

const pairOf = (amount: number): AmountPair => ({ amount: decimal(amount), base: decimal(amount) });
const draftOf = (name: string, { amount, base }: AmountPair) => ({
  [`${name}_amount`]: amount.abs().toNumber(),
  [`base_${name}_amount`]: base.abs().toNumber(),
});

/** Charged with everything else. */
const bagTotal: CartTotal = {
  code: 'bag',
  after: 'tax',
  sortOrder: 35,
  load: (_, { bag }) =>
    bag === undefined
      ? undefined
      : {
          collect: () => pairOf(bag),
          show: () => ({ title: 'Paper bag' }),
          draft: ({ added }) => draftOf('bag', added.get('bag')!),
        },
};

/** Takes off what it has, no more than there is to pay. */
const voucherTotal: CartTotal = {
  code: 'voucher',
  after: 'grand_total',
  sortOrder: 90,
  load: (_, { voucher }) => {
    if (voucher === undefined) return undefined;
    const used = ({ grandTotal }: CartTotals): AmountPair =>
      grandTotal.base.lt(voucher)
        ? { amount: grandTotal.amount.times(-1), base: grandTotal.base.times(-1) }
        : pairOf(-voucher);
    return {
      collect: (_cart, totals) => used(totals),
      show: () => ({ title: 'Voucher', extension_attributes: { voucher_of: voucher } }),
      fields: ({ added }) => ({ voucher_used: added.get('voucher')!.base.abs().toNumber() }),
      draft: ({ added }) => draftOf('voucher', added.get('voucher')!),
    };
  },
};

/** Tells the seats of items in the totals. */
const seats: CartTotalsExtension = {
  load: (_, { items }) => ({
    items: new Map(
      items.flatMap(({ item_id, choices: { seat } }) => (seat === undefined ? [] : [[item_id, { seat }] as const])),
    ),
  }),
};

/** Slow pigeons, and fast ones. */
const pigeon: Carrier = {
  code: 'pigeon',
  pricesTo:
    (_, { countryId }) =>
    ({ pieces }) =>
      countryId === 'US'
        ? [
            { method: 'fast', title: 'Fast', price: pieces.times(7) },
            { method: 'slow', title: 'Slow', price: pieces.times(2) },
          ]
        : [],
};

const iou: PaymentMethod = {
  code: 'iou',
  isOffline: true,
  information: () => ['by Friday'],
  informationNames: ['until'],
};

/** Costs one more with a seat; it is not shipped. */
const ticket: CartItemType = {
  names: ['ticket'],
  prepare: async (_, product, sent, qty) => {
    const seat = sent?.extension_attributes?.seat;
    return [{ product, qty, choices: seat ? { seat } : {} }];
  },
  price: ({ item }) => decimal(item.choices.seat ? 11 : 10),
  labels: async () => (node) => (node.item.choices.seat ? [{ label: 'Seat', value: node.item.choices.seat }] : []),
  isVirtual: () => true,
};

/** Totals, a carrier, a way of paying and a type of products, of which nobody else knows the names. */
export const till = module({
  name: 'Till',
  configuration: {
    'carriers/pigeon/active': '1',
    'carriers/pigeon/title': 'Pigeons',
    'payment/iou/active': '1',
    'payment/iou/title': 'I owe you',
  },
  extends: [
    { type: CartAttributes, fields: { voucher: t.optional(t.number), bag: t.optional(t.number) } },
    { type: TotalsExtension, fields: { voucher_used: t.optional(t.number) } },
    { type: TotalSegmentExtension, fields: { voucher_of: t.optional(t.number) } },
    { type: TotalsItemExtension, fields: seatFields },
    { type: ProductOptionExtension, fields: seatFields },
    { type: OrderProductOptionExtension, fields: seatFields },
  ],
  contributes: {
    cartExtensions: [tillOfCart],
    cartTotals: [voucherTotal, bagTotal],
    cartTotalsExtensions: [seats],
    carriers: [pigeon],
    paymentMethods: [iou],
    productTypes: [{ name: 'ticket', label: 'Ticket', sortOrder: 90, isComposite: false }],
    cartItemTypes: [ticket],
  },
});
