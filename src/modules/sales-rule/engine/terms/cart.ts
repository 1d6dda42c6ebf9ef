import type { Decimal } from '../../../../kernel/money.ts';

/** A fact that conditions test: one value, or a list (categories, several choices); null or absent: unknown. */
export type CartFact = string | number | boolean | null | undefined | readonly string[];

/** An item of a cart, as rules see it. Amounts are exact; discounts are computed from the prices, with or without tax. */
export interface EngineItem {
  /** Unique within the cart. */
  readonly id: number;
  /** Type of the product: `simple`, `configurable`, `bundle`, … */
  readonly productType: string;
  /** Units; of a child, per unit of its parent. */
  readonly qty: Decimal;
  /** Units in the whole cart: `qty`, times that of the parent. */
  readonly totalQty: Decimal;
  /** Unit price in the displayed currency. */
  readonly price: Decimal;
  /** Unit price in the base currency. */
  readonly basePrice: Decimal;
  /** Unit price before special and group prices. */
  readonly originalPrice: Decimal;
  readonly baseOriginalPrice: Decimal;
  readonly rowTotal: Decimal;
  readonly baseRowTotal: Decimal;
  readonly rowTotalInclTax: Decimal;
  readonly baseRowTotalInclTax: Decimal;
  /** Values of the product's attributes by code, with `sku`, `attribute_set_id` and `category_ids` among them. */
  readonly attributes: Readonly<Record<string, CartFact>>;
  readonly children: readonly EngineItem[];
  /** Whether the children carry the prices (a bundle with dynamic prices), and so the discounts. */
  readonly childrenCalculated: boolean;
  /** Whether no rule may discount it. */
  readonly noDiscount: boolean;
  /** Whether the children are shipped separately, and so have free shipping of their own. */
  readonly shipsSeparately: boolean;
}

/** A cart with the facts of its address, before any discount. */
export interface EngineCart {
  /** Items without a parent, in order. */
  readonly items: readonly EngineItem[];
  /**
   * Facts by the interface's names: `base_subtotal`, `base_subtotal_with_discount`, `base_subtotal_total_incl_tax`,
   * `total_qty`, `weight`, `payment_method`, `shipping_method`, `postcode`, `region`, `region_id`, `country_id`.
   */
  readonly address: Readonly<Record<string, CartFact>>;
  /** Displayed currency for one of the base currency. */
  readonly currencyRate: Decimal;
  /** Undefined without a shipping method. */
  readonly shipping: ShippingPrice | undefined;
}

/** The shipping price as base of discounts, with or without tax like the prices of items. */
export interface ShippingPrice {
  readonly amount: Decimal;
  readonly baseAmount: Decimal;
  readonly withoutTax: { readonly amount: Decimal; readonly baseAmount: Decimal };
}

/** Whether a cart meets a condition. */
export type CartTest = (cart: EngineCart) => boolean;

/** Whether an item meets a condition; `parent`: the item that it is a component of. */
export type ItemTest = (item: EngineItem, parent?: EngineItem) => boolean;
