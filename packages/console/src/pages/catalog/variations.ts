import type { Client } from '../../../../client/src/index.ts';
import { textOf } from '../../values.ts';
import type { ProductRecord } from './product.tsx';
import { t } from '../../texts/text.ts';

/** Variations that one form creates at most. */
export const MOST_VARIATIONS = 200;

/** An attribute by which variations differ, with its values. */
export interface VariationAttribute {
  readonly id: string;
  readonly code: string;
  readonly label: string;
  /** Value and label. */
  readonly values: readonly (readonly [value: string, label: string])[];
}

/** The members of a stored variation that the page reads. */
export interface Variation {
  readonly sku: string;
  readonly name: string;
  readonly price: number;
  readonly isEnabled: boolean;
  /** Values of attributes by code. */
  readonly values: ReadonlyMap<string, string>;
}

/** A variation to create: one value of each attribute. */
export interface NewVariation {
  /** Identifies the combination of values. */
  readonly key: string;
  readonly values: readonly string[];
  readonly labels: readonly string[];
}

/** The typed fields of new variations by key; missing ones have defaults. */
export type VariationFields = Readonly<
  Record<string, { readonly sku?: string; readonly price?: string; readonly quantity?: string }>
>;

/** The attributes of a set by which variations can differ: choices of one value that is the same in all store views. */
export function variationAttributes(
  attributes: readonly {
    readonly attribute_id?: number | null;
    readonly attribute_code: string | null;
    readonly default_frontend_label?: string | null;
    readonly frontend_input: string | null;
    readonly isGlobal?: boolean | undefined;
    readonly is_user_defined?: boolean | null;
    readonly options?: readonly { readonly label: string | null; readonly value: string | null }[] | null;
  }[],
): VariationAttribute[] {
  return attributes
    .filter((one) => one.frontend_input === 'select' && one.isGlobal !== false && one.is_user_defined)
    .map((one) => ({
      id: String(one.attribute_id),
      code: one.attribute_code ?? '',
      label: one.default_frontend_label ?? one.attribute_code ?? '',
      values: (one.options ?? []).flatMap(({ value, label }) => (value ? [[value, label ?? value] as const] : [])),
    }));
}

/** Reads the variations of a product. */
export async function readVariations(shop: Client, sku: string, signal: AbortSignal): Promise<Variation[]> {
  const fields = 'sku,name,price,status,custom_attributes';
  const children = await shop.request('GET /V1/configurable-products/:sku/children', { sku }, { signal, fields });
  // The server answers null for an empty list of which fields are asked.
  return (Array.isArray(children) ? children : []).map((child) => ({
    sku: child.sku ?? '',
    name: child.name ?? '',
    price: child.price ?? 0,
    isEnabled: child.status === 1,
    values: new Map((child.custom_attributes ?? []).map((one) => [one.attribute_code ?? '', textOf(one.value)])),
  }));
}

/** The combinations of chosen values that no variation has yet, at most one more than a form creates. */
export function combinations(
  attributes: readonly VariationAttribute[],
  chosen: Readonly<Record<string, readonly string[]>>,
  existing: readonly Variation[],
): NewVariation[] {
  if (attributes.length === 0) return [];
  const taken = new Set(existing.map(({ values }) => keyOf(attributes.map(({ code }) => values.get(code) ?? ''))));
  let all: { readonly values: readonly string[]; readonly labels: readonly string[] }[] = [{ values: [], labels: [] }];
  for (const { code, values } of attributes) {
    const open = values.filter(([value]) => chosen[code]?.includes(value));
    const longer: typeof all = [];
    for (const one of all) {
      for (const [value, label] of open) {
        if (longer.length > MOST_VARIATIONS + taken.size) break;
        longer.push({ values: [...one.values, value], labels: [...one.labels, label] });
      }
    }
    all = longer;
  }
  return all
    .flatMap(({ values, labels }) => (taken.has(keyOf(values)) ? [] : [{ key: keyOf(values), values, labels }]))
    .slice(0, MOST_VARIATIONS + 1);
}

const keyOf = (values: readonly string[]): string => values.join(',');

/** The SKU of a new variation unless another one is typed. */
export function usualSku(parent: string, { labels }: NewVariation): string {
  return [parent, ...labels.map((label) => label.replace(/[\s,]+/g, '_'))].join('-');
}

/** Throws when products have SKUs of new variations: saving a product with the SKU of another one changes that one. */
export async function requireFreeSkus(
  shop: Client,
  product: ProductRecord,
  variations: readonly NewVariation[],
  fields: VariationFields,
): Promise<void> {
  const skus = variations.map((one) => fields[one.key]?.sku ?? usualSku(product.sku ?? '', one));
  if (new Set(skus).size < skus.length) throw new Error(t('Two variations have the same SKU.'));
  if (skus.some((sku) => sku.includes(','))) throw new Error(t('A SKU cannot have a comma here.'));
  const list = shop.products.list(
    { where: { sku: skus }, pageSize: MOST_VARIATIONS },
    { fields: 'items[sku],total_count' },
  );
  const taken = (await list.all()).map(({ sku }) => sku ?? '');
  if (taken.length > 0) {
    throw new Error(
      t('Products have these SKUs already: {skus}. Choose other SKUs, or link the existing products.', {
        skus: taken.join(', '),
      }),
    );
  }
}

/**
 * Saves the attributes of a configurable product that it does not have yet, then creates each variation and links it. `created`
 * is called after each.
 */
export async function createVariations(
  client: Client,
  product: ProductRecord,
  attributes: readonly VariationAttribute[],
  variations: readonly NewVariation[],
  fields: VariationFields,
  created: () => void = () => undefined,
): Promise<void> {
  const sku = product.sku ?? '';
  const known = new Set(product.extension_attributes?.configurable_product_options?.map((one) => one.attribute_id));
  for (const [position, { id, label }] of attributes.entries()) {
    if (known.has(id)) continue;
    const values = [...new Set(variations.map((one) => Number(one.values[position])))];
    const option = { attribute_id: id, label, position, values: values.map((value_index) => ({ value_index })) };
    await client.request('POST /V1/configurable-products/:sku/options', { sku, option });
  }
  for (const variation of variations) {
    const child = childOf(product, attributes, variation, fields);
    await client.request('POST /V1/products', { product: child });
    await client.request('POST /V1/configurable-products/:sku/child', { sku, childSku: child.sku });
    created();
  }
}

/** The product of a new variation: as its parent, but hidden in lists, with a price and stock of its own. */
function childOf(
  product: ProductRecord,
  attributes: readonly VariationAttribute[],
  variation: NewVariation,
  fields: VariationFields,
) {
  const typed = fields[variation.key] ?? {};
  const quantity = Number(typed.quantity ?? 0);
  const taxClass = product.custom_attributes?.find((one) => one.attribute_code === 'tax_class_id');
  return {
    sku: typed.sku ?? usualSku(product.sku ?? '', variation),
    name: [product.name, ...variation.labels].join(' '),
    attribute_set_id: product.attribute_set_id,
    type_id: 'simple',
    price: Number(typed.price ?? 0),
    status: 1,
    visibility: 1,
    ...(product.weight != null && { weight: product.weight }),
    extension_attributes: {
      website_ids: product.extension_attributes?.website_ids,
      stock_item: { qty: quantity, is_in_stock: quantity > 0 },
    },
    custom_attributes: [
      ...(taxClass ? [taxClass] : []),
      ...attributes.map(({ code }, i) => ({ attribute_code: code, value: variation.values[i] ?? '' })),
    ],
  };
}
