/** A kind of links between products, with the number that the interface gives it. */
export interface LinkType {
  readonly code: number;
  readonly name: string;
}

/** All kinds, in the order in which products show them. */
export const linkTypes: readonly LinkType[] = [
  { code: 1, name: 'related' },
  { code: 5, name: 'crosssell' },
  { code: 4, name: 'upsell' },
  { code: 3, name: 'associated' },
];

/** The kind of links that makes the parts of a grouped product. */
export const ASSOCIATED = 3;

/** A link as it is stored, with what identifies the product it leads to. */
export interface StoredLink {
  readonly product_id: number;
  readonly link_type_id: number;
  readonly linked_product_id: number;
  readonly linked_product_sku: string;
  readonly linked_product_type: string;
  readonly position: number;
  /** How many pieces a grouped product has by default; null for other kinds. */
  readonly qty: number | null;
}

declare module '../products/added-fields.ts' {
  interface ProductFields {
    /** The links of the product to others, in the order in which it shows them. */
    links?: readonly StoredLink[];
  }
}

export function linkTypeNamed(name: string | null | undefined): LinkType | undefined {
  return linkTypes.find((type) => type.name === name);
}

/** What links of a kind tell beside their products. */
export function linkAttributes(name: string): { code: string; type: string }[] {
  const type = linkTypeNamed(name);
  if (!type) return [];
  const position = { code: 'position', type: 'int' };
  return type.code === ASSOCIATED ? [position, { code: 'qty', type: 'decimal' }] : [position];
}
