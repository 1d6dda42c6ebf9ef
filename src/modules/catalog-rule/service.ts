import type { SharedCache, SharedCaches } from '../../kernel/caches.ts';
import { loadActiveRules, type ActiveCatalogRule } from './active-rules.ts';

/** The service of catalog price rules, `call.services.catalogRule`. */
interface CatalogRuleService {
  /** The rules that apply now or later, in order of application. */
  readonly rules: SharedCache<readonly ActiveCatalogRule[]>;
}

declare module '../../kernel/merged-types.ts' {
  interface Services {
    catalogRule: CatalogRuleService;
  }
}

/** Creates the module's service. */
export function createCatalogRuleService(caches: SharedCaches): CatalogRuleService {
  return { rules: caches.define('catalog-rules', loadActiveRules) };
}
