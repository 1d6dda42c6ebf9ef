import type { Call } from '../../../kernel/call.ts';
import { isWanted, wantedIn, type WantedFields } from '../../../kernel/fields-filter.ts';
import type { CustomAttribute } from '../../../kernel/types.ts';
import type { Attribute, EntityAttributes } from '../../eav/service.ts';
import type { ShownFields } from './added-fields.ts';
import { isOwnValue } from './change.ts';
import type { ProductExtension } from './extensions.ts';
import { isFixedTax, presentFixedTaxes } from './fixed-taxes.ts';
import {
  columnValues,
  isColumnAttribute,
  type LoadedProduct,
  type ProductValues,
  type StoredProduct,
} from './product.ts';
import { productType } from './product-types.ts';
import type { ProductWishes } from './selection.ts';
import { presentTierPrices } from './tier-prices.ts';
import type { ProductOutput } from './types.ts';

/** The data that these fields of products need. Lists show fewer fields than a single product. */
export function wishesShown(
  call: Call,
  requestedFields: WantedFields,
  { inList }: { readonly inList: boolean },
): ProductWishes {
  const { productFields, productExtensions } = call.contributions;
  const wantedExtensions = wantedIn(requestedFields, 'extension_attributes');
  const isShown = ({ inLists, fields }: ProductExtension): boolean =>
    (inLists || !inList) && fields.some((name) => isWanted(wantedExtensions, name));
  return {
    fields: productFields.flatMap(({ name, field }) => (isWanted(requestedFields, field) ? [name] : [])),
    extensions: productExtensions.flatMap((extension) => (isShown(extension) ? [extension.name] : [])),
    places:
      isWanted(requestedFields, 'custom_attributes') ||
      isWanted(wantedExtensions, 'website_ids') ||
      isWanted(wantedExtensions, 'category_links'),
  };
}

/**
 * A product for a response, with the values of the store view for which it was read. Fields that were not selected or
 * not loaded may be missing.
 */
export function presentProduct(call: Call, loaded: LoadedProduct, requestedFields?: WantedFields): ProductOutput {
  const { product, values, metadata } = loaded;
  const { productFields, productExtensions } = call.contributions;
  const { name, status, visibility, price: ownPrice, weight: ownWeight } = columnValues(values);
  const { price = ownPrice, weight = ownWeight } = productType(call, product.type_id)?.displayValues?.(values) ?? {};
  const fields: ShownFields = { product_links: [], options: [], media_gallery_entries: [] };
  for (const field of productFields) Object.assign(fields, field.present(loaded));
  const extensionAttributes = {
    website_ids: [...product.website_ids],
    category_links:
      product.category_places.length > 0
        ? product.category_places.map(({ category_id, position }) => ({ position, category_id: String(category_id) }))
        : undefined,
  };
  for (const extension of productExtensions) Object.assign(extensionAttributes, extension.present?.(call, loaded));
  return {
    id: product.id,
    sku: product.sku,
    name,
    attribute_set_id: product.attribute_set_id,
    price,
    status,
    visibility,
    type_id: product.type_id,
    created_at: product.created_at,
    updated_at: product.updated_at,
    weight,
    extension_attributes: extensionAttributes,
    ...fields,
    tier_prices: isWanted(requestedFields, 'tier_prices')
      ? presentTierPrices(call, product.tier_prices, Number(price ?? 0), product.store_id, metadata)
      : [],
    custom_attributes: isWanted(requestedFields, 'custom_attributes')
      ? presentAttributes(metadata.attributes, product, values)
      : [],
  };
}

function presentAttributes(
  attributes: EntityAttributes,
  product: StoredProduct,
  values: ProductValues,
): CustomAttribute[] {
  const customAttributes: CustomAttribute[] = [];
  for (const { code, kind } of shownAttributes(attributes, product.attribute_set_id)) {
    if (kind === 'computed') {
      customAttributes.push({ attribute_code: code, value: computed(code, product) });
      continue;
    }
    const value = values[code];
    if (value === undefined || (kind === 'plain' && value === '')) continue;
    customAttributes.push({
      attribute_code: code,
      value: kind === 'fixed tax' ? presentFixedTaxes(value) : String(value),
    });
  }
  return customAttributes;
}

/** The source of a custom attribute's value, and how it is shown. */
type Kind = 'computed' | 'fixed tax' | 'plain';

/** Static attributes in responses although their values are stored elsewhere. */
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

interface ShownAttribute {
  readonly code: string;
  readonly kind: Kind;
}

/** The visible attributes of each set, computed once for each state of the metadata. */
const shownBySet = new WeakMap<EntityAttributes, Map<number, readonly ShownAttribute[]>>();

function shownAttributes(attributes: EntityAttributes, setId: number): readonly ShownAttribute[] {
  let sets = shownBySet.get(attributes);
  if (!sets) shownBySet.set(attributes, (sets = new Map()));
  let visibleAttributes = sets.get(setId);
  if (!visibleAttributes) {
    visibleAttributes = [...attributes.inSet(setId).values()].flatMap((attribute) => {
      const kind = kindOf(attribute);
      return kind ? [{ code: attribute.code, kind }] : [];
    });
    sets.set(setId, visibleAttributes);
  }
  return visibleAttributes;
}

function kindOf(attribute: Attribute): Kind | undefined {
  if (computedAttributes.has(attribute.code)) return 'computed';
  if (!isOwnValue(attribute) || isColumnAttribute(attribute.code)) return undefined;
  return isFixedTax(attribute) ? 'fixed tax' : 'plain';
}
