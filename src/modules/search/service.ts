import type { KeptLayers } from './layers/kept-layers.ts';

declare module '../../kernel/call.ts' {
  interface Services {
    keptLayers: KeptLayers;
  }
}
