import { decimal } from '../../src/kernel/money.ts';
import { collectTotals } from '../../src/modules/quote/totals/collect.ts';
import type { CartTotals, TaxSettings, TotalsCart, TotalsLine } from '../../src/modules/quote/totals/totals.ts';
import { discountItems } from '../../src/modules/sales-rule/engine/discounts.ts';
import { freeShipping } from '../../src/modules/sales-rule/engine/free-shipping.ts';
import type { EngineRule } from '../../src/modules/sales-rule/engine/terms/rule.ts';
import { discountShipping } from '../../src/modules/sales-rule/engine/shipping.ts';
import type { AppliedTax } from '../../src/modules/tax/service.ts';

const GOODS = 2;

/** A tax with one rate. */
export function tax(percent: number, code = `tax-${percent}`): AppliedTax {
  return { id: code, percent, rates: [{ ruleId: 1, code, title: code, percent, priority: 0, position: 0 }] };
}

/** A rule that takes a percentage off everything. */
export function percentOff(percent: number, changes: Partial<EngineRule> = {}): EngineRule {
  return {
    id: 1,
    simpleAction: 'by_percent',
    discountAmount: decimal(percent),
    discountQty: decimal(0),
    discountStep: decimal(0),
    appliesToShipping: false,
    stopsRules: false,
    freeShipping: 'nothing',
    coupon: null,
    label: '',
    description: '',
    cartTest: () => true,
    itemTest: () => true,
    ...changes,
  };
}

export function line(id: number, basePrice: number | string, qty: number | string): TotalsLine {
  return {
    id,
    productType: 'simple',
    qty: decimal(qty),
    totalQty: decimal(qty),
    basePrice: decimal(basePrice),
    baseOriginalPrice: decimal(basePrice),
    taxClassId: GOODS,
    isVirtual: false,
    weight: decimal(1),
    attributes: {},
    children: [],
    childrenCalculated: false,
    shipsSeparately: false,
  };
}

export interface WorkedCart {
  readonly lines?: readonly TotalsLine[];
  readonly taxes?: readonly AppliedTax[];
  readonly storePercent?: number;
  readonly settings?: Partial<TaxSettings>;
  readonly rules?: readonly EngineRule[];
  /** What shipping costs; undefined: nothing is shipped. */
  readonly shipping?: number | string;
  readonly rate?: number | string;
}

/** What a cart comes to: two at 10, three at 7.99, one at 33.33 and flat rate of 30, unless told. */
export function totalsOf(cart: WorkedCart): CartTotals {
  const { lines = [line(1, 10, 2), line(2, 7.99, 3), line(3, 33.33, 1)], taxes = [tax(7.75)], shipping } = cart;
  const rules = cart.rules ?? [];
  const shippingTaxClassId = cart.settings?.shippingTaxClassId ?? 0;
  const classes = [GOODS, ...(shippingTaxClassId ? [shippingTaxClassId] : [])];
  const input: TotalsCart = {
    lines,
    currencyRate: decimal(cart.rate ?? 1),
    address: {},
    addedFacts: {},
    coupons: rules.flatMap(({ id, coupon, label }) => (coupon === null ? [] : [{ code: coupon, ruleId: id, label }])),
    tax: {
      algorithm: 'TOTAL_BASE_CALCULATION',
      pricesIncludeTax: false,
      shippingIncludesTax: false,
      applyAfterDiscount: true,
      discountsIncludeTax: false,
      crossBorder: false,
      shippingTaxClassId,
      taxes: new Map(classes.map((id) => [id, taxes])),
      storePercents: new Map(classes.map((id) => [id, decimal(cart.storePercent ?? 7.75)])),
      ...cart.settings,
    },
    rules: {
      items: (seen) => discountItems(rules, seen),
      shipping: (seen) => discountShipping(rules, seen),
      free: (seen) => freeShipping(rules, seen),
    },
    isVirtual: false,
    shippingMethod: 'flat_rate',
    shippingRatesFor:
      shipping === undefined
        ? undefined
        : () => [
            {
              carrier: 'flat',
              method: 'rate',
              carrierTitle: 'Flat',
              methodTitle: 'Rate',
              price: decimal(shipping),
              isAvailable: true,
              errorMessage: '',
            },
          ],
  };
  return collectTotals(input);
}
