import type { Call } from '../../../kernel/call.ts';
import { loader } from '../../../kernel/loader.ts';
import { valueAt } from '../../../kernel/lookup.ts';
import { decimal, toWire } from '../../../kernel/money.ts';
import { priceRangesFor, quantityPrices, type PricePair, type PriceRange } from '../pricing/price-range.ts';
import type { StoredProduct } from '../products/product.ts';
import { buyerGroup } from '../assortments/buyer-group.ts';
import type { ProductSource } from './types.ts';

/** Returns a function that converts an amount in the base currency into the caller's display currency. */
export function moneyIn(call: Call): (amount: number) => MoneyAmount {
  const { store, directory } = call.services;
  const { storeId, currency = store.displayCurrency(call, storeId) } = call.scope;
  const rate = directory.rate(store.baseCurrency(call, storeId), currency);
  // Without a rate amounts stay in the base currency.
  const code = rate === undefined ? store.baseCurrency(call, storeId) : currency;
  return (amount) => ({ value: toWire(decimal(amount).times(rate ?? 1)), currency: code as MoneyAmount['currency'] });
}

type MoneyAmount = { readonly value: number; readonly currency: 'USD' };

const showAmounts = loader<StoredProduct, (amount: number) => number>(async (products, call) => {
  const displays: ReadonlyMap<number, (amount: number) => number>[] = [];
  for (const display of call.contributions.amountDisplays) displays.push(await display(call, products));
  return products.map(
    ({ id }) =>
      (amount) =>
        displays.reduce((current, display) => display.get(id)?.(current) ?? current, amount),
  );
});

const ranges = loader<StoredProduct, PriceRange>(async (products, call) => {
  const found = await priceRangesFor(call, products, await buyerGroup(call));
  return products.map(({ id }) => valueAt(found, id));
});

/** A price and its discount, as storefronts show them. */
function shownPrice(call: Call, { regular, final }: PricePair, show: (amount: number) => number) {
  const money = moneyIn(call);
  const [before, after] = [money(show(regular)), money(show(final))];
  return {
    regular_price: before,
    final_price: after,
    discount: discountOf(before.value, after.value),
    fixed_product_taxes: [],
  };
}

/** An amount off, and how many hundredths of the price that is. */
export function discountOf(
  before: number,
  after: number,
): { readonly amount_off: number; readonly percent_off: number } {
  const off = toWire(decimal(before).minus(after));
  return {
    amount_off: off,
    percent_off: before === 0 ? 0 : toWire(decimal(off).div(before).times(100).toDecimalPlaces(2)),
  };
}

/** The lowest and the highest price of a product, as storefronts show them. */
export async function shownRange(call: Call, { product }: ProductSource) {
  const [{ minimum, maximum }, show] = await Promise.all([ranges(call, product), showAmounts(call, product)]);
  const minimum_price = shownPrice(call, minimum, show);
  return { minimum_price, maximum_price: maximum === minimum ? minimum_price : shownPrice(call, maximum, show) };
}

/** The price of a product without its choices, as storefronts show it; undefined where it has none. */
export async function shownWithoutChoices(call: Call, { product }: ProductSource) {
  const [{ withoutChoices }, show] = await Promise.all([ranges(call, product), showAmounts(call, product)]);
  return withoutChoices && shownPrice(call, withoutChoices, show);
}

/** The prices of one unit of a product for larger quantities, as storefronts show them, by quantity. */
export async function shownUnitPrices(call: Call, { product }: ProductSource) {
  const [show, group] = await Promise.all([showAmounts(call, product), buyerGroup(call)]);
  const money = moneyIn(call);
  const prices = await quantityPrices(call, product, group);
  return prices.map(({ qty, value }) => ({ quantity: qty, price: money(show(value)) }));
}

/**
 * The prices of a product for larger quantities, as storefronts show them. Recorded behaviour of the interface: the
 * final price is for the whole quantity, the discount for one unit.
 */
export async function shownTiers(call: Call, source: ProductSource) {
  const [{ minimum }, show] = await Promise.all([ranges(call, source.product), showAmounts(call, source.product)]);
  const regular = moneyIn(call)(show(minimum.regular)).value;
  return (await shownUnitPrices(call, source)).map(({ quantity, price }) => {
    const whole = { ...price, value: toWire(decimal(price.value).times(quantity)) };
    return { quantity, final_price: whole, discount: discountOf(regular, price.value) };
  });
}
