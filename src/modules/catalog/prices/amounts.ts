import type { Call } from '../../../kernel/call.ts';
import type { In, Out } from '../../../kernel/types.ts';
import { foldSku } from '../products/load.ts';
import { saveProduct } from '../products/save.ts';
import { priceErrors } from './errors.ts';
import { fault, partition, type PriceResult } from './results.ts';
import { costTypes, pricedTypes, productsFor, requireProducts, scopeOf, valuesByStore } from './storage.ts';
import type { BasePrice, Cost } from './types.ts';

/** An amount of a product in a store view. */
interface AmountRow {
  readonly sku?: string | null;
  readonly store_id?: number | null;
  readonly amount: number | null | undefined;
}

/** Sets the prices of products; gives the faults of the rows that were refused. */
export async function updateBasePrices(call: Call, sent: readonly In<typeof BasePrice>[]): Promise<PriceResult[]> {
  const rows = sent.map(({ sku, store_id, price }) => ({ sku, store_id, amount: price }));
  const { valid, faults } = await checkAmounts(call, rows, 'Price', pricedTypes);
  for (const { sku, store_id, amount } of valid) {
    await saveProduct(call.with({ scope: scopeOf(call, store_id ?? 0) }), { sku, price: amount });
  }
  return faults;
}

/** Sets the costs of products; gives the faults of the rows that were refused. */
export async function updateCosts(call: Call, sent: readonly In<typeof Cost>[]): Promise<PriceResult[]> {
  const rows = sent.map(({ sku, store_id, cost }) => ({ sku, store_id, amount: cost }));
  const { valid, faults } = await checkAmounts(call, rows, 'Cost', costTypes);
  for (const { sku, store_id, amount } of valid) await saveCost(call, sku!, store_id ?? 0, amount!);
  return faults;
}

/** The prices of products, of every store view that has one of its own. */
export async function basePrices(call: Call, skus: readonly string[]): Promise<Out<typeof BasePrice>[]> {
  const scopes = await valuesByStore(call, await requireProducts(call, skus, pricedTypes));
  return scopes.flatMap(({ product, storeId, values }) =>
    values.price === undefined ? [] : [{ price: Number(values.price), store_id: storeId, sku: product.sku }],
  );
}

/** The costs of products, of every store view that has one of its own. */
export async function costs(call: Call, skus: readonly string[]): Promise<Out<typeof Cost>[]> {
  const scopes = await valuesByStore(call, await requireProducts(call, skus, costTypes));
  return scopes.flatMap(({ product, storeId, values }) =>
    values.cost === undefined ? [] : [{ cost: Number(values.cost), store_id: storeId, sku: product.sku }],
  );
}

/** Takes the costs of products away, in every store view. */
export async function deleteCosts(call: Call, skus: readonly string[]): Promise<void> {
  for (const { sku, store_id } of await costs(call, skus)) await saveCost(call, sku!, store_id!, null);
}

async function saveCost(call: Call, sku: string, storeId: number, cost: number | null): Promise<void> {
  await saveProduct(call.with({ scope: scopeOf(call, storeId) }), {
    sku,
    custom_attributes: [{ attribute_code: 'cost', value: cost }],
  });
}

async function checkAmounts<R extends AmountRow>(
  call: Call,
  rows: readonly R[],
  fieldName: 'Price' | 'Cost',
  types: ReadonlySet<string>,
): Promise<{ valid: R[]; faults: PriceResult[] }> {
  const products = await productsFor(
    call,
    rows.map((row) => row.sku),
    types,
  );
  return partition(rows, ({ sku, store_id, amount }) => {
    const faults: PriceResult[] = [];
    const invalid = (field: string, fieldValue: unknown): PriceResult =>
      fault(priceErrors.invalidAttribute({ fieldName: field, fieldValue }), { filled: false });
    if (!products.has(foldSku(sku ?? ''))) faults.push(invalid('SKU', sku));
    if (amount === null || amount === undefined || amount < 0) {
      const wrongCost = { cost: amount, SKU: sku, storeId: store_id };
      faults.push(
        fieldName === 'Price' ? invalid('Price', amount) : fault(priceErrors.costValue(wrongCost), { filled: true }),
      );
    }
    if (!call.services.store.view(store_id ?? 0)) {
      faults.push(fault(priceErrors.storeNotFound({ SKU: sku, storeId: store_id }), { filled: true }));
    }
    return faults;
  });
}
