import type { Session } from '../../session.ts';

/** Reads the attributes of a set; `isGlobal`: the attribute has one value in all store views, as far as the caller may read it. */
export async function readSetAttributes({ shop, may }: Session, attributeSetId: string, signal: AbortSignal) {
  const mayReadAll = may('Magento_Catalog::attributes_attributes');
  const [attributes, globals] = await Promise.all([
    shop.request('GET /V1/products/attribute-sets/:attributeSetId/attributes', { attributeSetId }, { signal }),
    // The attributes of a set have no scope in the interface.
    mayReadAll
      ? shop.productAttributes
          .list({ where: { is_global: 1 }, pageSize: 500 }, { signal, fields: 'items[attribute_code],total_count' })
          .all()
      : undefined,
  ]);
  const codes = globals && new Set(globals.map(({ attribute_code: code }) => code));
  return attributes.map((one) => Object.assign(one, { isGlobal: codes?.has(one.attribute_code) }));
}
