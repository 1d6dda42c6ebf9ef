import { valueAt } from '../../../kernel/lookup.ts';

/** A kind of links between products, with the interface's number. */
export interface LinkType {
  readonly code: number;
  readonly name: string;
}

/** All kinds, in the order of responses. */
export const linkTypes = [
  { code: 1, name: 'related' },
  { code: 5, name: 'crosssell' },
  { code: 4, name: 'upsell' },
  { code: 3, name: 'associated' },
] as const satisfies readonly LinkType[];

const nameOf: ReadonlyMap<number, string> = new Map(linkTypes.map(({ code, name }) => [code, name]));
const codeOf = new Map(linkTypes.map(({ code, name }) => [name, code]));

/** The name of a stored kind. */
export function linkTypeName(code: number): string {
  return valueAt(nameOf, code);
}

/** The number of a kind. */
export function linkTypeCode(name: (typeof linkTypes)[number]['name']): number {
  return valueAt(codeOf, name);
}

/** The kind of links from a grouped product to its products. */
export const ASSOCIATED = 3;

/** A link as it is stored, with the identity of the linked product. */
export interface StoredLink {
  readonly product_id: number;
  readonly link_type_id: number;
  readonly linked_product_id: number;
  readonly linked_product_sku: string;
  readonly linked_product_type: string;
  readonly position: number;
  /** Default quantity in a grouped product; null for other kinds. */
  readonly qty: number | null;
}

declare module '../products/added-fields.ts' {
  interface ProductFields {
    /** The links from the product, in the order of responses. */
    links?: readonly StoredLink[];
  }
}

/** The kind of links with a name; undefined for an unknown one. */
export function linkTypeNamed(name: string | null | undefined): LinkType | undefined {
  return linkTypes.find((type) => type.name === name);
}

/** The attributes that links of a kind have. */
export function linkAttributes(name: string): { code: string; type: string }[] {
  const type = linkTypeNamed(name);
  if (!type) return [];
  const position = { code: 'position', type: 'int' };
  return type.code === ASSOCIATED ? [position, { code: 'qty', type: 'decimal' }] : [position];
}
