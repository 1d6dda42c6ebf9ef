import type { SharedCache, SharedCaches } from '../../kernel/caches.ts';
import { loadFees, type CustomFee } from './fees.ts';

/** The service of fees, as `call.services.customFees`. */
interface CustomFeesService {
  /** Every fee, from memory, in order of codes. */
  readonly fees: SharedCache<readonly CustomFee[]>;
}

declare module '../../kernel/merged-types.ts' {
  interface Services {
    customFees: CustomFeesService;
  }
}

/** Creates the module's service. */
export function createCustomFeesService(caches: SharedCaches): CustomFeesService {
  return { fees: caches.define('custom-fees', loadFees) };
}
