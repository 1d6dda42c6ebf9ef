import { orderOf, type Json } from '../sales/shop.ts';
import { newProduct } from '../support/products.ts';
import { ok, unique, until, type Answer, type Souk } from '../support/souk.ts';

/** A stock with sources of its own, by priority, and where it sells. */
export interface Depot {
  readonly stockId: number;
  readonly sources: readonly string[];
  /** Code of its store view; of a stock that sells to no website, empty. */
  readonly view: string;
  /** Code of its channel of the type `kiosk`. */
  readonly kiosk: string;
}

const I = '/V1/inventory';

/** A new source; gives its code. */
export async function newSource(souk: Souk, over: Json = {}): Promise<string> {
  const source_code = over.source_code ?? unique('source');
  const source = { name: source_code, country_id: 'US', postcode: '98101', ...over, source_code };
  ok(await souk.admin.post(`${I}/sources`, { source }));
  return source_code;
}

/** The channels of a stock, as they are sent. */
export const channels = (sales_channels: readonly Json[]): Json => ({ extension_attributes: { sales_channels } });

/** A stock with new sources. With a website, it sells to that one, which has one store view of the same code. */
export async function newDepot(
  souk: Souk,
  { sources: count = 2, hasWebsite = false }: { sources?: number; hasWebsite?: boolean } = {},
): Promise<Depot> {
  const view = hasWebsite ? unique('web').replaceAll('-', '_') : '';
  if (hasWebsite) await newWebsite(souk, view);
  const kiosk = unique('kiosk');
  const sold = [{ type: 'kiosk', code: kiosk }, ...(hasWebsite ? [{ type: 'website', code: view }] : [])];
  const stock = { name: unique('Stock'), ...channels(sold) };
  const stockId = Number(ok(await souk.admin.post(`${I}/stocks`, { stock })));
  const sources: string[] = [];
  for (let i = 0; i < count; i++) sources.push(await newSource(souk));
  await link(souk, stockId, sources);
  return { stockId, sources, view, kiosk };
}

/** Puts sources into a stock, by priority. */
export async function link(souk: Souk, stock_id: number, sources: readonly string[]): Promise<void> {
  const links = sources.map((source_code, i) => ({ stock_id, source_code, priority: i + 1 }));
  ok(await souk.admin.post(`${I}/stock-source-links`, { links }));
}

async function newWebsite(souk: Souk, code: string): Promise<void> {
  for (const args of [
    ['website:create', code, code, '--currency', 'USD'],
    ['store:group:create', `${code}_group`, code, '--website', code, '--root-category', '2'],
    ['store:view:create', code, code, '--group', `${code}_group`],
  ]) {
    const { code: status, stderr } = await souk.cli(...args);
    if (status !== 0) throw new Error(stderr);
  }
  await until(async () => (await souk.admin.store(code).get('/V1/store/websites')).status === 200);
}

/** Website id of a store view. */
export async function websiteOf(souk: Souk, view: string): Promise<number> {
  const views = ok(await souk.admin.get('/V1/store/storeViews')) as Json[];
  return views.find(({ code }) => code === view)!.website_id;
}

/** A product in the first website and in that of a depot, with these quantities in the depot's sources and none by default. */
export async function stocked(
  souk: Souk,
  depot: Depot,
  quantities: readonly number[],
  over: Json = {},
): Promise<{ readonly sku: string; readonly id: number }> {
  const website_ids = depot.view ? [1, await websiteOf(souk, depot.view)] : [1];
  const { extension_attributes, ...rest } = over;
  const { sku, id } = await newProduct(souk, {
    extension_attributes: { website_ids, stock_item: { qty: 0, is_in_stock: false }, ...extension_attributes },
    ...rest,
  });
  if (quantities.length === 0) return { sku, id };
  await setItems(souk, sku, Object.fromEntries(quantities.map((quantity, i) => [depot.sources[i]!, quantity])));
  return { sku, id };
}

/** Sets what sources have of a product: `{ north: 5, south: [3, 0] }`, in stock unless there is nothing or the status says so. */
export async function setItems(
  souk: Souk,
  sku: string,
  items: Record<string, number | [number, 0 | 1]>,
): Promise<void> {
  ok(await sendItems(souk, sku, items));
}

/** As `setItems`, for an answer that may be a refusal. */
export function sendItems(souk: Souk, sku: string, items: Record<string, number | [number, 0 | 1]>): Promise<Answer> {
  const sourceItems = Object.entries(items).map(([source_code, said]) => {
    const [quantity, status] = Array.isArray(said) ? said : [said, said > 0 ? 1 : 0];
    return { sku, source_code, quantity, status };
  });
  return souk.admin.post(`${I}/source-items`, { sourceItems });
}

/** What sources have of a product: `{ north: [5, 1] }`. */
export async function itemsOf(souk: Souk, sku: string): Promise<Record<string, [number, number]>> {
  const filter = 'searchCriteria[filter_groups][0][filters][0]';
  const { items } = ok(await souk.admin.get(`${I}/source-items?${filter}[field]=sku&${filter}[value]=${sku}`));
  return Object.fromEntries(
    (items as Json[]).map(({ source_code, quantity, status }) => [source_code, [quantity, status]]),
  );
}

/** How much of a product a stock can still sell. */
export async function salable(souk: Souk, sku: string, stockId: number): Promise<number> {
  return ok(await souk.admin.get(`${I}/get-product-salable-quantity/${sku}/${stockId}`));
}

/** Whether a stock can sell a product. */
export async function isSalable(souk: Souk, sku: string, stockId: number): Promise<boolean> {
  return ok(await souk.admin.get(`${I}/is-product-salable/${sku}/${stockId}`));
}

/** An order of a guest in the website of a depot. */
export function depotOrder(souk: Souk, depot: Depot, items: readonly Json[]): Promise<Json> {
  return orderOf({ admin: souk.admin, guest: souk.guest.store(depot.view) }, items);
}

/** Pieces of an order's items, as documents ask for them; all of an item unless told. */
export const pieces = (order: Json, qty?: number): Json[] =>
  (order.items as Json[]).map((item) => ({ order_item_id: item.item_id, qty: qty ?? item.qty_ordered }));

/** Ships pieces of an order from a source. */
export function ship(souk: Souk, order: Json, source?: string, qty?: number): Promise<Answer> {
  const from = source === undefined ? {} : { arguments: { extension_attributes: { source_code: source } } };
  return souk.admin.post(`/V1/order/${order.entity_id}/ship`, { items: pieces(order, qty), ...from });
}

/** Refunds pieces of an order, which go back to stock or not. */
export function refund(souk: Souk, order: Json, qty: number, goesBack: boolean): Promise<Answer> {
  const ids = (order.items as Json[]).map(({ item_id }) => item_id);
  const back = goesBack ? { arguments: { extension_attributes: { return_to_stock_items: ids } } } : {};
  return souk.admin.post(`/V1/order/${order.entity_id}/refund`, { items: pieces(order, qty), ...back });
}
