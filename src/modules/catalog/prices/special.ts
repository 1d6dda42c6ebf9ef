import type { Call } from '../../../kernel/call.ts';
import type { PlatformError } from '../../../kernel/errors.ts';
import type { In, Out } from '../../../kernel/types.ts';
import { readTime } from '../../../storage/criteria/values.ts';
import { foldSku } from '../products/load.ts';
import { priceLevel, type ProductValues, type StoredProduct } from '../products/product.ts';
import { savePrices, type PriceRow } from './save-prices.ts';
import { priceErrors } from './errors.ts';
import { fault, isAmount, partition, type PriceResult } from './results.ts';
import { pricedTypes, productsFor, productsIn, valuesByStore } from './storage.ts';
import type { SpecialPrice } from './types.ts';

type SpecialInput = In<typeof SpecialPrice>;

/** Sets special prices and their times; returns the errors of rejected rows. */
export async function updateSpecialPrices(call: Call, input: readonly SpecialInput[]): Promise<PriceResult[]> {
  const { valid, faults } = await checkRows(call, input);
  const rows = valid.map((row) => specialRow(row, row.price, row.price_from || null, row.price_to || null));
  await savePrices(call, rows);
  return faults;
}

/** Removes special prices that match the input exactly; returns the errors of rejected rows. */
export async function deleteSpecialPrices(call: Call, input: readonly SpecialInput[]): Promise<PriceResult[]> {
  const { valid, faults, products } = await checkRows(call, input);
  const scopes = await valuesByStore(call, [...products.values()]);
  const stored = new Map(
    scopes.map(({ product, storeId, values }) => [`${product.id}:${storeId}`, Number(values.special_price)]),
  );
  const rows = valid
    .filter((row) => stored.get(`${row.productId}:${row.storeId}`) === row.price)
    .map((row) => specialRow(row, null, null, null));
  await savePrices(call, rows);
  return faults;
}

/** The special prices of products, in scope 0 and in every store view that overrides them. */
export async function specialPrices(call: Call, skus: readonly string[]): Promise<Out<typeof SpecialPrice>[]> {
  const scopes = await valuesByStore(call, await productsIn(call, skus, pricedTypes));
  return scopes.flatMap(({ product, storeId, values }) =>
    values.special_price === undefined
      ? []
      : [
          {
            price: Number(values.special_price),
            store_id: storeId,
            sku: product.sku,
            price_from: timeOf(values, 'special_from_date'),
            price_to: timeOf(values, 'special_to_date'),
          },
        ],
  );
}

function timeOf(values: ProductValues, code: string): string | null {
  const time = values[code];
  return time === undefined ? null : String(time);
}

/** A valid row: a special price of an existing product. */
interface ValidPrice {
  readonly productId: number;
  readonly storeId: number;
  readonly price: number;
  readonly price_from: string | null | undefined;
  readonly price_to: string | null | undefined;
}

function specialRow(
  { productId, storeId }: ValidPrice,
  price: number | null,
  from: string | null,
  to: string | null,
): PriceRow {
  const values = { special_price: price, special_from_date: from, special_to_date: to };
  return {
    productId,
    storeId,
    // Recorded behaviour: unlike a base price, a special price is written for the store view alone.
    inViewOnly: true,
    prices: {
      custom_attributes: Object.entries(values).map(([attribute_code, value]) => ({ attribute_code, value })),
    },
  };
}

async function checkRows(
  call: Call,
  input: readonly SpecialInput[],
): Promise<{ valid: ValidPrice[]; faults: PriceResult[]; products: ReadonlyMap<string, StoredProduct> }> {
  const products = await productsFor(
    call,
    input.map((row) => row.sku),
    pricedTypes,
  );
  const isGlobal = priceLevel(call) === 'global';
  const parts = await partition<SpecialInput, ValidPrice>(input, (row) => {
    const { sku, store_id, price, price_from, price_to } = row;
    const id = { SKU: sku, storeId: store_id, priceFrom: price_from, priceTo: price_to };
    const product = products.get(foldSku(sku ?? ''));
    const storeId = store_id ?? 0;
    const faults: PlatformError[] = [];
    if (!product) faults.push(priceErrors.specialProduct(id));
    if (isGlobal && storeId !== 0) faults.push(priceErrors.specialScope(id));
    if (!call.services.store.view(storeId)) faults.push(priceErrors.specialStore(id));
    if (!isAmount(price)) faults.push(priceErrors.specialValue({ price, ...id }));
    const dates = { 'Price From': price_from, 'Price To': price_to };
    for (const [label, date] of Object.entries(dates)) {
      if (date && !isTime(date)) faults.push(priceErrors.specialDate({ label, date, ...id }));
    }
    if (product && isAmount(price) && faults.length === 0) {
      return { valid: { productId: product.id, storeId, price, price_from, price_to } };
    }
    return { faults: faults.map((error) => fault(error, { filled: true })) };
  });
  return { ...parts, products };
}

function isTime(date: string): boolean {
  try {
    return readTime(date, 'date') !== '';
  } catch {
    return false;
  }
}
