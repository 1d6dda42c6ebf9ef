import type { Call } from '../../kernel/call.ts';
import type { OrUndefined } from '../../kernel/fields.ts';
import { valueAt } from '../../kernel/lookup.ts';
import { toWire, decimal } from '../../kernel/money.ts';
import { formatTime } from '../../kernel/time.ts';
import { fitAmount, fitText } from '../../storage/fit.ts';
import { prepared, type Params } from '../../storage/prepared.ts';
import { insertRows, updateRows } from '../../storage/rows.ts';
import { inIds } from '../../storage/sql.ts';
import { mostItems } from './configuration.ts';
import { registryErrors } from './errors.ts';
import { lockRegistry, type Registry } from './registries.ts';

/** An item of a registry, with its number of ordered units. */
export interface StoredRegistryItem {
  readonly id: number;
  readonly registryId: number;
  readonly productId: number;
  readonly qty: number;
  readonly fulfilled: number;
  readonly note: string | null;
  readonly addedAt: string;
}

/** An item with the name of its product. */
export interface RegistryItem extends StoredRegistryItem {
  readonly sku: string;
  readonly name: string;
}

const ofRegistries = prepared((db, p: Params<{ ids: readonly number[] }>) =>
  db.selectFrom('gift_registry_item').selectAll().where(inIds('registry_id', p.ids)).orderBy('id'),
);
const givenFor = prepared((db, p: Params<{ ids: readonly number[] }>) =>
  db.selectFrom('gift_registry_gift').select(['registry_item_id', 'qty']).where(inIds('registry_item_id', p.ids)),
);

/** The items of registries, by id of the registry, in order of addition: two queries. */
export async function loadItems(call: Call, ids: readonly number[]): Promise<Map<number, StoredRegistryItem[]>> {
  const rows = await ofRegistries(call.db, { ids });
  if (rows.length === 0) return new Map();
  const gifts = await givenFor(call.db, { ids: rows.map(({ id }) => id) });
  const giftsByItem = Map.groupBy(gifts, (gift) => gift.registry_item_id);
  const items = rows.map(({ id, registry_id, product_id, qty, note, added_at }): StoredRegistryItem => {
    const fulfilled = (giftsByItem.get(id) ?? []).reduce((sum, gift) => sum.plus(gift.qty), decimal(0));
    return {
      id,
      registryId: registry_id,
      productId: product_id,
      qty,
      fulfilled: toWire(fulfilled),
      note,
      addedAt: added_at,
    };
  });
  return Map.groupBy(items, (item) => item.registryId);
}

/** The items of a registry in order of addition, with their names in the store view: three queries. */
export async function itemsOf(call: Call, registryId: number, storeId = 0): Promise<RegistryItem[]> {
  const { catalog } = call.services;
  const stored = (await loadItems(call, [registryId])).get(registryId) ?? [];
  if (stored.length === 0) return [];
  const productIds = stored.map(({ productId }) => productId);
  const products = await catalog.productsById(call, productIds, storeId);
  const items: RegistryItem[] = [];
  for (const item of stored) {
    const product = valueAt(products, item.productId);
    const { name } = await catalog.values(call, product);
    items.push({ ...item, sku: product.sku, name: String(name ?? product.sku) });
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
export async function addItem(call: Call, registry: Registry, { sku, ...wish }: Wish): Promise<void> {
  const { id: productId } = await call.services.catalog.requireProduct(call, sku, 0);
  await addWishes(call, registry, [{ ...wish, productId }]);
}

/** A wanted product by its id. */
type ProductWish = Omit<Wish, 'sku'> & { readonly productId: number };

/**
 * Adds products to a registry, or more units of existing items; in a transaction. Each product occurs once, and all
 * wishes have a note or none has. Throws 400 above the limit of items.
 */
export async function addWishes(call: Call, registry: Registry, wishes: readonly ProductWish[]): Promise<void> {
  await lockRegistry(call, registry);
  const present = await ofRegistries(call.db, { ids: [registry.id] });
  const productIds = new Set([...present.map((row) => row.product_id), ...wishes.map(({ productId }) => productId)]);
  const most = call.config.of(mostItems);
  if (productIds.size > most) throw registryErrors.tooManyItems([most]);
  const rows = wishes.map(({ productId, qty, note }) => ({
    registry_id: registry.id,
    product_id: productId,
    qty: wished(qty),
    note: noteOf(note),
    added_at: now(call),
  }));
  const hasNotes = wishes.some(({ note }) => note !== undefined);
  const onConflict = {
    key: ['registry_id', 'product_id'],
    update: hasNotes ? (['note'] as const) : ([] as const),
    add: ['qty'],
  } as const;
  await insertRows(call.db, 'gift_registry_item', rows, { onConflict });
}

/** Changes of an item; missing fields stay unchanged. */
interface ItemChanges extends OrUndefined<Pick<Wish, 'qty' | 'note'>> {
  readonly id: number;
}

/** Changes quantities and notes of items; in a transaction. Throws 400, and 404 for an item that the registry has not. */
export async function changeItems(call: Call, registry: Registry, changes: readonly ItemChanges[]): Promise<void> {
  await lockRegistry(call, registry);
  const byId = new Map((await ofRegistries(call.db, { ids: [registry.id] })).map((row) => [row.id, row]));
  const changed = new Map<number, { id: number; qty: number; note: string | null }>();
  for (const { id, qty, note } of changes) {
    const before = changed.get(id) ?? byId.get(id);
    if (!before) throw registryErrors.itemNotFound([id]);
    changed.set(id, {
      id,
      qty: qty === undefined ? before.qty : wished(qty),
      note: note === undefined ? before.note : noteOf(note),
    });
  }
  await updateRows(call.db, 'gift_registry_item', ['id'], [...changed.values()]);
}

/** Removes items from a registry; in a transaction. Throws 404 for an item that the registry has not. */
export async function removeItems(call: Call, registry: Registry, itemIds: readonly number[]): Promise<void> {
  const ids = [...new Set(itemIds)];
  const removed = await call.db
    .deleteFrom('gift_registry_item')
    .where(inIds('id', ids))
    .where('registry_id', '=', registry.id)
    .returning('id')
    .execute();
  const missing = ids.find((id) => !removed.some((row) => row.id === id));
  if (missing !== undefined) throw registryErrors.itemNotFound([missing]);
  await call.db.deleteFrom('gift_registry_gift').where(inIds('registry_item_id', ids)).execute();
}

function wished(qty: number): number {
  if (!(qty > 0)) throw registryErrors.quantity();
  return toWire(fitAmount(qty));
}

const noteOf = (note: string | null | undefined): string | null => (note ? fitText(note) : null);

const now = (call: Call): string => formatTime(call.clock.now());
