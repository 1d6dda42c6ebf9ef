import type { Call } from '../../../kernel/call.ts';
import { isWanted, type Wanted } from '../../../kernel/fields-filter.ts';
import type { CustomAttribute } from '../../../kernel/types.ts';
import type { Attribute, EntityAttributes } from '../../eav/service.ts';
import type { ExtensionFields, ProductFields } from './added-fields.ts';
import { isOwnValue } from './change.ts';
import { isFixedTax, presentFixedTaxes } from './fixed-taxes.ts';
import {
  effectiveValues,
  isColumnAttribute,
  type ProductMetadata,
  type ProductValues,
  type StoredProduct,
} from './product.ts';
import { productType } from './product-types.ts';
import { presentTierPrices } from './tier-prices.ts';
import type { ProductOutput } from './types.ts';

/** A product as it is answered, with the values of the store view it was read for. What is not wanted need not be there. */
export function presentProduct(
  call: Call,
  metadata: ProductMetadata,
  product: StoredProduct,
  fields: ProductFields,
  extension: ExtensionFields,
  wanted?: Wanted,
): ProductOutput {
  const values = effectiveValues(product, metadata);
  const { name, status, visibility } = values;
  const { price, weight } = { ...values, ...productType(call, product.type_id)?.shown?.(values) };
  return {
    id: product.id,
    sku: product.sku,
    name: name as string | undefined,
    attribute_set_id: product.attribute_set_id,
    price: price as number | undefined,
    status: status as number | undefined,
    visibility: visibility as number | undefined,
    type_id: product.type_id,
    created_at: product.created_at,
    updated_at: product.updated_at,
    weight: weight as number | undefined,
    extension_attributes: {
      website_ids: [...product.website_ids],
      category_links:
        product.category_places.length > 0
          ? product.category_places.map(({ category_id, position }) => ({ position, category_id: String(category_id) }))
          : undefined,
      ...extension,
    },
    product_links: fields.product_links ?? [],
    options: fields.options ?? [],
    media_gallery_entries: fields.media_gallery_entries ?? [],
    tier_prices: isWanted(wanted, 'tier_prices')
      ? presentTierPrices(call, product.tier_prices, Number(price ?? 0), product.store_id, metadata)
      : [],
    custom_attributes: isWanted(wanted, 'custom_attributes')
      ? presentAttributes(metadata.attributes, product, values)
      : [],
  };
}

function presentAttributes(
  attributes: EntityAttributes,
  product: StoredProduct,
  values: ProductValues,
): CustomAttribute[] {
  const shown: CustomAttribute[] = [];
  for (const attribute of shownAttributes(attributes, product.attribute_set_id)) {
    const { code } = attribute;
    if (computedAttributes.has(code)) shown.push({ attribute_code: code, value: computed(code, product) });
    else if (values[code] !== undefined && isFixedTax(attribute)) {
      shown.push({ attribute_code: code, value: presentFixedTaxes(values[code]) });
    } else if (values[code] !== undefined && values[code] !== '') {
      shown.push({ attribute_code: code, value: String(values[code]) });
    }
  }
  return shown;
}

/** Static attributes that are shown though they are kept elsewhere. */
const computedAttributes = new Set(['category_ids', 'has_options', 'required_options']);

function computed(code: string, product: StoredProduct): unknown {
  switch (code) {
    case 'category_ids':
      return product.category_places.map((place) => String(place.category_id));
    case 'has_options':
      return String(product.has_options);
    default:
      return String(product.required_options);
  }
}

/** What is shown of each set, worked out once for each state of the metadata. */
const shownBySet = new WeakMap<EntityAttributes, Map<number, readonly Attribute[]>>();

function shownAttributes(attributes: EntityAttributes, setId: number): readonly Attribute[] {
  let sets = shownBySet.get(attributes);
  if (!sets) shownBySet.set(attributes, (sets = new Map()));
  let shown = sets.get(setId);
  if (!shown) {
    shown = [...attributes.inSet(setId).values()].filter(
      (attribute) =>
        computedAttributes.has(attribute.code) || (isOwnValue(attribute) && !isColumnAttribute(attribute.code)),
    );
    sets.set(setId, shown);
  }
  return shown;
}
