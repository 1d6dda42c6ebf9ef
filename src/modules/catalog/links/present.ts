import type { Out } from '../../../kernel/types.ts';
import type { ProductLink } from '../products/types.ts';
import { ASSOCIATED, linkTypeName, type StoredLink } from './link.ts';

/** A link of the product with a SKU, for an answer. */
export function presentLink(link: StoredLink, sku: string): Out<typeof ProductLink> {
  return {
    sku,
    link_type: linkTypeName(link.link_type_id),
    linked_product_sku: link.linked_product_sku,
    linked_product_type: link.linked_product_type,
    position: link.position,
    extension_attributes: link.link_type_id === ASSOCIATED ? { qty: link.qty ?? 0 } : undefined,
  };
}
