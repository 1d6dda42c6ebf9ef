import type { ProductRecord } from './product.tsx';

/** The members of an attribute that the form reads. */
export interface ProductAttribute {
  readonly attribute_code: string | null;
  readonly frontend_input: string | null;
  readonly default_frontend_label?: string | null;
  readonly is_required?: boolean | null;
  /** Whether all store views have the same value; undefined: unknown. */
  readonly isGlobal?: boolean | undefined;
  readonly note?: string | null;
  /** Whether merchants change its values. */
  readonly isVisible?: boolean;
  readonly is_user_defined?: boolean | null;
  /** Types of products that have the attribute; empty: all. */
  readonly apply_to?: readonly string[] | null | undefined;
  readonly options?: readonly { readonly label: string | null; readonly value: string | null }[] | null;
}

/** Fields of a product that are attributes, and stand beside its custom attributes. */
const ownFields = ['name', 'price', 'status', 'visibility', 'weight'] as const;
type OwnField = (typeof ownFields)[number];
const isOwn = (code: string): code is OwnField => ownFields.some((one) => one === code);

/** Kinds of input that the form has. */
const inputs = new Set(['text', 'textarea', 'select', 'multiselect', 'boolean', 'date', 'datetime', 'price', 'weight']);

/** Attributes of a type of product that the form shows: those with an input, without the ones that the platform maintains. */
export function shownAttributes(attributes: readonly ProductAttribute[], type: string): ProductAttribute[] {
  const hidden = new Set([
    'sku',
    'gallery',
    'media_gallery',
    'tier_price',
    'category_ids',
    'quantity_and_stock_status',
    'giftcard_amounts',
  ]);
  return attributes.filter(
    ({ attribute_code: code, frontend_input: input, default_frontend_label: label, apply_to: types, isVisible }) =>
      isVisible !== false &&
      (!types?.length || types.includes(type)) &&
      inputs.has(input ?? '') &&
      !hidden.has(code ?? '') &&
      Boolean(label),
  );
}

/** Attributes that merchants change most, in their order. */
const mainCodes = [
  'name',
  'status',
  'visibility',
  'price',
  'special_price',
  'special_from_date',
  'special_to_date',
  'tax_class_id',
  'weight',
  'giftcard_type',
  'allow_open_amount',
  'open_amount_min',
  'open_amount_max',
  'short_description',
  'description',
];

/** The attributes that the form shows first: those that merchants change most, required ones and those of the shop; and the others. */
export function arrangedAttributes(
  attributes: readonly ProductAttribute[],
): readonly [main: ProductAttribute[], more: ProductAttribute[]] {
  const first = mainCodes.flatMap((code) => attributes.find((one) => one.attribute_code === code) ?? []);
  const others = attributes.filter((one) => !first.includes(one));
  const isMain = (one: ProductAttribute): boolean => one.is_required === true || one.is_user_defined === true;
  return [[...first, ...others.filter(isMain)], others.filter((one) => !isMain(one))];
}

/** The value of an attribute as the form has it: a text; values of a list joined by commas. */
export function valueOf(product: ProductRecord, code: string): string {
  const value = isOwn(code)
    ? product[code]
    : product.custom_attributes?.find((one) => one.attribute_code === code)?.value;
  if (Array.isArray(value)) return value.join(',');
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** A changed value; null: the inherited one. */
export type ChangedValues = Readonly<Record<string, string | null>>;

/** The product to send: its SKU and the changed values. */
export function changedProduct(sku: string, changes: ChangedValues) {
  const entries = Object.entries(changes);
  const own = entries.filter(([code]) => isOwn(code));
  const custom = entries.filter(([code]) => !isOwn(code));
  return {
    sku,
    ...Object.fromEntries(
      own.map(([code, value]) => [
        code,
        value === null || code === 'name' ? value : value === '' ? null : Number(value),
      ]),
    ),
    ...(custom.length > 0 && {
      custom_attributes: custom.map(([attribute_code, value]) => ({ attribute_code, value })),
    }),
  };
}
