import { decimal, type Decimal } from '../../../kernel/money.ts';
import type { CartDiscounts, FreeShipping, RuleCart, ShippingDiscount } from '../rules.ts';
import type { Rate, RateRequest } from '../shipping/extensions.ts';
import type { AppliedTax } from '../../tax/service.ts';
import type { Fact } from '../rules.ts';

/** An amount in the displayed and in the base currency. */
export interface Pair {
  readonly amount: Decimal;
  readonly base: Decimal;
}

export const zeroPair: Pair = { amount: decimal(0), base: decimal(0) };

export function addPairs(one: Pair, other: Pair): Pair {
  return { amount: one.amount.plus(other.amount), base: one.base.plus(other.base) };
}

export function subtractPairs(one: Pair, other: Pair): Pair {
  return { amount: one.amount.minus(other.amount), base: one.base.minus(other.base) };
}

export function sumPairs(pairs: Iterable<Pair>): Pair {
  let sum = zeroPair;
  for (const pair of pairs) sum = addPairs(sum, pair);
  return sum;
}

/** An item as totals are worked out of it. */
export interface TotalsLine {
  readonly id: number;
  readonly productType: string;
  /** Pieces; of a part, in one piece of its parent. */
  readonly qty: Decimal;
  readonly totalQty: Decimal;
  /** Price of a piece in the base currency, as configured with tax or without; zero for parts of what has one price. */
  readonly basePrice: Decimal;
  readonly baseOriginalPrice: Decimal;
  readonly taxClassId: number;
  readonly isVirtual: boolean;
  readonly weight: Decimal;
  readonly attributes: Readonly<Record<string, Fact>>;
  readonly children: readonly TotalsLine[];
  /** Whether the children carry the price. */
  readonly childrenCalculated: boolean;
  readonly shipsSeparately: boolean;
}

/** How tax is reckoned; from `tax/…`. */
export interface TaxSettings {
  readonly algorithm: 'UNIT_BASE_CALCULATION' | 'ROW_BASE_CALCULATION' | 'TOTAL_BASE_CALCULATION';
  readonly pricesIncludeTax: boolean;
  readonly shippingIncludesTax: boolean;
  readonly applyAfterDiscount: boolean;
  /** Whether discounts are reckoned on prices with tax. */
  readonly discountsIncludeTax: boolean;
  /** Whether prices with tax stay the same wherever the buyer is. */
  readonly crossBorder: boolean;
  readonly shippingTaxClassId: number;
  /** Taxes due at the buyer's address, by class of product. */
  readonly taxes: ReadonlyMap<number, readonly AppliedTax[]>;
  /** Percent that prices with tax contain, by class of product. */
  readonly storePercents: ReadonlyMap<number, Decimal>;
}

/** What rules do to a cart. */
export interface DiscountRules {
  items(cart: RuleCart): CartDiscounts;
  shipping(cart: RuleCart): ShippingDiscount;
  free(cart: RuleCart): FreeShipping;
}

/** What of a cart makes the prices of its items. */
export interface PriceableCart {
  readonly lines: readonly TotalsLine[];
  /** Displayed currency for one of the base currency. */
  readonly rate: Decimal;
  readonly tax: TaxSettings;
}

/** A cart as totals are worked out of it. */
export interface TotalsCart extends PriceableCart {
  /** Facts of the address that rules look at. */
  readonly address: Readonly<Record<string, Fact>>;
  readonly couponCode: string;
  readonly rules: DiscountRules;
  /** Whether anything is shipped. */
  readonly isVirtual: boolean;
  /** Chosen method, as `carrier_method`; null: none. */
  readonly shippingMethod: string | null;
  /** What shipping would cost; undefined without an address to ship to. */
  readonly rates: ((request: RateRequest) => readonly Rate[]) | undefined;
}

/** A tax of an item or of shipping. */
export interface LineTax {
  readonly tax: AppliedTax;
  readonly amount: Pair;
}

/** What each rule takes off an item. */
type ItemDiscounts =
  CartDiscounts['items'] extends ReadonlyMap<number, infer D extends { discounts: unknown }> ? D['discounts'] : never;

/** What an item comes to. */
export interface ItemTotals {
  price: Pair;
  rowTotal: Pair;
  priceInclTax: Pair;
  rowTotalInclTax: Pair;
  tax: Pair;
  /** Undefined where the parts are taxed. */
  taxPercent: Decimal | undefined;
  discount: Pair;
  discountPercent: Decimal;
  /** Tax that a discount on prices with tax leaves in the price. */
  compensation: Pair;
  appliedRuleIds: readonly number[];
  discounts: ItemDiscounts;
  taxes: readonly LineTax[];
  isShippedFree: boolean;
}

/** What a cart comes to; each collector fills in its part. */
export interface CartTotals {
  /** By item id, parts included. */
  readonly items: Map<number, ItemTotals>;
  subtotal: Pair;
  subtotalInclTax: Pair;
  /** What items are reduced by; positive. */
  itemDiscount: Pair;
  /** Whether the discounts of the items depend on what shipping costs. */
  isDiscountShared: boolean;
  discountLabels: readonly string[];
  appliedRuleIds: readonly number[];
  shipping: Pair;
  shippingInclTax: Pair;
  shippingTax: Pair;
  shippingTaxes: readonly LineTax[];
  /** What shipping is reduced by; positive. */
  shippingDiscount: Pair;
  shippingCompensation: Pair;
  /** Tax of items and shipping. */
  tax: Pair;
  compensation: Pair;
  /** What the totals of modules add to the grand total, by code. */
  readonly added: Map<string, Pair>;
  grandTotal: Pair;
  weight: Decimal;
  /** What is offered for the address. */
  rates: readonly Rate[];
  /** The chosen one, where it is offered. */
  rate: Rate | undefined;
}

/** Works out one part of the totals from those before it. */
export type Collector<C extends PriceableCart = TotalsCart> = (cart: C, totals: CartTotals) => void;

/** Every line, parts behind what they are part of. */
export function allLines(lines: readonly TotalsLine[]): TotalsLine[] {
  return lines.flatMap((line) => [line, ...line.children]);
}

/** The lines that carry prices: those of their own, but parts instead of what is priced by them. */
export function pricedLines(lines: readonly TotalsLine[]): TotalsLine[] {
  return lines.flatMap((line) => (line.childrenCalculated && line.children.length > 0 ? line.children : [line]));
}
