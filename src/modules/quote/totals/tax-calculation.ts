import { Decimal, decimal, round, type Amount } from '../../../kernel/money.ts';
import type { AppliedTax } from '../../tax/service.ts';
import type { TaxSettings } from './totals.ts';

/** Something that is taxed, in one currency. */
export interface TaxableLine {
  readonly unitPrice: Decimal;
  readonly qty: Decimal;
  readonly discount: Decimal;
  /** Whether `unitPrice` is with tax. */
  readonly includesTax: boolean;
  readonly taxes: readonly AppliedTax[];
  /** Percent that a price with tax contains. */
  readonly storePercent: Decimal;
}

/** What the tax of a line comes to. */
export interface TaxedLine {
  readonly price: Decimal;
  readonly priceInclTax: Decimal;
  readonly rowTotal: Decimal;
  readonly rowTotalInclTax: Decimal;
  readonly rowTax: Decimal;
  readonly percent: Decimal;
  readonly compensation: Decimal;
  /** Of each of the line's taxes, in their order. */
  readonly amounts: readonly Decimal[];
}

/**
 * What rounding has left of the lines before, by what is rounded: added to the next, so that cents add up. It begins with a
 * trifle, so that half a cent that division has made smaller rounds up all the same. A line of nothing takes no part.
 */
class Carry {
  readonly #left = new Map<string, Decimal>();

  round(amount: Decimal, key: string): Decimal {
    if (amount.isZero()) return amount;
    const exact = amount.plus(this.#left.get(key) ?? trifle);
    const rounded = round(exact);
    this.#left.set(key, exact.minus(rounded));
    return rounded;
  }
}

const trifle = decimal('0.000001');

/** Rounds an amount of tax: at once, or with what the lines before have left. */
type Rounding = (amount: Decimal, key: string) => Decimal;

/** How the tax of lines is reckoned, and what is carried from one to the next. */
interface Reckoning {
  readonly settings: TaxSettings;
  readonly rounding: Rounding;
  /** For a tax that is divided among those that it is made of: carried however the tax itself is rounded. */
  readonly shared: Carry;
}

/**
 * Taxes lines in their order, in one currency. By unit, the tax of a piece is rounded and multiplied; by row, the tax of the
 * row is rounded; in total, it is rounded with what the rows before have left over, so that the sum is right. The tax before
 * discounts and the tax after them have each a carry of their own, and every line takes part in both, with a discount or
 * without. Prices with tax are brought from the store's rate to the buyer's, unless they are the same everywhere
 * (cross-border). Source: documented `tax/calculation/algorithm`, recorded totals of the reference.
 */
export function calculateTax(lines: readonly TaxableLine[], settings: TaxSettings): TaxedLine[] {
  const carry = new Carry();
  const rounding: Rounding =
    settings.algorithm === 'TOTAL_BASE_CALCULATION'
      ? (amount, key) => carry.round(amount, key)
      : (amount) => round(amount);
  const reckoning: Reckoning = { settings, rounding, shared: new Carry() };
  return lines.map((line) => {
    const percent = line.taxes.reduce((sum, tax) => sum.plus(tax.percent), decimal(0));
    if (settings.algorithm === 'UNIT_BASE_CALCULATION') {
      return line.includesTax ? unitsWithTax(line, percent, reckoning) : unitsWithoutTax(line, percent, settings);
    }
    return line.includesTax ? rowWithTax(line, percent, reckoning) : rowWithoutTax(line, percent, reckoning);
  });
}

const hundred = decimal(100);
const hundredth = decimal('0.01');

/** The tax on an untaxed amount. */
function taxOn(amount: Decimal, percent: Amount): Decimal {
  return amount.times(percent).times(hundredth);
}

/** The tax in an amount with tax. */
function taxIn(amount: Decimal, percent: Decimal): Decimal {
  return amount.times(percent).div(hundred.plus(percent));
}

function atLeastZero(amount: Decimal): Decimal {
  return Decimal.max(amount, 0);
}

/** A price with the store's tax as one with the buyer's. */
function forBuyer(line: TaxableLine, percent: Decimal, { crossBorder }: TaxSettings): Decimal {
  if (crossBorder || percent.eq(line.storePercent)) return round(line.unitPrice);
  const untaxed = line.unitPrice.minus(taxIn(line.unitPrice, line.storePercent));
  return round(untaxed.plus(taxOn(untaxed, percent)));
}

function rowWithTax(line: TaxableLine, percent: Decimal, { settings, rounding, shared }: Reckoning): TaxedLine {
  const priceInclTax = forBuyer(line, percent, settings);
  const rowTotalInclTax = priceInclTax.times(line.qty);
  const fullTax = rounding(taxIn(rowTotalInclTax, percent), `full ${percent.toString()}`);
  const rowTotal = rowTotalInclTax.minus(fullTax);
  const price = line.qty.isZero() ? priceInclTax : rowTotal.divRounded(line.qty, 2);
  let rowTax = fullTax;
  if (settings.applyAfterDiscount) {
    const taxable = atLeastZero(rowTotalInclTax.minus(line.discount));
    rowTax = rounding(taxIn(taxable, percent), `discounted ${percent.toString()}`);
  }
  return {
    price,
    priceInclTax,
    rowTotal,
    rowTotalInclTax,
    rowTax,
    percent,
    compensation: fullTax.minus(rowTax),
    amounts: shares(rowTax, percent, line.taxes, shared),
  };
}

function rowWithoutTax(line: TaxableLine, percent: Decimal, { settings, rounding }: Reckoning): TaxedLine {
  const price = round(line.unitPrice);
  const rowTotal = price.times(line.qty);
  const taxable = atLeastZero(rowTotal.minus(line.discount));
  let fullTax = decimal(0);
  const amounts = line.taxes.map((tax) => {
    const full = rounding(taxOn(rowTotal, tax.percent), `full ${tax.id}`);
    fullTax = fullTax.plus(full);
    return settings.applyAfterDiscount ? rounding(taxOn(taxable, tax.percent), `discounted ${tax.id}`) : full;
  });
  const rowTotalInclTax = rowTotal.plus(fullTax);
  return {
    price,
    priceInclTax: line.qty.isZero() ? price : rowTotalInclTax.divRounded(line.qty, 2),
    rowTotal,
    rowTotalInclTax,
    rowTax: amounts.reduce((sum, amount) => sum.plus(amount), decimal(0)),
    percent,
    compensation: decimal(0),
    amounts,
  };
}

function unitsWithTax(line: TaxableLine, percent: Decimal, { settings, shared }: Reckoning): TaxedLine {
  const priceInclTax = forBuyer(line, percent, settings);
  const fullTax = round(taxIn(priceInclTax, percent));
  const price = priceInclTax.minus(fullTax);
  let unitTax = fullTax;
  if (settings.applyAfterDiscount && !line.discount.isZero() && !line.qty.isZero()) {
    unitTax = round(taxIn(atLeastZero(priceInclTax.minus(line.discount.div(line.qty))), percent));
  }
  const rowTax = unitTax.times(line.qty);
  return {
    price,
    priceInclTax,
    rowTotal: price.times(line.qty),
    rowTotalInclTax: priceInclTax.times(line.qty),
    rowTax,
    percent,
    compensation: fullTax.minus(unitTax).times(line.qty),
    amounts: shares(rowTax, percent, line.taxes, shared),
  };
}

function unitsWithoutTax(line: TaxableLine, percent: Decimal, settings: TaxSettings): TaxedLine {
  const price = round(line.unitPrice);
  const isReduced = settings.applyAfterDiscount && !line.discount.isZero() && !line.qty.isZero();
  const taxable = isReduced ? atLeastZero(price.minus(line.discount.div(line.qty))) : price;
  const full = line.taxes.reduce((sum, tax) => sum.plus(round(taxOn(price, tax.percent))), decimal(0));
  const amounts = line.taxes.map((tax) => round(taxOn(taxable, tax.percent)).times(line.qty));
  const priceInclTax = price.plus(full);
  return {
    price,
    priceInclTax,
    rowTotal: price.times(line.qty),
    rowTotalInclTax: priceInclTax.times(line.qty),
    rowTax: amounts.reduce((sum, amount) => sum.plus(amount), decimal(0)),
    percent,
    compensation: decimal(0),
    amounts,
  };
}

/**
 * A tax divided among the taxes that it is made of. Each is rounded with what it has left over of the lines before, and has at
 * most what is left of the whole. Source: recorded orders of the reference.
 */
function shares(rowTax: Decimal, percent: Decimal, taxes: readonly AppliedTax[], carry: Carry): Decimal[] {
  let left = rowTax;
  return taxes.map((tax) => {
    if (percent.isZero()) return decimal(0);
    const share = Decimal.min(carry.round(rowTax.times(tax.percent).div(percent), tax.id), left);
    left = left.minus(share);
    return share;
  });
}
