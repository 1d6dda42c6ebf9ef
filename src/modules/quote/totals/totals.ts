import { decimal, type Decimal } from '../../../kernel/money.ts';
import type { CartDiscounts, FreeShipping, RuleCart, ShippingDiscount } from '../rules.ts';
import type { ShippingRate, RateRequest } from '../shipping/extensions.ts';
import type { AppliedTax } from '../../tax/service.ts';
import type { CartFact } from '../rules.ts';

/** An amount in the displayed and in the base currency. */
export interface AmountPair {
  readonly amount: Decimal;
  readonly base: Decimal;
}

export const zeroPair: AmountPair = { amount: decimal(0), base: decimal(0) };

/** The sum of two amounts. */
export function addPairs(one: AmountPair, other: AmountPair): AmountPair {
  return { amount: one.amount.plus(other.amount), base: one.base.plus(other.base) };
}

/** The difference of two amounts. */
export function subtractPairs(one: AmountPair, other: AmountPair): AmountPair {
  return { amount: one.amount.minus(other.amount), base: one.base.minus(other.base) };
}

/** The sum of amounts. */
export function sumPairs(pairs: Iterable<AmountPair>): AmountPair {
  let sum = zeroPair;
  for (const pair of pairs) sum = addPairs(sum, pair);
  return sum;
}

/** An item as totals are computed from it. */
export interface TotalsLine {
  readonly id: number;
  readonly productType: string;
  /** Units; of a component, per unit of its parent. */
  readonly qty: Decimal;
  readonly totalQty: Decimal;
  /** Configured unit price in the base currency, with or without tax; zero for components of an item with one price. */
  readonly basePrice: Decimal;
  readonly baseOriginalPrice: Decimal;
  readonly taxClassId: number;
  readonly isVirtual: boolean;
  readonly weight: Decimal;
  readonly attributes: Readonly<Record<string, CartFact>>;
  readonly children: readonly TotalsLine[];
  /** Whether the children carry the price. */
  readonly childrenCalculated: boolean;
  readonly shipsSeparately: boolean;
  /** The rule that grants the item; see `StoredCartItem`. */
  readonly grantedBy?: number | undefined;
}

/** How tax is calculated; from the settings `tax/…`. */
export interface TaxSettings {
  readonly algorithm: 'UNIT_BASE_CALCULATION' | 'ROW_BASE_CALCULATION' | 'TOTAL_BASE_CALCULATION';
  readonly pricesIncludeTax: boolean;
  readonly shippingIncludesTax: boolean;
  readonly applyAfterDiscount: boolean;
  /** Whether discounts are computed from prices with tax. */
  readonly discountsIncludeTax: boolean;
  /** Whether prices with tax are the same wherever the buyer is. */
  readonly crossBorder: boolean;
  readonly shippingTaxClassId: number;
  /** Taxes at the buyer's address, by tax class of products. */
  readonly taxes: ReadonlyMap<number, readonly AppliedTax[]>;
  /** Percentage of tax that prices with tax include, by tax class of products. */
  readonly storePercents: ReadonlyMap<number, Decimal>;
}

/** A coupon of a cart, and the rule that it is for. */
export interface CartCoupon {
  /** As it was entered. */
  readonly code: string;
  readonly ruleId: number;
  /** The label of the rule in the store view; empty for none. */
  readonly label: string;
}

/** A coupon with the discount of its rule on the items and the shipping of a cart; positive. */
interface AppliedCoupon extends CartCoupon {
  readonly discount: AmountPair;
}

/** The rules of a cart, as functions. */
interface DiscountRules {
  items(cart: RuleCart): CartDiscounts;
  shipping(cart: RuleCart): ShippingDiscount;
  free(cart: RuleCart): FreeShipping;
}

/** The part of a cart that the prices of its items depend on. */
export interface PriceableCart {
  readonly lines: readonly TotalsLine[];
  /** Displayed currency for one of the base currency. */
  readonly currencyRate: Decimal;
  readonly tax: TaxSettings;
}

/** A cart as totals are computed from it. */
export interface TotalsCart extends PriceableCart {
  /** Facts of the address that rules test. */
  readonly address: Readonly<Record<string, CartFact>>;
  /** Further facts that rules test; functions of the subtotal of the items. */
  readonly addedFacts: Readonly<Record<string, (baseSubtotal: number) => CartFact>>;
  /** The coupons that were entered and have a rule. */
  readonly coupons: readonly CartCoupon[];
  readonly rules: DiscountRules;
  /** Whether nothing is shipped. */
  readonly isVirtual: boolean;
  /** Chosen method, as `carrier_method`; null: none. */
  readonly shippingMethod: string | null;
  /** Returns the shipping methods with their prices; undefined without an address to ship to. */
  readonly shippingRatesFor: ((request: RateRequest) => readonly ShippingRate[]) | undefined;
}

/** A tax of an item or of shipping. */
export interface LineTax {
  readonly tax: AppliedTax;
  readonly amount: AmountPair;
}

/** The discount of each rule on an item. */
type ItemDiscounts =
  CartDiscounts['items'] extends ReadonlyMap<number, infer D extends { discounts: unknown }> ? D['discounts'] : never;

/** The amounts of an item. */
export interface ItemTotals {
  price: AmountPair;
  rowTotal: AmountPair;
  priceInclTax: AmountPair;
  rowTotalInclTax: AmountPair;
  tax: AmountPair;
  /** Undefined where the components are taxed. */
  taxPercent: Decimal | undefined;
  discount: AmountPair;
  discountPercent: Decimal;
  /** Tax that a discount on prices with tax leaves in the price. */
  compensation: AmountPair;
  appliedRuleIds: readonly number[];
  discounts: ItemDiscounts;
  taxes: readonly LineTax[];
  isShippedFree: boolean;
}

/** The totals of a cart; each collector fills in its own. */
export interface CartTotals {
  /** By item id, components included. */
  readonly items: Map<number, ItemTotals>;
  subtotal: AmountPair;
  subtotalInclTax: AmountPair;
  /** Discount on items; positive. */
  itemDiscount: AmountPair;
  /** Computes the item discounts for a shipping price, if they depend on it. */
  sharedDiscount: CartDiscounts['withShipping'];
  discountLabels: readonly string[];
  appliedRuleIds: readonly number[];
  /** The valid coupons of the cart, in the order of their entry. */
  coupons: readonly AppliedCoupon[];
  shipping: AmountPair;
  shippingInclTax: AmountPair;
  shippingTax: AmountPair;
  shippingTaxes: readonly LineTax[];
  /** Discount on shipping; positive. */
  shippingDiscount: AmountPair;
  /** The discount of each rule on shipping. */
  shippingDiscounts: ShippingDiscount['discounts'];
  shippingCompensation: AmountPair;
  /** Tax of items and shipping. */
  tax: AmountPair;
  compensation: AmountPair;
  /** Amounts that the totals of modules add to the grand total, by code. */
  readonly added: Map<string, AmountPair>;
  grandTotal: AmountPair;
  weight: Decimal;
  /** The shipping methods for the address. */
  shippingRates: readonly ShippingRate[];
  /** The chosen method, if it is offered. */
  shippingRate: ShippingRate | undefined;
}

/** Computes some of the totals from those before them. */
export type TotalsCollector<C extends PriceableCart = TotalsCart> = (cart: C, totals: CartTotals) => void;

/** All lines; components stand behind their parents. */
export function allLines(lines: readonly TotalsLine[]): TotalsLine[] {
  return lines.flatMap((line) => [line, ...line.children]);
}

/** The lines that carry prices: an item, or its components where these carry the price. */
export function pricedLines(lines: readonly TotalsLine[]): TotalsLine[] {
  return lines.flatMap((line) => (line.childrenCalculated && line.children.length > 0 ? line.children : [line]));
}
