import type { KeptResults } from './layers/kept-results.ts';

declare module '../../kernel/call.ts' {
  interface Services {
    keptResults: KeptResults;
  }
}
