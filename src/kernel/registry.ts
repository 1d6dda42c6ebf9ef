import type { Contributions } from './call.ts';
import type { AnyRoute, ForcedValues } from './route.ts';
import type { Type } from './types.ts';

/** Edition of the interface. */
export type Edition = 'commercial' | 'open';

/** A route with its derived names. */
export interface RegisteredRoute {
  readonly route: AnyRoute;
  /** Module of the interface, such as `Catalog`. */
  readonly module: string;
  /** `Magento\Catalog\Api\ProductRepositoryInterface` */
  readonly serviceClass: string;
  /** Message queue topic of the asynchronous form; undefined for routes without one. */
  readonly topic: string | undefined;
  /** Path after `/async/bulk`, with `:sku` as `bySku`; undefined for routes without an asynchronous form. */
  readonly bulkPath: string | undefined;
  /** Type of each path parameter, in order. */
  readonly parameters: readonly { readonly name: string; readonly type: Type; readonly override: boolean }[];
}

/** The routes of a composition, with their lookup. */
export interface Registry {
  readonly edition: Edition;
  readonly release: string;
  readonly routes: readonly RegisteredRoute[];
  /** Routes by topic, for the consumer. */
  readonly byTopic: ReadonlyMap<string, RegisteredRoute>;
  readonly contributions: Contributions;
  /** The name of the module of each contribution. */
  readonly contributors: ReadonlyMap<unknown, string>;
  /** The values that the server sets in calls, declared by modules. */
  readonly forced: Partial<ForcedValues>;
}
