import type { Call } from '../../../kernel/call.ts';
import type { PlatformError } from '../../../kernel/errors.ts';
import { toWire } from '../../../kernel/money.ts';
import type { In } from '../../../kernel/types.ts';
import type { ProductHead } from '../products/extensions.ts';
import { foldSku } from '../products/load.ts';
import { productType } from '../products/product-types.ts';
import type { ProductLink } from '../products/types.ts';
import { linkErrors } from './errors.ts';
import { ASSOCIATED, linkTypeNamed, type LinkType, type StoredLink } from './link.ts';
import { findHeads } from './rows.ts';

type LinkInput = In<typeof ProductLink>;

/** The kind of links with a name. Throws 404 for an unknown one. */
export function requireLinkType(name: string | null | undefined): LinkType {
  const type = linkTypeNamed(name);
  if (!type) throw linkErrors.typeNotFound([name ?? '']);
  return type;
}

/**
 * The links of the input, with their products, which are read in one query; of two links to the same product the later
 * one wins. Throws 404 for an unknown kind, `missing` for an unknown product, and 400 for a link to itself and for a
 * component that has components.
 */
export async function readLinks(
  call: Call,
  product: ProductHead,
  linkInputs: readonly LinkInput[],
  missing: (sku: string) => PlatformError,
): Promise<StoredLink[]> {
  const typed = linkInputs.map((input) => ({ input, type: requireLinkType(input.link_type) }));
  const heads = await findHeads(
    call,
    linkInputs.map((link) => link.linked_product_sku ?? ''),
  );
  const links = new Map<string, StoredLink>();
  for (const { input, type } of typed) {
    const sku = input.linked_product_sku ?? '';
    const linked = heads.get(foldSku(sku));
    if (!linked) throw missing(sku);
    if (linked.id === product.id) throw linkErrors.invalidLinks();
    if (type.code === ASSOCIATED && productType(call, linked.type_id)?.isComposite) throw linkErrors.invalidLinks();
    links.set(`${type.code}:${linked.id}`, {
      product_id: product.id,
      link_type_id: type.code,
      linked_product_id: linked.id,
      linked_product_sku: linked.sku,
      linked_product_type: linked.type_id,
      position: input.position ?? 0,
      qty: type.code === ASSOCIATED ? toWire(input.extension_attributes?.qty ?? 0) : null,
    });
  }
  return [...links.values()];
}
