import { sql, type SqlBool } from 'kysely';
import type { Call, Scope } from '../../../kernel/call.ts';
import { valueAt } from '../../../kernel/lookup.ts';
import { baseUrls, shopLocale } from '../../../kernel/shop-settings.ts';
import type { Out } from '../../../kernel/types.ts';
import type { SearchCriteria } from '../../../storage/criteria/criteria.ts';
import { findList } from '../../../storage/criteria/list.ts';
import { catalogErrors } from '../errors.ts';
import { isProductSeen } from '../assortments/assortment.ts';
import { roleImageUrl } from '../media/urls.ts';
import { findByIds } from '../products/load.ts';
import { effectiveValues, productMetadata, type ProductValues, type StoredProduct } from '../products/product.ts';
import { productFields } from '../products/search-fields.ts';
import { ENABLED } from '../products/types.ts';
import { urlSuffix } from '../url-suffixes.ts';
import { presentPrices, priceRanges } from './render-prices.ts';
import type { ProductRender, RenderButton, RenderImage } from './render-types.ts';

/** Places of a page with an image of the product: its role and size; names are the interface's. */
const places = [
  { code: 'recently_viewed_products_grid_content_widget', role: 'small_image', width: 240, height: 300 },
  { code: 'recently_viewed_products_list_content_widget', role: 'small_image', width: 270, height: 340 },
  { code: 'recently_viewed_products_images_names_widget', role: 'small_image', width: 75, height: 90 },
  { code: 'recently_compared_products_grid_content_widget', role: 'small_image', width: 240, height: 300 },
  { code: 'recently_compared_products_list_content_widget', role: 'small_image', width: 270, height: 340 },
  { code: 'recently_compared_products_images_names_widget', role: 'thumbnail', width: 75, height: 90 },
] as const;

/**
 * All that pages of a store view need to show the products of a list, as far as it sells them. Throws 400 for an unknown store
 * view.
 */
export async function renderProducts(
  call: Call,
  criteria: SearchCriteria,
  storeId: number,
  currencyCode: string,
): Promise<Out<typeof ProductRender>[]> {
  const view = call.services.store.view(storeId);
  const scope = view && storeId !== 0 ? call.services.store.resolveScope(view.code) : undefined;
  if (!view || !scope) throw catalogErrors.storeNotFound();
  const isSeen = await isProductSeen(call.with({ scope }));
  const found = await findList(call, criteria, {
    base: call.db
      .selectFrom('catalog_product as p')
      .where('p.status', '=', ENABLED)
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('catalog_product_website as w')
            .select('w.product_id')
            .whereRef('w.product_id', '=', 'p.id')
            .where('w.website_id', '=', view.website_id),
        ),
      )
      .$if(isSeen !== undefined, (query) => query.where(isSeen ?? sql<SqlBool>`1 = 1`)),
    key: 'p.id',
    fields: productFields(call, storeId, []),
    load: (on, ids: readonly number[]) => renderItems(on, ids, scope, currencyCode),
  });
  return await found.items();
}

async function renderItems(
  call: Call,
  ids: readonly number[],
  scope: Scope,
  currencyCode: string,
): Promise<Map<number, Out<typeof ProductRender>>> {
  const { storeId } = scope;
  const products = await findByIds(call, ids, storeId);
  const { store, directory } = call.services;
  const inView = call.with({ scope });
  const ranges = await priceRanges(inView, [...products.values()]);
  const salable = await salableProducts(inView, [...products.values()]);
  const metadata = await productMetadata(call);
  const rate = directory.rate(store.baseCurrency(call, storeId), currencyCode) ?? 1;
  const format = priceFormat(call, storeId, currencyCode);
  return new Map(
    [...products.values()].map((product) => {
      const values = effectiveValues(product, metadata);
      const item = {
        ...page(call, product, values, storeId),
        price_info: presentPrices(valueAt(ranges, product.id), rate, format),
        id: product.id,
        name: String(values.name ?? ''),
        type: product.type_id,
        is_salable: salable.has(product.id) ? '1' : '',
        store_id: storeId,
        currency_code: currencyCode,
        extension_attributes: {},
      };
      return [product.id, item];
    }),
  );
}

/** The products that can be sold. */
async function salableProducts(call: Call, products: readonly StoredProduct[]): Promise<Set<number>> {
  const salable = new Set(products.map((product) => product.id));
  for (const tell of call.contributions.salability) {
    for (const [id, isSalable] of await tell(call, products)) if (!isSalable) salable.delete(id);
  }
  return salable;
}

/** A function that writes amounts of a currency in the store view's language. */
function priceFormat(call: Call, storeId: number, currency: string): (amount: number) => string {
  const locale = call.config.of(shopLocale, { storeId }).replace('_', '-');
  try {
    const format = new Intl.NumberFormat(locale, { style: 'currency', currency });
    return (amount) => format.format(amount);
  } catch {
    // The currency or the locale is unknown.
    return (amount) => `${currency}${amount.toFixed(2)}`;
  }
}

/** The address of a product's page, and the requests of its buttons. */
function page(call: Call, product: StoredProduct, values: ProductValues, storeId: number) {
  const base = call.config.of(baseUrls.unsecure.base, { storeId });
  const id = String(product.id);
  const cart = `${base}checkout/cart/add/uenc/%25uenc%25/product/${id}/`;
  const compare = { action: `${base}catalog/product_compare/add/`, data: { product: id, uenc: '%uenc%' } };
  const add_to_cart_button: Out<typeof RenderButton> = {
    post_data: JSON.stringify({ action: cart, data: { product: id, uenc: '%uenc%' } }),
    url: cart,
    required_options: product.required_options === 1,
  };
  return {
    add_to_cart_button,
    add_to_compare_button: { post_data: null, url: JSON.stringify(compare), required_options: null },
    images: renderImages(call, values, storeId),
    url: `${base}${values.url_key ?? `catalog/product/view/id/${id}`}${urlSuffix(call, 'product', storeId)}`,
  };
}

/** The images of a product for the places of a page, a placeholder where it has none. */
function renderImages(call: Call, values: ProductValues, storeId: number): Out<typeof RenderImage>[] {
  return places.map(({ code, role, width, height }) => ({
    url: roleImageUrl(call, role, values[role], storeId),
    code,
    height,
    width,
    label: String(values[`${role}_label`] ?? values.name ?? ''),
    resized_width: width,
    resized_height: height,
  }));
}
