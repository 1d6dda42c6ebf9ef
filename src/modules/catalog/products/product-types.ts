import type { Call } from '../../../kernel/call.ts';
import type { Out } from '../../../kernel/types.ts';
import type { SqlTruth } from '../../../search/sql.ts';
import type { Composition } from './compositions.ts';
import type { ProductValues, StoredProduct } from './product.ts';
import type { ProductType } from './types.ts';

/** A component that a choice offers. */
export interface Offer {
  readonly componentId: number;
  /** How many pieces of the component. */
  readonly qty: number;
  /** What one piece adds to a whole that has a price of its own; a percentage of that price where so said. */
  readonly price: number;
  readonly isPercent: boolean;
}

/** One of the choices that buyers of a product make; what they choose adds up to its price. */
export interface Choice {
  readonly isRequired: boolean;
  readonly offers: readonly Offer[];
}

/** The prices of a product that buyers choose among, in the base currency. */
export interface PriceSpan {
  readonly least: number;
  readonly most: number;
}

/** A type that products can be of; each module contributes its own. */
export interface ProductTypeRules {
  readonly name: string;
  /** As the interface names it to people. */
  readonly label: string;
  /** Place in the list of types. */
  readonly sortOrder: number;
  /**
   * Codes of the attributes that products of the type have among those that only some types have (`apply_to`). The type joins
   * them when it is installed; who manages the catalogue may change that later. Types of the first installation are there.
   */
  readonly attributes?: readonly string[];
  /** Whether it is made of other products; such a product cannot be a component of another one. */
  readonly isComposite: boolean;
  /** Price and weight as answers show them, where they are not the product's own values; `values`: those of the store view. */
  readonly shown?: (values: ProductValues) => { readonly price?: number; readonly weight?: number };
  /** That the product `p` has something that only products of the type can have, and another type would lose. */
  readonly ownData?: SqlTruth;
  /** For composite types: where their components are kept, and which of them a product needs to be sold. */
  readonly composition?: Composition;
  /** For composite types: lists of component ids by product id, of which buyers choose. Disabled components are left out. One query. */
  readonly components?: (
    call: Call,
    productIds: readonly number[],
  ) => Promise<ReadonlyMap<number, readonly (readonly number[])[]>>;
  /**
   * For types that buyers put together, and whose special and tier prices are percentages: their choices by product id.
   * Disabled components are left out. One query.
   */
  readonly choices?: (call: Call, productIds: readonly number[]) => Promise<ReadonlyMap<number, readonly Choice[]>>;
  /**
   * For types without components whose buyers choose what a product costs: from what to what that is, as the store view has it that
   * the products were read for; by product id. One query.
   */
  readonly chosenPrices?: (call: Call, products: readonly StoredProduct[]) => Promise<ReadonlyMap<number, PriceSpan>>;
}

declare module '../../../kernel/call.ts' {
  interface ContributionPoints {
    productTypes: ProductTypeRules;
  }
}

/** The types that need no other module. */
export const ownProductTypes: readonly ProductTypeRules[] = [
  { name: 'simple', label: 'Simple Product', sortOrder: 10, isComposite: false },
  { name: 'virtual', label: 'Virtual Product', sortOrder: 20, isComposite: false },
];

/** The rules of a type; undefined for one that no module knows, which the interface takes all the same. */
export function productType(call: Call, name: string): ProductTypeRules | undefined {
  return call.contributions.productTypes.find((type) => type.name === name);
}

/** Every type in order. */
export function listProductTypes(call: Call): Out<typeof ProductType>[] {
  return call.contributions.productTypes
    .toSorted((a, b) => a.sortOrder - b.sortOrder)
    .map(({ name, label }) => ({ name, label }));
}

/** Types whose products are made of others. */
export function compositeTypes(call: Call): string[] {
  return call.contributions.productTypes.flatMap(({ name, isComposite }) => (isComposite ? [name] : []));
}
