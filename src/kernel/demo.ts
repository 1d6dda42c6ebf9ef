import type { Call } from './call.ts';

/** Calls a route by its service and operation, with arguments as on the wire; returns the route's response, of type `R`. */
export type CallRoute = <R = unknown>(
  service: string,
  operation: string,
  input?: Readonly<Record<string, unknown>>,
) => Promise<R>;

/** The demo data so far, for modules that add theirs. */
export interface Demo {
  /** Products that visitors see, by SKU. */
  readonly productIds: ReadonlyMap<string, number>;
  /** Ids of the store views in English and in German. */
  readonly storeIds: { readonly english: number; readonly german: number };
  /** Customers by e-mail address. */
  readonly customerIds: ReadonlyMap<string, number>;
  /** Orders in every state. */
  readonly orderIds: readonly number[];
  readonly callRoute: CallRoute;
  /** A call with all permissions, for data that no route writes. */
  readonly call: Call;
}

/** Adds a module's own data to the demo; runs after catalogue, customers and orders. */
type DemoPart = (demo: Demo) => Promise<void>;

/** Prepares the shop for the demo; runs before the catalogue. */
type DemoBase = (call: Call) => Promise<void>;

declare module './merged-types.ts' {
  interface ContributionPoints {
    demoBases: DemoBase;
    demoParts: DemoPart;
  }
}
