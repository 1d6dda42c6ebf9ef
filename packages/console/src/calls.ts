import type { RoutesByPath } from '../../client/declared/infer.ts';
import type { Routes } from '../../client/src/api.ts';
import { readOperation } from '../../client/src/operation.ts';
import { appendQuery } from '../../client/src/query.ts';
import { placeArguments } from '../../client/src/routing.ts';
import { createTransport, TokenKeeper } from '../../client/src/transport.ts';
import type { consoleRoutes } from '../../../src/faces/console-server/routes.ts';
import type { inspectorRoutes } from '../../../src/faces/inspector/console-routes.ts';
import type { mailConsoleRoutes } from '../../../src/platform/mail/console-routes.ts';
import type { catalogRuleConsoleRoutes } from '../../../src/modules/catalog-rule/console-routes.ts';
import type { companyConsoleRoutes } from '../../../src/modules/company/console/routes.ts';
import type { segmentConsoleRoutes } from '../../../src/modules/customer-segment/console-routes.ts';
import type { directoryConsoleRoutes } from '../../../src/modules/directory/console-routes.ts';
import type { ioEventConsoleRoutes } from '../../../src/modules/io-events/console-routes.ts';
import type { webhookConsoleRoutes } from '../../../src/modules/webhooks/console-routes.ts';
import type { migrationConsoleRoutes } from '../../../src/modules/migration/console/routes.ts';
import type { quoteConsoleRoutes } from '../../../src/modules/negotiable-quote/console/routes.ts';
import type { purchaseOrderConsoleRoutes } from '../../../src/modules/purchase-order/console/routes.ts';
import type { reviewConsoleRoutes } from '../../../src/modules/review/console-routes.ts';
import type { orderConsoleRoutes } from '../../../src/modules/sales/console/routes.ts';
import type { sharedCatalogConsoleRoutes } from '../../../src/modules/shared-catalog/console/routes.ts';

type Declared = RoutesByPath<
  readonly [
    { readonly name: 'Console'; readonly routes: typeof consoleRoutes },
    { readonly name: 'Inspector'; readonly routes: typeof inspectorRoutes },
    { readonly name: 'Email'; readonly routes: typeof mailConsoleRoutes },
    { readonly name: 'AdobeIoEventsClient'; readonly routes: typeof ioEventConsoleRoutes },
    { readonly name: 'AdobeCommerceWebhooks'; readonly routes: typeof webhookConsoleRoutes },
    { readonly name: 'CatalogRule'; readonly routes: typeof catalogRuleConsoleRoutes },
    { readonly name: 'Company'; readonly routes: typeof companyConsoleRoutes },
    { readonly name: 'CustomerSegment'; readonly routes: typeof segmentConsoleRoutes },
    { readonly name: 'Directory'; readonly routes: typeof directoryConsoleRoutes },
    { readonly name: 'Migration'; readonly routes: typeof migrationConsoleRoutes },
    { readonly name: 'NegotiableQuote'; readonly routes: typeof quoteConsoleRoutes },
    { readonly name: 'PurchaseOrder'; readonly routes: typeof purchaseOrderConsoleRoutes },
    { readonly name: 'Review'; readonly routes: typeof reviewConsoleRoutes },
    { readonly name: 'Sales'; readonly routes: typeof orderConsoleRoutes },
    { readonly name: 'SharedCatalog'; readonly routes: typeof sharedCatalogConsoleRoutes },
  ]
>;
type SentOf<O> = O extends { readonly arguments: infer S } ? S : never;
type AnswerOf<O> = O extends { readonly answer: infer A } ? A : never;

/** Who is signed in. */
export type Me = AnswerOf<Declared['GET /_/console/me']>;
/** The answer of a call, by method and path. */
export type Answer<R extends keyof Declared> = AnswerOf<Declared[R]>;

/** Calls a route of the console by method and path. Throws `SoukError` where it is refused. */
export type ConsoleCalls = <R extends keyof Declared & string>(
  route: R,
  sent?: SentOf<Declared[R]>,
  options?: { readonly signal?: AbortSignal },
) => Promise<AnswerOf<Declared[R]>>;

/** A route of the interface or of the console, by method and path. */
export type RouteName = (keyof Routes | keyof Declared) & string;

/** Calls any route by method and path, such as one of a module. Throws `SoukError` where it is refused. */
export type RouteCall = <T = unknown>(
  route: string,
  sent?: Readonly<Record<string, unknown>>,
  options?: { readonly signal?: AbortSignal },
) => Promise<T>;

/** The header of the console's own calls: the session of the browser signs them, and the recorder and the error groups leave them out. */
export const sessionHeaders = { 'x-souk-console': '1' } as const;

/** Makes the calls of the session of the browser, or those of the caller of an access token. */
export function routeCalls(token?: string): RouteCall {
  const headers = token === undefined ? sessionHeaders : {};
  // People retry by hand.
  const { send } = createTransport({ baseUrl: location.origin, retries: 0, headers }, new TokenKeeper(token));
  return async (route, sent = {}, { signal } = {}) => {
    const { body } = await send({ ...requestTo(route, sent), operation: route }, { signal });
    return body as never;
  };
}

/** A request as it stands on the wire. */
export interface WireRequest {
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  /** The JSON body; undefined: none. */
  readonly body?: unknown;
}

/** The request that calls a route; one of the interface has the values of a store view, by default of all. */
export function requestTo(route: string, sent: Readonly<Record<string, unknown>>, store = 'all'): WireRequest {
  const operation = readOperation(route);
  const { method, hasBody } = operation;
  const { path, rest } = placeArguments(operation, sent);
  const search = new URLSearchParams();
  // Omits empty filters.
  const asked = hasBody ? [] : Object.entries(rest).filter(([, value]) => value !== '');
  for (const [name, value] of asked) appendQuery(search, name, value);
  const address = path.startsWith('/V1/') ? `/rest/${store}${path}` : path;
  return { method, url: search.size > 0 ? `${address}?${search}` : address, ...(hasBody && { body: rest }) };
}

/** As `routeCalls`, for the routes of the console. */
export function consoleCalls(token?: string): ConsoleCalls {
  return routeCalls(token);
}
