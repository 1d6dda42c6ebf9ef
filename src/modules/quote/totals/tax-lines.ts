import { elementAt } from '../../../kernel/lists.ts';
import { decimal } from '../../../kernel/money.ts';
import { calculateTax, type TaxableLine, type TaxedLine } from './tax-calculation.ts';
import { zeroPair, type LineTax, type AmountPair, type PriceableCart, type TaxSettings } from './totals.ts';

/** A taxed item, or shipping, in both currencies. */
interface PairLine {
  readonly unitPrice: AmountPair;
  readonly qty: TaxableLine['qty'];
  readonly discount: AmountPair;
  readonly includesTax: boolean;
  readonly taxClassId: number;
}

/** Taxes lines in the displayed and in the base currency; each is calculated by itself. */
export function taxLines(cart: PriceableCart, lines: readonly PairLine[]): { displayed: TaxedLine; base: TaxedLine }[] {
  const { tax } = cart;
  const inCurrency = (currency: keyof AmountPair): TaxedLine[] =>
    calculateTax(
      lines.map((line) => taxable(line, currency, tax)),
      tax,
    );
  const base = inCurrency('base');
  // With a rate of 1 both are the same.
  const displayed = cart.currencyRate.eq(1) ? base : inCurrency('amount');
  return displayed.map((line, i) => ({ displayed: line, base: elementAt(base, i) }));
}

function taxable(line: PairLine, currency: keyof AmountPair, tax: TaxSettings): TaxableLine {
  return {
    unitPrice: line.unitPrice[currency],
    qty: line.qty,
    discount: line.discount[currency],
    includesTax: line.includesTax,
    taxes: tax.taxes.get(line.taxClassId) ?? [],
    storePercent: tax.storePercents.get(line.taxClassId) ?? decimal(0),
  };
}

/** One amount of a taxed line in both currencies. */
export function pairOf(
  { displayed, base }: { displayed: TaxedLine; base: TaxedLine },
  field: 'price' | 'priceInclTax' | 'rowTotal' | 'rowTotalInclTax' | 'rowTax' | 'compensation',
): AmountPair {
  return { amount: displayed[field], base: base[field] };
}

/** The taxes of a line with their amounts. */
export function lineTaxes(
  { displayed, base }: { displayed: TaxedLine; base: TaxedLine },
  taxClassId: number,
  tax: TaxSettings,
): LineTax[] {
  return (tax.taxes.get(taxClassId) ?? []).map((one, i) => ({
    tax: one,
    amount: { amount: displayed.amounts[i] ?? zeroPair.amount, base: base.amounts[i] ?? zeroPair.base },
  }));
}
