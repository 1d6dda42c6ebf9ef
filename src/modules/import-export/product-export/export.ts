import type { Call } from '../../../kernel/call.ts';
import type { FileExportSettings } from '../../../kernel/file-exports.ts';
import type { LoadedProduct, StoredProduct } from '../../catalog/service.ts';
import type { Attribute } from '../../eav/service.ts';
import { copyFile, readDownload } from './files.ts';
import { productColumns } from './columns.ts';
import { loadNames } from './lookups.ts';
import { globalRow, storeRow } from './rows.ts';
import { customOptionsText, downloadFiles, type ExportedView } from './structures.ts';

/** Products per page. */
const PAGE = 200;
const wishes = {
  fields: ['media', 'links', 'options'],
  extensions: ['stock', 'bundle', 'configuration', 'downloads', 'giftCard'],
} as const;

/**
 * Products in the layout of the interface's export, in order of SKUs: a row with the values that all store views inherit, then one for
 * each store view with values of its own. `store` limits the latter to one store view.
 */
export async function* exportProducts(
  call: Call,
  { since, store, images }: FileExportSettings,
): AsyncGenerator<readonly string[]> {
  const { catalog } = call.services;
  const views = viewsOf(call, store);
  const isGlobal = globalTest(call);
  yield productColumns;
  const names = await loadNames(call);
  for (let after = ''; ;) {
    const ids = await catalog.productIdsAfter(call, after, PAGE, since);
    const found = await catalog.productsById(call, ids, 0);
    const products = ids.flatMap((id) => found.get(id) ?? []);
    const loaded = await catalog.loadAdded(call, products, wishes);
    const variants = await variantsOf(call, loaded);
    const inViews = new Map<string, ReadonlyMap<number, LoadedProduct>>();
    for (const { id, code } of views) inViews.set(code, await inView(call, loaded, id));
    for (const one of loaded) {
      yield globalRow(one, variants, { names, views });
      const shared = customOptionsText(one.options ?? []);
      for (const [code, viewed] of inViews) {
        const found = viewed.get(one.product.id);
        const own = customOptionsText(found?.options ?? []);
        const options = own === shared ? '' : own;
        const row = found && storeRow({ product: found.product, options }, code, isGlobal, names);
        if (row) yield row;
      }
      if (images !== undefined) await copyFiles(call, one, images);
    }
    if (ids.length < PAGE) return;
    after = catalog.foldSku(products.at(-1)?.sku ?? '');
  }
}

/** Products in a store view, by their ids; their custom options too, where they have some. */
async function inView(
  call: Call,
  loaded: readonly LoadedProduct[],
  storeId: number,
): Promise<Map<number, LoadedProduct>> {
  const { catalog } = call.services;
  const ids = loaded.map(({ product }) => product.id);
  const products = [...(await catalog.productsById(call, ids, storeId)).values()];
  const fields = loaded.some(({ options = [] }) => options.length > 0) ? (['options'] as const) : [];
  const found = await catalog.loadAdded(call, products, { fields, extensions: [] });
  return new Map(found.map((one) => [one.product.id, one]));
}

/** The store views whose own values are exported, in order of their codes, as ids differ between shops. Throws for an unknown one. */
function viewsOf({ services }: Call, code: string | undefined): ExportedView[] {
  const views = services.store.views().filter((view) => view.id !== 0 && (code === undefined || view.code === code));
  if (code !== undefined && views.length === 0) throw new Error(`there is no store view "${code}"`);
  return views.toSorted((a, b) => (a.code < b.code ? -1 : 1));
}

function globalTest(call: Call): (attribute: Attribute) => boolean {
  const { id } = call.services.store.defaultStoreView();
  const arePricesGlobal = call.services.catalog.priceWebsite(call, id) === 0;
  return ({ backendModel, scope }) =>
    backendModel?.endsWith('\\Backend\\Price') ? arePricesGlobal : scope === 'global';
}

function variantsOf(call: Call, loaded: readonly LoadedProduct[]): Promise<Map<number, StoredProduct>> {
  const ids = loaded.flatMap(({ extensions }) => extensions.configuration?.children ?? []);
  return call.services.catalog.productsById(call, [...new Set(ids)], 0);
}

async function copyFiles(call: Call, loaded: LoadedProduct, folder: string): Promise<void> {
  const { mediaFiles } = call.services.catalog;
  for (const { file } of loaded.media ?? []) await copyFile(folder, file, () => mediaFiles.read(file));
  for (const file of downloadFiles(loaded)) await copyFile(folder, file, () => readDownload(call, file));
}
