import type { Call } from '../../../kernel/call.ts';
import type { In, Out } from '../../../kernel/types.ts';
import { foldSku } from '../products/load.ts';
import type { StoredProduct } from '../products/product.ts';
import { savePrices, type PriceRow } from './save-prices.ts';
import { priceErrors } from './errors.ts';
import { fault, isAmount, partition, type PriceResult } from './results.ts';
import { costTypes, pricedTypes, productsFor, productsIn, requireAll, valuesByStore } from './storage.ts';
import type { BasePrice, Cost } from './types.ts';

/** An amount of a product in a store view. */
interface AmountRow {
  readonly sku: string | null | undefined;
  readonly store_id: number | null | undefined;
  readonly amount: number | null | undefined;
}

/** Sets the prices of products; returns the errors of rejected rows. */
export async function updateBasePrices(call: Call, input: readonly In<typeof BasePrice>[]): Promise<PriceResult[]> {
  const rows = input.map(({ sku, store_id, price }) => ({ sku, store_id, amount: price }));
  const { valid, faults } = await checkAmounts(call, rows, 'Price', pricedTypes);
  await savePrices(
    call,
    valid.map(({ productId, storeId, amount }) => ({ productId, storeId, prices: { price: amount } })),
  );
  return faults;
}

/** Sets the costs of products; returns the errors of rejected rows. */
export async function updateCosts(call: Call, input: readonly In<typeof Cost>[]): Promise<PriceResult[]> {
  const rows = input.map(({ sku, store_id, cost }) => ({ sku, store_id, amount: cost }));
  const { valid, faults } = await checkAmounts(call, rows, 'Cost', costTypes);
  await savePrices(
    call,
    valid.map(({ productId, storeId, amount }) => costRow(productId, storeId, amount)),
  );
  return faults;
}

/** The prices of products, in scope 0 and in every store view that overrides them. */
export async function basePrices(call: Call, skus: readonly string[]): Promise<Out<typeof BasePrice>[]> {
  const scopes = await valuesByStore(call, await productsIn(call, skus, pricedTypes));
  return scopes.flatMap(({ product, storeId, values }) =>
    values.price === undefined ? [] : [{ price: Number(values.price), store_id: storeId, sku: product.sku }],
  );
}

/** The costs of products, in scope 0 and in every store view that overrides them. */
export async function costs(call: Call, skus: readonly string[]): Promise<Out<typeof Cost>[]> {
  const products = await productsIn(call, skus, costTypes);
  return (await scopesWithCost(call, products)).map(({ product, storeId, values }) => ({
    cost: Number(values.cost),
    store_id: storeId,
    sku: product.sku,
  }));
}

/** Removes the costs of products in every store view. Throws 404 when one of the products does not exist. */
export async function deleteCosts(call: Call, skus: readonly string[]): Promise<void> {
  const products = await productsFor(call, skus, costTypes);
  requireAll(skus, new Set(products.keys()));
  const scopes = await scopesWithCost(call, [...products.values()]);
  await savePrices(
    call,
    scopes.map(({ product, storeId }) => costRow(product.id, storeId, null)),
  );
}

async function scopesWithCost(call: Call, products: readonly StoredProduct[]) {
  const scopes = await valuesByStore(call, products);
  return scopes.filter(({ values }) => values.cost !== undefined);
}

/** Recorded behaviour: unlike a base price, a cost is written for the store view alone. */
function costRow(productId: number, storeId: number, cost: number | null): PriceRow {
  const prices = { custom_attributes: [{ attribute_code: 'cost', value: cost }] };
  return { productId, storeId, inViewOnly: true, prices };
}

/** A valid row: an amount of an existing product. */
interface ValidAmount {
  readonly productId: number;
  readonly storeId: number;
  readonly amount: number;
}

async function checkAmounts(
  call: Call,
  rows: readonly AmountRow[],
  fieldName: 'Price' | 'Cost',
  types: ReadonlySet<string>,
): Promise<{ valid: ValidAmount[]; faults: PriceResult[] }> {
  const products = await productsFor(
    call,
    rows.map((row) => row.sku),
    types,
  );
  return await partition<AmountRow, ValidAmount>(rows, ({ sku, store_id, amount }) => {
    const product = products.get(foldSku(sku ?? ''));
    const storeId = store_id ?? 0;
    const isStore = call.services.store.view(storeId) !== undefined;
    if (product && isAmount(amount) && isStore) return { valid: { productId: product.id, storeId, amount } };
    const faults: PriceResult[] = [];
    const invalid = (field: string, fieldValue: unknown): PriceResult =>
      fault(priceErrors.invalidAttribute({ fieldName: field, fieldValue }), { filled: false });
    if (!product) faults.push(invalid('SKU', sku));
    if (!isAmount(amount)) {
      const wrongCost = { cost: amount, SKU: sku, storeId: store_id };
      faults.push(
        fieldName === 'Price' ? invalid('Price', amount) : fault(priceErrors.costValue(wrongCost), { filled: true }),
      );
    }
    if (!isStore) {
      faults.push(fault(priceErrors.storeNotFound({ SKU: sku, storeId: store_id }), { filled: true }));
    }
    return { faults };
  });
}
