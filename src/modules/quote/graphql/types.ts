import type { GraphQLTypes } from '../../../kernel/graphql.ts';
import type { CartAddress, StoredCart, StoredCartItem } from '../cart/cart.ts';
import type { CartItemNode } from '../items/extensions/item-type.ts';
import type { EvaluatedCart } from '../totals/evaluate.ts';
import type { AmountPair, ItemTotals } from '../totals/totals.ts';

/** The fields of an address in the inputs of carts and quotes. */
export const cartAddressInputFields = {
  city: 'String!',
  company: 'String',
  country_code: 'String!',
  custom_attributes: '[AttributeValueInput]',
  fax: 'String',
  firstname: 'String!',
  lastname: 'String!',
  middlename: 'String',
  postcode: 'String',
  prefix: 'String',
  region: 'String',
  region_id: 'Int',
  save_in_address_book: 'Boolean',
  street: '[String]!',
  suffix: 'String',
  telephone: 'String',
  vat_id: 'String',
} as const;

/** A cart as storefronts see it. */
export interface CartSource {
  readonly cart: StoredCart;
  /** The totals, if already computed or only an estimate. */
  readonly evaluated?: EvaluatedCart;
}

/** A product with its choices, in a cart or elsewhere. */
export interface ChoicesSource {
  readonly node: CartItemNode;
  readonly item: StoredCartItem;
  readonly evaluated: Pick<EvaluatedCart, 'context' | 'currencies'>;
}

/** An item of a cart as storefronts see it. */
export interface CartItemSource extends ChoicesSource {
  readonly evaluated: EvaluatedCart;
}

/** An address of a cart as storefronts see it. */
export interface CartAddressSource {
  readonly address: CartAddress;
  readonly cart: CartSource;
  readonly kind: 'shipping' | 'billing';
}

/** A discount as storefronts see it. Modules add their facts. */
export interface ShownDiscount {
  readonly amount: GraphQLTypes['Money'];
  readonly applied_to: GraphQLTypes['CartDiscountType'];
  readonly coupon?: GraphQLTypes['AppliedCoupon'] | null;
  readonly label: string;
}

/** The prices of an item, in the currencies of its cart. */
export interface CartItemPricesSource {
  readonly totals: ItemTotals;
  /** Components with the discount of a dynamic bundle. */
  readonly componentTotals: readonly ItemTotals[];
  /** Price of a unit before special prices and tier prices, with the price of custom options. */
  readonly original: AmountPair['amount'];
  readonly quantity: number;
  readonly evaluated: EvaluatedCart;
}

/** An amount of a cart as money, in its display currency. */
export function cartMoney({ currencies }: EvaluatedCart, { amount }: Pick<AmountPair, 'amount'>) {
  return { value: amount.toDecimalPlaces(2).toNumber(), currency: currencies.displayed };
}
