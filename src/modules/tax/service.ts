import type { SharedCache, SharedCaches } from '../../kernel/module.ts';
import { appliedTaxes } from './applied/match.ts';
import { loadClasses, type TaxClasses } from './classes/classes.ts';

export type { AppliedRate, AppliedTax } from './applied/applied.ts';
export type { TaxRequest } from './applied/match.ts';
export type { TaxClass, TaxClasses } from './classes/classes.ts';

/** Tax classes, and the taxes that are due. */
export interface TaxService {
  /** All classes by id, in order of ids. */
  readonly classCache: SharedCache<TaxClasses>;
  /** The taxes due at an address, for a class of customers and each of many classes of products. */
  readonly appliedTaxes: typeof appliedTaxes;
}

declare module '../../kernel/call.ts' {
  interface Services {
    tax: TaxService;
  }
}

/** Makes the module's service. */
export function createTaxService(caches: SharedCaches): TaxService {
  return { classCache: caches.define('tax-classes', loadClasses), appliedTaxes };
}
