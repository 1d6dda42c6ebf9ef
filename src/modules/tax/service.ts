import type { SharedCache, SharedCaches } from '../../kernel/caches.ts';
import { firstOf } from '../../kernel/lists.ts';
import { Memo } from '../../storage/memo.ts';
import { taxFinder, type FindAllTaxes, type FindTaxes, type TaxRows } from './applied/tax-finder.ts';
import { deleteRate, rateByCode, ratesAfter, saveRate, titlesOf } from './rates/rates.ts';
import { loadClasses, type TaxClasses } from './classes/classes.ts';

export type { AppliedTax } from './applied/apply-rates.ts';
export type { AppliedTaxes, TaxRequest } from './applied/tax-finder.ts';

/** Tax classes, and the taxes that are due. */
interface TaxService {
  /** All classes by id, in order of ids. */
  readonly classCache: SharedCache<TaxClasses>;
  /** The taxes due at an address, for a class of customers and each of many classes of products. */
  readonly appliedTaxes: FindTaxes;
  /** As `appliedTaxes`, for many at once: two queries at most. */
  readonly appliedTaxesOf: FindAllTaxes;
  /** Cached rates by place and classes; every change of rates and rules must invalidate it. */
  readonly rateCache: SharedCache<Memo<TaxRows>>;
  /** The rate with a code; undefined for an unknown one. */
  readonly rateByCode: typeof rateByCode;
  /** Rates in order of ids, in pages. */
  readonly ratesAfter: typeof ratesAfter;
  readonly titlesOf: typeof titlesOf;
  /** Creates or replaces a rate, and deletes one; within a transaction. */
  readonly saveRate: typeof saveRate;
  readonly deleteRate: typeof deleteRate;
}

declare module '../../kernel/merged-types.ts' {
  interface Services {
    tax: TaxService;
  }
}

/** Creates the module's service. */
export function createTaxService(caches: SharedCaches): TaxService {
  const rateCache = caches.define('tax-rates', () => Promise.resolve(new Memo<TaxRows>()));
  const appliedTaxesOf = taxFinder(rateCache);
  return {
    classCache: caches.define('tax-classes', loadClasses),
    rateCache,
    rateByCode,
    ratesAfter,
    titlesOf,
    saveRate,
    deleteRate,
    appliedTaxesOf,
    appliedTaxes: async (call, request) => firstOf(await appliedTaxesOf(call, [request])),
  };
}
