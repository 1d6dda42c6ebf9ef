import type { Call } from '../../../kernel/call.ts';
import { isOneOf } from '../../../kernel/narrow.ts';
import { encodeDocument } from '../../../storage/documents.ts';
import type { ScopeLevel } from '../../../storage/store-values.ts';
import type { Attribute, EntityAttributes } from '../../eav/service.ts';
import { priceScope } from '../../store/configuration.ts';
import type { ProductExtensions, ProductFields } from './added-fields.ts';

/** A stored value: a number for a column of the product, otherwise a text in the stored form of its attribute. */
export type ProductValue = string | number;
/** Values by attribute code. */
export type ProductValues = Readonly<Record<string, ProductValue>>;

/** Attributes whose values of scope 0 are columns of the product. */
export const columnAttributes = ['name', 'price', 'status', 'visibility', 'weight'] as const;

/** Whether the values of scope 0 of an attribute are a column of the product. */
export const isColumnAttribute = isOneOf(columnAttributes);

/** The values of those attributes, in the types of their columns. */
interface ColumnValues {
  readonly name?: string;
  readonly price?: number;
  readonly status?: number;
  readonly visibility?: number;
  readonly weight?: number;
}

/** The values of scope 0 that are columns. */
export function columnValues(values: ProductValues): ColumnValues {
  return values;
}

/** A stored tier price: a price, or a percentage off the product's price. */
export interface StoredTierPrice {
  readonly website_id: number;
  readonly customer_group_id: number;
  readonly qty: number;
  readonly value: number | null;
  readonly percentage_value: number | null;
}

/** A category of a product, with the product's position in it. */
export interface AssignedCategory {
  readonly category_id: number;
  readonly position: number;
}

/** The JSON document of a product: everything that is neither searched nor joined by column. */
export interface ProductDocument {
  /** Values of scope 0, without those that are columns. */
  readonly values: ProductValues;
  readonly tier_prices?: readonly StoredTierPrice[];
}

/** A product as it was read for one store view. */
export interface StoredProduct {
  readonly id: number;
  readonly sku: string;
  readonly type_id: string;
  readonly attribute_set_id: number;
  readonly has_options: number;
  readonly required_options: number;
  readonly created_at: string;
  readonly updated_at: string;
  readonly version: number;
  /** Store view for which it was read; 0: the values that all inherit. */
  readonly store_id: number;
  /** Values of scope 0. */
  readonly values: ProductValues;
  /** Values that the store view overrides. */
  readonly overrides: ProductValues;
  /** In ascending order. */
  readonly website_ids: readonly number[];
  /** In order of category ids. */
  readonly category_places: readonly AssignedCategory[];
  readonly tier_prices: readonly StoredTierPrice[];
  /** Rows of other tables that were read together with it, by the name of their column; see `nestedRows`. */
  readonly nested?: Readonly<Record<string, string | null>>;
}

/** A product in a store view, with the selected fields and extensions from further tables. */
export interface LoadedProduct extends Readonly<ProductFields> {
  readonly product: StoredProduct;
  /** The values that the store view shows, by attribute code. */
  readonly values: ProductValues;
  readonly extensions: Readonly<ProductExtensions>;
  /** The meaning of the values. */
  readonly metadata: ProductMetadata;
}

/** The meaning of values during a call: the attributes, and the scope of prices. */
export interface ProductMetadata {
  readonly attributes: EntityAttributes;
  /** The scope of price attributes, by configuration. */
  readonly priceLevel: 'global' | 'website';
}

/** The metadata of products as this call sees it. */
export async function productMetadata(call: Call): Promise<ProductMetadata> {
  return {
    attributes: await call.services.eav.entity(call, 'catalog_product'),
    priceLevel: priceLevel(call),
  };
}

/** The scope of prices, by configuration. */
export function priceLevel(call: Call): 'global' | 'website' {
  return call.config.of(priceScope);
}

/** The website whose prices a store view shows or writes; 0 if prices are the same everywhere. */
export function priceWebsite(call: Call, storeId: number): number {
  return priceLevel(call) === 'global' ? 0 : (call.services.store.websiteOf(storeId) ?? 0);
}

/** The scope of an attribute. The scope of prices follows the configuration, not the attribute. */
export function levelOf(attribute: Attribute | undefined, prices: 'global' | 'website'): ScopeLevel {
  if (!attribute) return 'global';
  return attribute.backendModel?.endsWith('\\Backend\\Price') ? prices : attribute.scope;
}

/** A product's JSON document. */
export function documentOf({ values, tier_prices }: Pick<StoredProduct, 'values' | 'tier_prices'>): string {
  const document: ProductDocument = {
    values: Object.fromEntries(Object.entries(values).filter(([code]) => !isColumnAttribute(code))),
    ...(tier_prices.length > 0 ? { tier_prices } : {}),
  };
  return encodeDocument(document);
}

/** The values that the store view shows. */
export function effectiveValues(
  product: Pick<StoredProduct, 'values' | 'overrides'>,
  metadata: ProductMetadata,
): ProductValues {
  return overlay(product.values, product.overrides, metadata);
}

/**
 * Values of scope 0, overridden by those of a store view; an override of an attribute that has become global is
 * ignored.
 */
export function overlay(
  values: ProductValues,
  overrides: ProductValues,
  { attributes, priceLevel }: ProductMetadata,
): ProductValues {
  let effective: Record<string, ProductValue> | undefined;
  for (const [code, value] of Object.entries(overrides)) {
    if (levelOf(attributes.byCode.get(code), priceLevel) === 'global') continue;
    effective ??= { ...values };
    effective[code] = value;
  }
  return effective ?? values;
}
