import type { Call } from '../../kernel/call.ts';
import type { ProductSource } from '../catalog/graphql/types.ts';
import type { ListedOption } from '../eav/service.ts';

/** A product that is a value of an option. */
interface ViewPart {
  readonly product: ProductSource;
  readonly quantity: number;
  readonly isDefault: boolean;
  readonly canEditQuantity: boolean;
}

/** A value of an option of a composite product. */
export interface ViewValue {
  /** The uid by which carts take it. */
  readonly id: string;
  readonly title: string;
  readonly inStock: boolean;
  readonly swatch?: ListedOption['swatch'];
  readonly part?: ViewPart;
}

/** An option of a composite product. */
export interface ViewOption {
  readonly id: string;
  readonly title: string;
  readonly required: boolean;
  /** Whether a buyer may choose several values. */
  readonly multi: boolean;
  readonly values: readonly ViewValue[];
}

/** A product that a buyer gets by choosing values. */
export interface ViewVariant {
  readonly product: ProductSource;
  /** Ids of the values, one of each option. */
  readonly selections: readonly string[];
}

/** The options of a composite product, and the products that they lead to. */
export interface ViewChoices {
  readonly options: readonly ViewOption[];
  /** Absent where the values of options do not lead to one product each. */
  readonly variants?: readonly ViewVariant[];
}

/** How buyers choose within the products of a type. */
interface ViewChoicesOfType {
  readonly type: string;
  /** The choices of a product. Requests of the same tick are read together. */
  of(call: Call, source: ProductSource): Promise<ViewChoices>;
}

/** An attribute of product views that describes how products of a type are bought, such as the fields that buyers fill in. */
interface ViewAttributeOfType {
  readonly type: string;
  /** Storefronts of the reference know it by this name. */
  readonly name: string;
  /** Its label, and a value that is written as JSON. Requests of the same tick are read together. */
  of(call: Call, source: ProductSource): Promise<{ readonly label: string; readonly value: object }>;
}

declare module '../../kernel/merged-types.ts' {
  interface ContributionPoints {
    viewAttributes: ViewAttributeOfType;
    viewChoices: ViewChoicesOfType;
  }
}
