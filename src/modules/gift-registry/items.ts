import type { Call } from '../../kernel/call.ts';
import { valueAt } from '../../kernel/lookup.ts';
import { toWire, decimal } from '../../kernel/money.ts';
import { formatTime } from '../../kernel/time.ts';
import { fitAmount, fitText } from '../../storage/fit.ts';
import { prepared, type Params } from '../../storage/prepared.ts';
import { insertRows } from '../../storage/rows.ts';
import { inIds } from '../../storage/sql.ts';
import { registryErrors } from './errors.ts';
import type { Registry } from './registries.ts';

/** An item of a registry, with its number of ordered units. */
export interface RegistryItem {
  readonly id: number;
  readonly productId: number;
  readonly sku: string;
  readonly name: string;
  readonly qty: number;
  readonly fulfilled: number;
  readonly note: string | null;
  readonly addedAt: string;
}

const ofRegistry = prepared((db, p: Params<{ registryId: number }>) =>
  db.selectFrom('gift_registry_item').selectAll().where('registry_id', '=', p.registryId).orderBy('id'),
);
const givenFor = prepared((db, p: Params<{ ids: readonly number[] }>) =>
  db.selectFrom('gift_registry_gift').select(['registry_item_id', 'qty']).where(inIds('registry_item_id', p.ids)),
);

/** The items of a registry in order of addition, with their names in the store view: three queries. */
export async function itemsOf(call: Call, registryId: number, storeId = 0): Promise<RegistryItem[]> {
  const { catalog } = call.services;
  const rows = await ofRegistry(call.db, { registryId });
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const giftsByItem = Map.groupBy(await givenFor(call.db, { ids }), (gift) => gift.registry_item_id);
  const productIds = rows.map((row) => row.product_id);
  const products = await catalog.productsById(call, productIds, storeId);
  const items: RegistryItem[] = [];
  for (const { id, product_id: productId, qty, note, added_at: addedAt } of rows) {
    const product = valueAt(products, productId);
    const { name } = await catalog.values(call, product);
    const fulfilled = (giftsByItem.get(id) ?? []).reduce((sum, gift) => sum.plus(gift.qty), decimal(0));
    items.push({
      id,
      productId,
      sku: product.sku,
      name: String(name ?? product.sku),
      qty,
      fulfilled: toWire(fulfilled),
      note,
      addedAt,
    });
  }
  return items;
}

/** A wanted product. */
interface Wish {
  readonly sku: string;
  readonly qty: number;
  readonly note?: string | null | undefined;
}

/** Adds a product to a registry, or more units of an existing item; in a transaction. Throws 400 and 404. */
export async function addItem(call: Call, registry: Registry, { sku, qty, note }: Wish): Promise<void> {
  const { id: product_id } = await call.services.catalog.requireProduct(call, sku, 0);
  const row = { registry_id: registry.id, product_id, qty: wished(qty), note: noteOf(note), added_at: now(call) };
  const onConflict = {
    key: ['registry_id', 'product_id'],
    update: note === undefined ? ([] as const) : (['note'] as const),
    add: ['qty'],
  } as const;
  await insertRows(call.db, 'gift_registry_item', [row], { onConflict });
}

/** Changes the wanted quantity or the note; in a transaction. Throws 400 and 404. */
export async function changeItem(
  call: Call,
  registry: Registry,
  itemId: number,
  { qty, note }: Partial<Omit<Wish, 'sku'>>,
): Promise<void> {
  const values = {
    ...(qty === undefined ? {} : { qty: wished(qty) }),
    ...(note === undefined ? {} : { note: noteOf(note) }),
  };
  if (Object.keys(values).length === 0) return;
  const { numUpdatedRows } = await call.db
    .updateTable('gift_registry_item')
    .set(values)
    .where('id', '=', itemId)
    .where('registry_id', '=', registry.id)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) throw registryErrors.itemNotFound([itemId]);
}

/** Removes an item from a registry; in a transaction. Throws 404. */
export async function removeItem(call: Call, registry: Registry, itemId: number): Promise<void> {
  const { numDeletedRows } = await call.db
    .deleteFrom('gift_registry_item')
    .where('id', '=', itemId)
    .where('registry_id', '=', registry.id)
    .executeTakeFirstOrThrow();
  if (numDeletedRows === 0n) throw registryErrors.itemNotFound([itemId]);
  await call.db.deleteFrom('gift_registry_gift').where('registry_item_id', '=', itemId).execute();
}

function wished(qty: number): number {
  if (!(qty > 0)) throw registryErrors.quantity();
  return toWire(fitAmount(qty));
}

const noteOf = (note: string | null | undefined): string | null => (note ? fitText(note) : null);

const now = (call: Call): string => formatTime(call.clock.now());
