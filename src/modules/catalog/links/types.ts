import * as t from '../../../kernel/types.ts';

/** A kind of links between products. */
export const ProductLinkType = t.object('catalog-data-product-link-type-interface', {
  code: t.integer,
  name: t.string,
  extension_attributes: t.optional(t.extension('catalog-data-product-link-type-extension-interface', {})),
});

/** An attribute that links of a kind have. */
export const ProductLinkAttribute = t.object('catalog-data-product-link-attribute-interface', {
  code: t.string,
  type: t.string,
  extension_attributes: t.optional(t.extension('catalog-data-product-link-attribute-extension-interface', {})),
});
