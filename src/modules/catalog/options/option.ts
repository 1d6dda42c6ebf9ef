import type { Call } from '../../../kernel/call.ts';
import { priceLevel } from '../products/product.ts';
import optionTypes from './option-types.json' with { type: 'json' };

export { optionTypes };

/** Values that store views can override: the title, and the price if prices are per website. */
export interface ScopedFields {
  title: string;
  price: number | null;
  /** `fixed`, or `percent` of the product's price. */
  price_type: string | null;
}

/** A stored value of a custom option. */
export interface StoredOptionValue extends ScopedFields {
  readonly option_type_id: number;
  readonly sort_order: number;
  readonly sku: string | null;
}

/** Overrides by their owner: `option`, or the id of a value. */
type Overrides = Record<string, Partial<ScopedFields>>;

/** The document of an option: all fields but its ids and its position. */
export interface OptionDocument extends ScopedFields {
  readonly sku: string | null;
  readonly max_characters: number | null;
  readonly file_extension: string | null;
  readonly image_size_x: number | null;
  readonly image_size_y: number | null;
  /** In order; null for options without a list of values. */
  readonly values: readonly StoredOptionValue[] | null;
  /** Values that store views override, by store id. */
  readonly stores: Readonly<Record<string, Overrides>>;
}

/** A custom option of a product. */
export interface StoredOption extends OptionDocument {
  readonly option_id: number;
  readonly product_id: number;
  readonly type: string;
  readonly sort_order: number;
  readonly is_require: boolean;
}

/** A value of a custom option in one store view. */
export interface ProductOptionValue extends ScopedFields {
  readonly option_type_id: number;
  readonly sort_order: number;
  readonly sku: string | null;
}

/** A custom option of a product in one store view. */
export interface ProductOption extends Omit<StoredOption, 'stores' | 'values'> {
  /** In order; null for options without a list of values. */
  readonly values: readonly ProductOptionValue[] | null;
}

declare module '../products/added-fields.ts' {
  interface ProductFields {
    /** The custom options of the product, in order. */
    options?: readonly ProductOption[];
  }
}

/** An option in a store view. */
export function optionIn({ stores, values, ...option }: StoredOption, storeId: number): ProductOption {
  return {
    ...option,
    ...scopedFields(option, stores, 'option', storeId),
    values:
      values?.map((value) => ({
        ...scopedFields(value, stores, String(value.option_type_id), storeId),
        option_type_id: value.option_type_id,
        sort_order: value.sort_order,
        sku: value.sku,
      })) ?? null,
  };
}

/** The group of an option type: `Text`, `File`, `Select` or `Date`; undefined for an unknown type. */
export function groupOf(type: string): string | undefined {
  return optionTypes.find(({ code }) => code === type)?.group;
}

/** The store views for which a title and a price are written; none: for all, in scope 0. */
interface WrittenStores {
  readonly title: readonly number[];
  readonly price: readonly number[];
}

/**
 * The store views that a change in one of them writes: only itself for titles, all views of its website for prices if these are
 * per website.
 */
export function writtenStores(call: Call, storeId: number): WrittenStores {
  if (storeId === 0) return { title: [], price: [] };
  if (priceLevel(call) === 'global') return { title: [storeId], price: [] };
  const { store } = call.services;
  const websiteId = store.websiteOf(storeId);
  const ofWebsite = store.views().filter((view) => view.website_id === websiteId);
  return { title: [storeId], price: ofWebsite.map((view) => view.id) };
}

/** The values that a store view shows. */
function scopedFields(
  base: ScopedFields,
  stores: OptionDocument['stores'],
  key: string,
  storeId: number,
): ScopedFields {
  const { title, price, price_type } = base;
  return { title, price, price_type, ...stores[storeId]?.[key] };
}

/**
 * Writes the input values: returns those of scope 0, and puts the others into `stores`. A value equal to the inherited
 * one does not become the store view's own.
 */
export function writeScoped(
  base: ScopedFields,
  stores: Record<string, Overrides>,
  key: string,
  input: ScopedFields,
  storeId: number,
  written: WrittenStores,
): ScopedFields {
  const fields = scopedFields(base, stores, key, storeId);
  const result = { title: base.title, price: base.price, price_type: base.price_type };
  const put = (change: Partial<ScopedFields>, storeIds: readonly number[]): void => {
    if (storeIds.length === 0) Object.assign(result, change);
    for (const id of storeIds) stores[id] = { ...stores[id], [key]: { ...stores[id]?.[key], ...change } };
  };
  if (input.title !== fields.title) put({ title: input.title }, written.title);
  if (input.price !== fields.price || input.price_type !== fields.price_type) {
    put({ price: input.price, price_type: input.price_type }, written.price);
  }
  return result;
}
