import type { SharedCache, SharedCaches } from '../../kernel/caches.ts';
import { appliedRuleIds, loadActiveRules, type ActiveCatalogRule } from './active-rules.ts';
import { requireRule } from './rows.ts';

/** The service of catalog price rules, `call.services.catalogRule`. */
interface CatalogRuleService {
  /** The rules that apply now or later, in order of application. */
  readonly rules: SharedCache<readonly ActiveCatalogRule[]>;
  readonly appliedRuleIds: typeof appliedRuleIds;
  /** A stored rule, active or not. Throws 404. */
  readonly requireRule: typeof requireRule;
}

declare module '../../kernel/merged-types.ts' {
  interface Services {
    catalogRule: CatalogRuleService;
  }
}

/** Creates the module's service. */
export function createCatalogRuleService(caches: SharedCaches): CatalogRuleService {
  return { rules: caches.define('catalog-rules', loadActiveRules), appliedRuleIds, requireRule };
}
