import type { CachedResults } from './layers/cached-results.ts';

declare module '../../kernel/merged-types.ts' {
  interface Services {
    cachedResults: CachedResults;
  }
}
