import type { ProductRecord } from './product.tsx';

/** The properties of a tab of a product. */
export interface ProductTabProperties {
  /** The product with the values of the scope. */
  readonly product: ProductRecord;
  /** The code of the store view of which the values are; `all`: of all of them. */
  readonly store: string;
  /** Reads the product again after a change, and reports it; unsaved input of the tab stays. */
  readonly changed: (text: string) => void;
  /** Reads the product again after the input of the tab was saved, and reports it. */
  readonly saved: (text: string) => void;
}
