import type { Call } from '../../kernel/call.ts';
import { decodeDocument } from '../../storage/documents.ts';
import type { StoredProduct } from '../catalog/service.ts';
import { optionsOn, readBundles, type StoredLink, type StoredOption } from './rows.ts';
import type { LinkOutput, OptionOutput } from './types.ts';

/** Attribute for the price type of a bundle: fixed or dynamic. */
const PRICE_TYPE = 'price_type';
/** Value of `price_type`, `sku_type` and `weight_type`: the bundle has its own. With 0 it follows from the selections. */
export const FIXED = 1;

/** Price data of a bundle's selections for responses. */
interface BundlePricing {
  /** Whether the bundle has a fixed price, to which its selections add theirs. */
  readonly isFixed: boolean;
  /** Prices of the selections' products by id; undefined: the response omits prices. */
  readonly prices?: ReadonlyMap<number, number>;
}

/** The bundles among these products that have a fixed price. */
export async function fixedBundles(call: Call, ids: readonly number[]): Promise<Set<number>> {
  const { byCode } = await call.services.eav.entity(call, 'catalog_product');
  const attribute = byCode.get(PRICE_TYPE);
  const rows = attribute ? await call.services.catalog.indexedNumbers(call, ids, [attribute.id]) : [];
  return new Set(rows.filter((row) => row.number_value === FIXED).map((row) => row.product_id));
}

/** The options of a bundle, with the prices of its selections in a store view. */
export interface BundleOptions extends BundlePricing {
  readonly options: readonly StoredOption[];
}

/**
 * The options of bundles with the prices of selections, by product id. Selections of a dynamic bundle have their
 * products' prices in the store view.
 */
export async function priceBundles(
  call: Call,
  bundles: ReadonlyMap<number, readonly StoredOption[]>,
  storeId: number,
): Promise<Map<number, BundleOptions>> {
  const fixed = await fixedBundles(call, [...bundles.keys()]);
  const dynamic = [...bundles].filter(([id]) => !fixed.has(id));
  const children = dynamic.flatMap(([, options]) =>
    options.flatMap((option) => option.links.map((link) => link.child_id)),
  );
  const prices = await childPrices(call, [...new Set(children)], storeId);
  return pricedBy(bundles, fixed, prices, call.services.catalog.priceWebsite(call, storeId));
}

/** As `priceBundles`, from rows that were read together with the products; undefined where they were not. */
export async function readPriced(
  call: Call,
  products: readonly StoredProduct[],
): Promise<Map<number, BundleOptions> | undefined> {
  const read = readBundles(products);
  if (!read) return undefined;
  const prices = new Map<number, number>();
  for (const { child_id, child_price, child_override } of read.links) {
    if (prices.has(child_id)) continue;
    const linkValues = await call.services.catalog.values(call, {
      values: child_price === null ? {} : { price: child_price },
      overrides: child_override === null ? {} : decodeDocument(child_override),
    });
    prices.set(child_id, Number(linkValues.price ?? 0));
  }
  const fixed = products.filter(({ values }) => Number(values[PRICE_TYPE]) === FIXED);
  return pricedBy(
    new Map(products.map(({ id }) => [id, read.options.get(id) ?? []])),
    new Set(fixed.map(({ id }) => id)),
    prices,
    call.services.catalog.priceWebsite(call, products[0]?.store_id ?? 0),
  );
}

function pricedBy(
  bundles: ReadonlyMap<number, readonly StoredOption[]>,
  fixed: ReadonlySet<number>,
  prices: ReadonlyMap<number, number>,
  websiteId: number,
): Map<number, BundleOptions> {
  return new Map(
    [...bundles].map(([id, options]) => [
      id,
      { options: optionsOn(options, websiteId), isFixed: fixed.has(id), prices },
    ]),
  );
}

async function childPrices(call: Call, ids: readonly number[], storeId: number): Promise<Map<number, number>> {
  const prices = new Map<number, number>();
  if (ids.length === 0) return prices;
  const products = await call.services.catalog.productsById(call, ids, storeId);
  for (const product of products.values()) {
    const { price } = await call.services.catalog.values(call, product);
    prices.set(product.id, Number(price ?? 0));
  }
  return prices;
}

/** The title of an option in a store view. */
export function titleOf({ titles }: StoredOption, storeId: number): string | undefined {
  return titles[storeId] ?? titles[0];
}

/** The options of the bundle with a SKU, for a response. */
export function presentOptions(bundle: BundleOptions, sku: string, storeId: number): OptionOutput[] {
  return bundle.options.map((option) => presentOption(option, sku, storeId, bundle));
}

/** An option for a response. */
export function presentOption(
  option: StoredOption,
  sku: string,
  storeId: number,
  pricing: BundlePricing,
): OptionOutput {
  return {
    option_id: option.id,
    title: titleOf(option, storeId),
    required: option.required === 1,
    type: option.type,
    position: option.position,
    sku,
    product_links: option.links.map((link) => presentLink(link, pricing)),
  };
}

/** A selection for a response. */
export function presentLink(link: StoredLink, { isFixed, prices }: BundlePricing): LinkOutput {
  return {
    id: String(link.id),
    sku: link.sku,
    option_id: link.option_id,
    qty: link.qty,
    position: link.position,
    is_default: link.is_default === 1,
    price: isFixed ? link.price : (prices?.get(link.child_id) ?? null),
    price_type: isFixed ? link.price_type : null,
    can_change_quantity: link.can_change_quantity,
  };
}
