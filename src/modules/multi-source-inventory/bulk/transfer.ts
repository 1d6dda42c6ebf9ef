import type { Call } from '../../../kernel/call.ts';
import type { PlatformError } from '../../../kernel/errors.ts';
import { decimal } from '../../../kernel/money.ts';
import { stockQuantity } from '../../../kernel/units.ts';
import { sourceErrors, together } from '../errors.ts';
import { itemsOfSources, type StoredSourceItem } from '../source-items/read.ts';
import { deleteItems, productsOf, writeItems, type NewSourceItem } from '../source-items/save.ts';

/** Origin and destination of a transfer. */
interface Route {
  readonly origin: string;
  readonly destination: string;
}

/**
 * Moves all units of products from one source to another, which takes over the origin's status. The origin's items are
 * emptied, or on request unassigned. Throws 400 for sources that are unknown or equal, 404 for an unknown SKU.
 */
export async function transferAll(
  call: Call,
  skus: readonly string[],
  { origin, destination, isUnassigned }: Route & { readonly isUnassigned: boolean },
): Promise<void> {
  const error = together(sourceFaults(call, { origin, destination }), sourceErrors.transferInvalid);
  if (error) throw error;
  const items = await lockItems(call, skus, { origin, destination });
  const moved = [...new Set(skus)].flatMap((sku) => {
    const { from, to } = items(sku, sourceErrors.noProduct([sku]));
    if (!from) return [];
    const quantity = decimal(to?.quantity ?? 0).plus(from.quantity);
    const added: NewSourceItem = { sku, source_code: destination, quantity: quantity.toNumber(), status: from.status };
    const left: NewSourceItem = { sku, source_code: origin, quantity: 0, status: 0 };
    return [{ added, left }];
  });
  const emptyItems = isUnassigned ? [] : moved.map(({ left }) => left);
  await writeItems(call, [...moved.map(({ added }) => added), ...emptyItems]);
  if (isUnassigned)
    await deleteItems(
      call,
      moved.map(({ left }) => left),
    );
}

/** A quantity of a product. */
interface Part {
  readonly sku: string;
  readonly qty: number;
}

/**
 * Moves some units of products from one source to another, which then has them in stock. Both sources need an item of
 * each product, and the origin enough units. Otherwise throws 400 and moves nothing.
 */
export async function transferParts(call: Call, parts: readonly Part[], route: Route): Promise<void> {
  if (parts.length === 0) throw sourceErrors.noTransferItems();
  const { origin, destination } = route;
  const items = await lockItems(
    call,
    parts.map(({ sku }) => sku),
    route,
  );
  const faults = sourceFaults(call, route);
  const written: NewSourceItem[] = [];
  for (const { sku, qty } of sumsOf(call, parts)) {
    const { from, to } = items(sku);
    const fault = partFault(sku, qty, { from, to }, { origin, destination });
    if (fault && origin !== destination) faults.push(fault);
    if (!from || !to) continue;
    const left = decimal(from.quantity).minus(qty).toNumber();
    written.push({ sku, source_code: origin, quantity: left, status: left > 0 ? from.status : 0 });
    const added = decimal(to.quantity).plus(qty).toNumber();
    written.push({ sku, source_code: destination, quantity: added, status: 1 });
  }
  const error = together(faults, sourceErrors.partialInvalid);
  if (error) throw error;
  await writeItems(call, written);
}

/** Adds up the parts by SKU, ignoring case. Each quantity is rounded and limited like a stored one. */
function sumsOf(call: Call, parts: readonly Part[]): Iterable<Part> {
  const sums = new Map<string, Part>();
  for (const { sku, qty } of parts) {
    const key = call.services.catalog.foldSku(sku);
    const sum = decimal(sums.get(key)?.qty ?? 0).plus(stockQuantity(qty));
    sums.set(key, { sku: sums.get(key)?.sku ?? sku, qty: sum.toNumber() });
  }
  return sums.values();
}

/** The items of a SKU at both ends. */
interface Ends {
  readonly from: StoredSourceItem | undefined;
  readonly to: StoredSourceItem | undefined;
}

function partFault(sku: string, qty: number, { from, to }: Ends, { origin, destination }: Route) {
  const missing = (source: string): PlatformError =>
    sourceErrors.noTransferItem({ message: `Source item for ${sku} and ${source} does not exist` });
  if (!from) return missing(origin);
  if (!to) return missing(destination);
  return qty < 0 || qty > from.quantity ? sourceErrors.notAvailable({ sku }) : undefined;
}

/** The errors in the sources of a transfer, in the interface's order. */
function sourceFaults(call: Call, { origin, destination }: Route): PlatformError[] {
  const { sources } = call.services.multiSource.network.current;
  if (origin === destination) return [sourceErrors.ontoItself()];
  return [
    ...(sources.has(origin) ? [] : [sourceErrors.noOrigin({ sourceCode: origin })]),
    ...(sources.has(destination) ? [] : [sourceErrors.noDestination({ sourceCode: destination })]),
  ];
}

/**
 * Reads and locks the items of products in both sources. The result maps a SKU to its items; for a SKU without a
 * product it throws the error, if any.
 */
async function lockItems(call: Call, skus: readonly string[], { origin, destination }: Route) {
  const { catalog } = call.services;
  const products = await productsOf(
    call,
    skus.map((sku) => ({ sku })),
  );
  const ids = [...products.values()].map(({ id }) => id).sort((a, b) => a - b);
  await catalog.touchProducts(call, ids);
  const found = await itemsOfSources(call, [origin, destination], ids);
  const byKey = new Map(found.map((item) => [`${item.source_code} ${item.product_id}`, item]));
  return (sku: string, unknown?: PlatformError): Ends => {
    const id = products.get(catalog.foldSku(sku))?.id;
    if (id === undefined && unknown) throw unknown;
    return { from: byKey.get(`${origin} ${id}`), to: byKey.get(`${destination} ${id}`) };
  };
}
