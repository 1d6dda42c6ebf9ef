import { addToSet, newAttribute, newProduct } from '../support/products.ts';
import { unique, type Answer, type Client } from '../support/souk.ts';

export type Fields = Record<string, unknown>;
type Product = Answer['body'];

/** Someone who can call as an administrator. */
interface Souk {
  readonly admin: Client;
}

/** A select attribute of set 4, by which variants differ. */
export interface Select {
  readonly id: string;
  readonly code: string;
  readonly values: readonly number[];
}

/** A select whose options have these labels. */
export async function makeSelect(souk: Souk, labels: readonly string[], over: Fields = {}): Promise<Select> {
  const code = unique('shade').replaceAll('-', '_');
  const made = await newAttribute(souk, {
    attribute_code: code,
    frontend_input: 'select',
    default_frontend_label: 'Shade',
    scope: 'global',
    options: labels.map((label, sort_order) => ({ label, sort_order })),
    ...over,
  });
  await addToSet(souk, code);
  const values = made.options.flatMap(({ value }: { value: string }) => (value === '' ? [] : [Number(value)]));
  return { id: String(made.attribute_id), code, values };
}

/** Creates a product for all store views. By default five are in stock, and its SKU is its name and its URL key. */
export function makeProduct({ admin }: Souk, over: Fields = {}, stock: Fields = {}): Promise<Product> {
  const sku = (over.sku as string | undefined) ?? unique('part');
  return newProduct(
    { admin: admin.store('all') },
    {
      name: sku,
      ...over,
      sku,
      extension_attributes: {
        stock_item: { qty: 5, is_in_stock: true, ...stock },
        ...(over.extension_attributes as Fields),
      },
      custom_attributes: [
        { attribute_code: 'url_key', value: sku },
        ...((over.custom_attributes as Fields[] | undefined) ?? []),
      ],
    },
  );
}

/** What a select makes of products: each gets one of its options, which they differ in. */
export async function makeVariants(souk: Souk, select: Select, overs: readonly Fields[]): Promise<Product[]> {
  const variants = [];
  for (const [i, over] of overs.entries()) {
    const custom_attributes = [{ attribute_code: select.code, value: String(select.values[i]) }];
    variants.push(await makeProduct(souk, { visibility: 1, custom_attributes, ...over }));
  }
  return variants;
}

export function makeConfigurable(souk: Souk, select: Select, variants: readonly Product[]): Promise<Product> {
  return makeProduct(souk, {
    type_id: 'configurable',
    extension_attributes: {
      stock_item: { is_in_stock: true },
      configurable_product_options: [
        { attribute_id: select.id, label: 'Shade', values: select.values.map((value_index) => ({ value_index })) },
      ],
      configurable_product_links: variants.map((variant) => variant.id),
    },
  });
}

/** A bundle with a required option for each list of parts, and one more that is not. */
export function makeBundle(
  souk: Souk,
  lists: readonly Product[][],
  optional: readonly Product[] = [],
): Promise<Product> {
  const option = (parts: readonly Product[], required: boolean): Fields => ({
    title: unique('choice'),
    required,
    type: 'select',
    product_links: parts.map(({ sku }: Product) => ({ sku, qty: 1, is_default: false, price: 1, price_type: 0 })),
  });
  return makeProduct(souk, {
    type_id: 'bundle',
    custom_attributes: ['price_type', 'price_view'].map((attribute_code) => ({ attribute_code, value: '1' })),
    extension_attributes: {
      stock_item: { is_in_stock: true },
      bundle_product_options: [
        ...lists.map((parts) => option(parts, true)),
        ...(optional.length > 0 ? [option(optional, false)] : []),
      ],
    },
  });
}

export function makeGrouped(souk: Souk, parts: readonly Product[]): Promise<Product> {
  const group = unique('group');
  return makeProduct(souk, {
    type_id: 'grouped',
    sku: group,
    extension_attributes: { stock_item: { is_in_stock: true } },
    product_links: parts.map(({ sku }: Product, position) => ({
      sku: group,
      link_type: 'associated',
      linked_product_sku: sku,
      position,
      extension_attributes: { qty: 1 },
    })),
  });
}
