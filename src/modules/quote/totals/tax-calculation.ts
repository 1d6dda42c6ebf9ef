import { Decimal, decimal, round, type DecimalValue } from '../../../kernel/money.ts';
import type { AppliedTax } from '../../tax/service.ts';
import type { TaxSettings } from './totals.ts';

/** A taxed item, or shipping, in one currency. */
export interface TaxableLine {
  readonly unitPrice: Decimal;
  readonly qty: Decimal;
  readonly discount: Decimal;
  /** Whether `unitPrice` includes tax. */
  readonly includesTax: boolean;
  readonly taxes: readonly AppliedTax[];
  /** Percentage of tax that a price with tax includes. */
  readonly storePercent: Decimal;
}

/** The amounts of a line after taxation. */
export interface TaxedLine {
  readonly price: Decimal;
  readonly priceInclTax: Decimal;
  readonly rowTotal: Decimal;
  readonly rowTotalInclTax: Decimal;
  readonly rowTax: Decimal;
  readonly percent: Decimal;
  readonly compensation: Decimal;
  /** The amount of each of the line's taxes, in their order. */
  readonly amounts: readonly Decimal[];
}

/**
 * Rounds taxes to cents, and adds the remainder of each to the next one of the same key. So the rounded taxes add up to
 * the rounded sum. An amount of zero is omitted. The first remainder is tiny, so that half a cent rounds up even after
 * a division error.
 */
class TaxRemainders {
  readonly #remainders = new Map<string, Decimal>();

  round(amount: Decimal, key: string): Decimal {
    if (amount.isZero()) return amount;
    const exact = amount.plus(this.#remainders.get(key) ?? trifle);
    const rounded = round(exact);
    this.#remainders.set(key, exact.minus(rounded));
    return rounded;
  }
}

const trifle = decimal('0.000001');

/** Rounds an amount of tax: by itself, or with the remainder of the lines before. */
type TaxRounding = (amount: Decimal, key: string) => Decimal;

/** How the taxes of lines are calculated and rounded. */
interface TaxCalculation {
  readonly settings: TaxSettings;
  readonly rounding: TaxRounding;
  /** For the parts of a tax with several rates: they always use remainders, however the tax itself is rounded. */
  readonly partRemainders: TaxRemainders;
}

/**
 * Taxes lines in their order, in one currency. The algorithm selects the rounded amount: the tax of one unit, of a row,
 * or of a row with the remainder of the rows before (total). Taxes before and after discounts have separate remainders;
 * every line counts in both, discounted or not.
 * A price with tax contains the tax of the store's place. It is replaced by that of the buyer's place, unless prices
 * are the same everywhere (cross-border). Source: documented `tax/calculation/algorithm`, recorded totals of the
 * reference.
 */
export function calculateTax(lines: readonly TaxableLine[], settings: TaxSettings): TaxedLine[] {
  const remainders = new TaxRemainders();
  const rounding: TaxRounding =
    settings.algorithm === 'TOTAL_BASE_CALCULATION'
      ? (amount, key) => remainders.round(amount, key)
      : (amount) => round(amount);
  const calculation: TaxCalculation = { settings, rounding, partRemainders: new TaxRemainders() };
  return lines.map((line) => {
    const percent = line.taxes.reduce((sum, tax) => sum.plus(tax.percent), decimal(0));
    if (settings.algorithm === 'UNIT_BASE_CALCULATION') {
      return line.includesTax ? unitsWithTax(line, percent, calculation) : unitsWithoutTax(line, percent, settings);
    }
    return line.includesTax ? rowWithTax(line, percent, calculation) : rowWithoutTax(line, percent, calculation);
  });
}

const hundred = decimal(100);
const hundredth = decimal('0.01');

/** The tax on an untaxed amount. */
function taxOn(amount: Decimal, percent: DecimalValue): Decimal {
  return amount.times(percent).times(hundredth);
}

/** The tax that an amount with tax includes. */
function taxIn(amount: Decimal, percent: Decimal): Decimal {
  return amount.times(percent).div(hundred.plus(percent));
}

function atLeastZero(amount: Decimal): Decimal {
  return Decimal.max(amount, 0);
}

/** A price that includes the store's tax, rounded and converted to one that includes the buyer's. */
function forBuyer(line: TaxableLine, percent: Decimal, { crossBorder }: TaxSettings): Decimal {
  const unitPrice = round(line.unitPrice);
  if (crossBorder || percent.eq(line.storePercent)) return unitPrice;
  const untaxed = unitPrice.minus(taxIn(unitPrice, line.storePercent));
  return round(untaxed.plus(taxOn(untaxed, percent)));
}

function rowWithTax(
  line: TaxableLine,
  percent: Decimal,
  { settings, rounding, partRemainders }: TaxCalculation,
): TaxedLine {
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
    amounts: partsOf(rowTax, percent, line.taxes, partRemainders),
  };
}

function rowWithoutTax(line: TaxableLine, percent: Decimal, { settings, rounding }: TaxCalculation): TaxedLine {
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

function unitsWithTax(line: TaxableLine, percent: Decimal, { settings, partRemainders }: TaxCalculation): TaxedLine {
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
    amounts: partsOf(rowTax, percent, line.taxes, partRemainders),
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
 * Divides the tax of a row among its taxes, by their percentages. Each part is rounded with its remainder of the lines
 * before, and takes at most the rest that the parts before it left. Source: recorded orders of the reference.
 */
function partsOf(
  rowTax: Decimal,
  percent: Decimal,
  taxes: readonly AppliedTax[],
  remainders: TaxRemainders,
): Decimal[] {
  let left = rowTax;
  return taxes.map((tax) => {
    if (percent.isZero()) return decimal(0);
    const part = Decimal.min(remainders.round(rowTax.times(tax.percent).div(percent), tax.id), left);
    left = left.minus(part);
    return part;
  });
}
