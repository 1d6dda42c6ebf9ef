import type { Call } from '../../../kernel/call.ts';
import type { Out } from '../../../kernel/types.ts';
import type { SqlTruth } from '../../../storage/criteria/sql.ts';
import type { Composition } from './compositions.ts';
import type { ProductValues, StoredProduct } from './product.ts';
import type { ProductType } from './types.ts';

/** A component that a choice offers. */
export interface ChoiceOffer {
  /** Id of the row of the component. */
  readonly row: number;
  readonly componentId: number;
  /** Units of the component. */
  readonly qty: number;
  /** Price that a piece adds to a product with a price of its own: an amount, or a percentage of that price. */
  readonly price: number;
  readonly isPercent: boolean;
}

/** A choice of a product's buyers; the prices of all choices add up. */
export interface ProductChoice {
  readonly isRequired: boolean;
  /** Whether buyers may take several of the offers at once. */
  readonly isMultiple: boolean;
  readonly offers: readonly ChoiceOffer[];
}

/** The lowest and highest price that buyers of a product may choose, in the base currency. */
export interface PriceSpan {
  readonly least: number;
  readonly most: number;
}

/** A product type; each module contributes its own. */
export interface ProductTypeRules {
  readonly name: string;
  /** Its name for people, as in the interface. */
  readonly label: string;
  /** Name of the type of its products in the GraphQL schema; absent: that of simple products. */
  readonly schemaName?: string;
  /** Place in the list of types. */
  readonly sortOrder: number;
  /**
   * Codes of attributes that only some types have (`apply_to`), this one among them. Installing the type adds it to these
   * attributes; administrators may change that later. Types of the first installation are there from the start.
   */
  readonly attributes?: readonly string[];
  /** Whether its products have components; such a product cannot be a component itself. */
  readonly isComposite: boolean;
  /** Price and weight in responses, if they are not the product's own values; `values`: those of the store view. */
  readonly displayValues?: (values: ProductValues) => { readonly price?: number; readonly weight?: number };
  /** Whether product `p` has data that only products of this type can have, and that would be lost with another type. */
  readonly ownData?: SqlTruth;
  /** For composite types: where their components are stored, and which of them a product needs to be sold. */
  readonly composition?: Composition;
  /**
   * For composite types whose buyers make choices, and whose special and tier prices are percentages: the choices by product id,
   * with all their components. One query.
   */
  readonly choices?: (
    call: Call,
    productIds: readonly number[],
  ) => Promise<ReadonlyMap<number, readonly ProductChoice[]>>;
  /**
   * For types without components whose buyers choose the price: the lowest and highest price by product id, in the store view for
   * which the products were read. One query.
   */
  readonly chosenPrices?: (call: Call, products: readonly StoredProduct[]) => Promise<ReadonlyMap<number, PriceSpan>>;
}

declare module '../../../kernel/merged-types.ts' {
  interface ContributionPoints {
    productTypes: ProductTypeRules;
  }
}

/** The types that belong to the catalogue itself. */
export const ownProductTypes: readonly ProductTypeRules[] = [
  { name: 'simple', label: 'Simple Product', schemaName: 'SimpleProduct', sortOrder: 10, isComposite: false },
  { name: 'virtual', label: 'Virtual Product', schemaName: 'VirtualProduct', sortOrder: 20, isComposite: false },
];

/** The rules of a type; undefined for one that no module has, which the interface accepts nevertheless. */
export function productType(call: Call, name: string): ProductTypeRules | undefined {
  return call.contributions.productTypes.find((type) => type.name === name);
}

/** Every type in order. */
export function listProductTypes(call: Call): Out<typeof ProductType>[] {
  return call.contributions.productTypes
    .toSorted((a, b) => a.sortOrder - b.sortOrder)
    .map(({ name, label }) => ({ name, label }));
}

/** The composite types. */
export function compositeTypes(call: Call): string[] {
  return call.contributions.productTypes.flatMap(({ name, isComposite }) => (isComposite ? [name] : []));
}
