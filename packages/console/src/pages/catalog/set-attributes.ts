import type { Session } from '../../session.ts';

/** Members of an attribute that only the list of all attributes has, not that of a set. */
const FIELDS = 'attribute_code,scope,apply_to,is_visible';

/**
 * Reads the attributes of a set. As far as the caller may read all attributes, with `isGlobal`: the attribute has one value in all store
 * views; `apply_to`: the types of products that have it, and `isVisible`: merchants change it.
 */
export async function readSetAttributes({ shop, may }: Session, attributeSetId: string, signal: AbortSignal) {
  const [attributes, all] = await Promise.all([
    shop.request('GET /V1/products/attribute-sets/:attributeSetId/attributes', { attributeSetId }, { signal }),
    may('Magento_Catalog::attributes_attributes')
      ? shop.productAttributes.list({ pageSize: 500 }, { signal, fields: `items[${FIELDS}],total_count` }).all()
      : undefined,
  ]);
  const declared = all && new Map(all.map((one) => [one.attribute_code, one]));
  return attributes.map((one) => {
    const found = declared?.get(one.attribute_code);
    return Object.assign(one, {
      isGlobal: declared && found?.scope === 'global',
      isVisible: found?.is_visible !== false,
      apply_to: found?.apply_to ?? one.apply_to,
    });
  });
}
