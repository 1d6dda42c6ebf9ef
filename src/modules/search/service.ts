import type { CachedResults } from './layers/cached-results.ts';

declare module '../../kernel/call.ts' {
  interface Services {
    cachedResults: CachedResults;
  }
}
