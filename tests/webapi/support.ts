import { pino } from 'pino';
import type { FastifyInstance } from 'fastify';
import type { Call, Caller, Scope } from '../../src/kernel/call.ts';
import { guest } from '../../src/kernel/call.ts';
import { module, type ModuleManifest } from '../../src/kernel/module.ts';
import type { Platform, Settings } from '../../src/kernel/platform.ts';
import { buildRegistry } from '../../src/kernel/register.ts';
import { acl, anonymous, route, self, type AnyRoute, type ForcedValues } from '../../src/kernel/route.ts';
import * as t from '../../src/kernel/types.ts';
import type { Acceptance } from '../../src/platform/operation-queue/accept.ts';
import type { WebApiDependencies } from '../../src/faces/webapi/dependencies.ts';
import { createWebApi } from '../../src/faces/webapi/app.ts';
import { readerOf } from '../support/configuration.ts';

/** A platform without database or modules: routes that show what reached them, a clock of calls, settings as given. */

const Stock = t.object('catalog-inventory-data-stock-item-interface', {
  qty: t.number,
  is_in_stock: t.boolean,
});
const ProductExtensionAttributes = t.extension('catalog-data-product-extension-interface', {
  website_ids: t.optional(t.array(t.integer)),
  stock_item: t.optional(Stock),
});
const TierPrice = t.object('catalog-data-product-tier-price-interface', {
  customer_group_id: t.integer,
  qty: t.number,
  value: t.number,
});
const Option = t.object('catalog-data-product-custom-option-interface', { title: t.string });
export const Product = t.object('catalog-data-product-interface', {
  id: t.optional(t.integer),
  sku: t.string,
  name: t.optional(t.string),
  attribute_set_id: t.optional(t.integer),
  price: t.optional(t.number),
  status: t.optional(t.integer),
  type_id: t.optional(t.string),
  extension_attributes: t.optional(ProductExtensionAttributes),
  options: t.optional(t.array(Option)),
  tier_prices: t.optional(t.array(TierPrice)),
  custom_attributes: t.optional(t.customAttributes('catalog_product')),
});
const Region = t.object('customer-data-region-interface', { region: t.string });
const Address = t.object('customer-data-address-interface', {
  region: t.optional(Region),
  street: t.optional(t.array(t.string)),
});
const Customer = t.object('customer-data-customer-interface', {
  id: t.optional(t.integer),
  email: t.string,
  addresses: t.optional(t.array(Address)),
});
const Criteria = t.object('framework-search-criteria-interface', {
  page_size: t.optional(t.integer),
  filter_groups: t.array(
    t.object('framework-search-filter-group', {
      filters: t.optional(t.array(t.object('framework-filter', { field: t.string, value: t.string }))),
    }),
  ),
});
const Page = t.object('catalog-data-product-search-results-interface', {
  items: t.array(Product),
  search_criteria: Criteria,
  total_count: t.integer,
});

/** What handlers have been called with, newest last. */
export const calls: { operation: string; input: unknown; inTransaction: boolean; scope: Scope }[] = [];

function seen(operation: string, input: unknown, call: Call): void {
  calls.push({ operation, input, inTransaction: call.inTransaction, scope: call.scope });
}

const service = 'catalogProductRepositoryV1';
const summary = 'For tests.';
const routes: readonly AnyRoute[] = [
  route({
    method: 'GET',
    path: '/V1/products/:sku',
    service,
    operation: 'get',
    summary,
    access: acl('Magento_Catalog::products'),
    input: { sku: t.string, storeId: t.optional(t.integer) },
    output: Product,
    handle: (input, call) => {
      seen('get', input, call);
      return { sku: input.sku, name: null, custom_attributes: [], extension_attributes: {} };
    },
  }),
  route({
    method: 'GET',
    path: '/V1/products',
    service,
    operation: 'getList',
    summary,
    access: acl('Magento_Catalog::products'),
    input: { searchCriteria: Criteria },
    output: Page,
    handle: (input, call) => {
      seen('getList', input, call);
      const size = input.searchCriteria.page_size ?? 2;
      const items = Array.from({ length: size }, (_, i) => ({ sku: `p${i}`, name: 'P' }));
      return { items, search_criteria: { filter_groups: [] }, total_count: size };
    },
  }),
  ...(['POST', 'PUT'] as const).map((method) =>
    route({
      method,
      path: method === 'POST' ? '/V1/products' : '/V1/products/:sku',
      service,
      operation: 'save',
      summary,
      access: acl('Magento_Catalog::products'),
      input: { product: Product, saveOptions: t.optional(t.boolean) },
      overrides: method === 'PUT' ? { sku: t.string } : {},
      output: Product,
      handle: (input, call) => {
        seen('save', input, call);
        return input.product as never;
      },
    }),
  ),
  route({
    method: 'DELETE',
    path: '/V1/products/:sku',
    service,
    operation: 'deleteById',
    summary,
    access: acl('Magento_Catalog::products'),
    input: { sku: t.string },
    output: t.boolean,
    handle: (input, call) => {
      seen('deleteById', input, call);
      return true;
    },
  }),
  route({
    method: 'GET',
    path: '/V1/products/:sku/media',
    service,
    operation: 'media',
    summary,
    access: anonymous,
    input: { sku: t.string },
    output: t.array(t.string),
    handle: ({ sku }) => [sku],
  }),
  route({
    method: 'GET',
    path: '/V1/products/attributes/:code',
    service,
    operation: 'attribute',
    summary,
    access: anonymous,
    input: { code: t.string },
    output: t.string,
    handle: ({ code }) => code,
  }),
  route({
    method: 'GET',
    path: '/V1/products/types',
    service,
    operation: 'types',
    summary,
    access: anonymous,
    input: {},
    output: t.array(t.object('types', { name: t.string, label: t.string, extra: t.optional(t.string) })),
    handle: () => [{ name: 'simple', label: 'Simple', unknown: 1 } as never],
  }),
  route({
    method: 'POST',
    path: '/V1/customers/isEmailAvailable',
    service,
    operation: 'isEmailAvailable',
    summary,
    access: anonymous,
    input: { customerEmail: t.string, websiteId: t.optional(t.integer) },
    output: t.boolean,
    handle: (input, call) => {
      seen('isEmailAvailable', input, call);
      return true;
    },
  }),
  route({
    method: 'POST',
    path: '/V1/customers',
    service,
    operation: 'createAccount',
    summary,
    access: anonymous,
    input: { customer: Customer, password: t.optional(t.string) },
    output: t.nothing,
    transaction: false,
    handle: (input, call) => seen('createAccount', input, call),
  }),
  route({
    method: 'POST',
    path: '/V1/integration/customer/token',
    service,
    operation: 'token',
    summary,
    access: anonymous,
    input: { username: t.string, password: t.string },
    output: t.string,
    asynchronous: false,
    handle: () => 'token',
  }),
  route({
    method: 'PUT',
    path: '/V1/customers/me',
    service,
    operation: 'saveMe',
    summary,
    access: self,
    input: { customer: Customer, cartId: t.integer },
    forced: { 'customer.id': 'customer_id', cartId: 'cart_id' },
    output: t.boolean,
    handle: (input, call) => {
      seen('saveMe', input, call);
      return true;
    },
  }),
  route({
    method: 'POST',
    path: '/V1/coupons/deleteByIds',
    service,
    operation: 'deleteByIds',
    summary,
    access: anonymous,
    input: { ids: t.array(t.integer) },
    output: t.boolean,
    handle: (input, call) => {
      seen('deleteByIds', input, call);
      return true;
    },
  }),
  route({
    method: 'GET',
    path: '/V1/broken',
    service,
    operation: 'broken',
    summary,
    access: anonymous,
    input: {},
    output: t.string,
    handle: () => {
      throw new Error('secret: /etc/passwd');
    },
  }),
  route({
    method: 'GET',
    path: '/V1/secure',
    service,
    operation: 'secure',
    summary,
    access: anonymous,
    secure: true,
    input: {},
    output: t.string,
    handle: () => 'safe',
  }),
];

export const admin: Caller = { type: 'admin', id: 1, resources: 'all' };
export const customer: Caller = { type: 'customer', id: 5, resources: new Set() };
const callers: Record<string, Caller> = { 'Bearer admin': admin, 'Bearer customer': customer };

export interface TestApi {
  readonly app: FastifyInstance;
  readonly accepted: Acceptance[];
  readonly config: Map<string, string>;
  readonly logged: Record<string, unknown>[];
  /** Sends a request as a caller; JSON is asked for unless headers say otherwise. */
  send(method: string, url: string, options?: SendOptions): Promise<TestAnswer>;
}

interface SendOptions {
  as?: 'admin' | 'customer' | 'guest';
  headers?: Record<string, string>;
  body?: unknown;
}

export interface TestAnswer {
  readonly status: number;
  readonly headers: Record<string, unknown>;
  readonly text: string;
  // oxlint-disable-next-line typescript/no-explicit-any -- the wire is what the tests are about
  readonly body: any;
}

const attributeTypes: Record<string, 'string' | 'integer' | 'number' | 'mixed'> = {
  cost: 'number',
  special_price: 'number',
  description: 'string',
  meta_title: 'string',
  tax_class_id: 'integer',
  category_ids: 'mixed',
};

const forced: ForcedValues = {
  customer_id: ({ caller }) => (caller.type === 'customer' ? caller.id : undefined),
  cart_id: ({ caller }) => (caller.type === 'customer' ? 77 : undefined),
  customer_group_id: () => undefined,
  customer_store_id: () => undefined,
  customer_website_id: () => undefined,
};

/** A web API in front of the toy platform. */
export async function createTestApi(
  options: { settings?: Partial<Settings>; routes?: readonly AnyRoute[]; parts?: Partial<WebApiDependencies> } = {},
): Promise<TestApi> {
  const config = new Map<string, string>();
  const logged: Record<string, unknown>[] = [];
  const accepted: Acceptance[] = [];
  const log = pino(
    { level: 'debug' },
    { write: (line: string) => void logged.push(JSON.parse(line) as Record<string, unknown>) },
  );
  const manifest: ModuleManifest = module({ name: 'Catalog', routes: [...routes, ...(options.routes ?? [])], forced });
  const platform = {
    settings: {
      edition: 'commercial',
      release: '2.4.8',
      maxBodyBytes: 30_000,
      maxPublicBodyBytes: 30_000,
      developerMode: false,
      headersTimeout: 60,
      requestTimeout: 300,
      callTimeout: 0,
      trustedProxies: [],
      hstsSeconds: 0,
      ...options.settings,
    },
    registry: buildRegistry([manifest], 'commercial', '2.4.8'),
    // The toy platform has no tables, so no audit log either.
    config: readerOf((path) => config.get(path) ?? (path === 'souk/audit/enabled' ? '0' : undefined)),
    log,
    newCall: (caller: Caller, scope: Scope) => toyCall(caller, scope, false),
    scopes: { resolveScope: (code: string | undefined) => scopes[code ?? ''] },
    decoding: { attributeType: (_: string, code: string) => attributeTypes[code] },
    caches: { check: () => true },
  } as unknown as Platform;
  const app = await createWebApi(platform, {
    authenticate: async ({ headers }) => callers[headers.authorization ?? ''] ?? guest,
    accept: async (acceptance) => {
      accepted.push(acceptance);
      const request_items = acceptance.inputs.map((_, id) => ({ id, data_hash: 'x', status: 'accepted' }));
      return { bulk_uuid: 'uuid', request_items, errors: false };
    },
    schema: (request) => ({ ...request, caller: request.caller.type }),
    ...options.parts,
  });
  const send: TestApi['send'] = async (method, url, { as = 'admin', headers = {}, body } = {}) => {
    const all: Record<string, string> = { accept: 'application/json', authorization: `Bearer ${as}`, ...headers };
    if (body !== undefined) all['content-type'] ??= 'application/json';
    const response = await app.inject({
      method: method as 'GET',
      url,
      headers: Object.fromEntries(Object.entries(all).filter(([, value]) => value !== '(absent)')),
      ...(body === undefined ? {} : { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    return {
      status: response.statusCode,
      headers: response.headers,
      text: response.body,
      body: parse(response.body),
    };
  };
  return { app, accepted, config, logged, send };
}

const scopes: Record<string, Scope> = {
  '': { code: undefined, storeId: 1, websiteId: 1 },
  all: { code: 'all', storeId: 0, websiteId: 0 },
  default: { code: 'default', storeId: 1, websiteId: 1 },
};

function toyCall(caller: Caller, scope: Scope, inTransaction: boolean): Call {
  const call = {
    caller,
    scope,
    inTransaction,
    written: {},
    contributions: { interceptors: [], requestCallers: [] },
    transaction: (work: (call: Call) => Promise<unknown>) => work(toyCall(caller, scope, true)),
    with: () => call,
  } as unknown as Call;
  return call;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
