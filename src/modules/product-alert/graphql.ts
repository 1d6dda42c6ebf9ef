import type { Call } from '../../kernel/call.ts';
import {
  inputTypes,
  mutations,
  ofPackage,
  queries,
  valueTypes,
  type GraphQLTypes,
  type InputTypesOf,
  type ValueTypesOf,
} from '../../kernel/graphql.ts';
import { isInStock, isSubscribed, shownProductId, subscribe, unsubscribe } from './alerts.ts';
import type { AlertKind } from './tables.ts';

const values = valueTypes({
  IsProductAlertSubscriptionResult: { isSubscribed: 'Boolean!', message: 'String' },
  ProductAlertSubscriptionResult: { message: 'String', success: 'Boolean!' },
});
const inputs = inputTypes({ ProductAlertPriceInput: { sku: 'String!' }, ProductAlertStockInput: { sku: 'String!' } });

declare module '../../kernel/graphql-types.ts' {
  interface GraphQLTypes extends ValueTypesOf<typeof values>, InputTypesOf<typeof inputs> {}
}

type SubscriptionResult = GraphQLTypes['ProductAlertSubscriptionResult'];

const resultOf = (success: boolean, message: string): SubscriptionResult => ({ success, message });
/** Failures are part of the response, as the interface documents it. */
const notSignedIn = 'Customer is not logged in.';
const isCustomer = ({ caller }: Call): boolean => caller.type === 'customer';

async function add(call: Call, kind: AlertKind, sku: string): Promise<SubscriptionResult> {
  if (!isCustomer(call)) return resultOf(false, notSignedIn);
  const id = await shownProductId(call, sku);
  if (id === undefined) return resultOf(false, `Unable to subscribe to ${kind} alert. No such entity.`);
  if (kind === 'stock' && (await isInStock(call, id))) {
    return resultOf(false, 'Unable to subscribe to stock alert. The product is in stock.');
  }
  await subscribe(call, kind, id);
  return resultOf(true, 'You saved the alert subscription.');
}

async function remove(call: Call, kind: AlertKind, sku: string): Promise<SubscriptionResult> {
  if (!isCustomer(call)) return resultOf(false, notSignedIn);
  const product = await call.services.catalog.productBySku(call, sku, call.scope.storeId);
  if (!product) return resultOf(false, `Unable to unsubscribe from ${kind} alert. No such entity.`);
  const had = await unsubscribe(call, kind, product.id);
  return had
    ? resultOf(true, 'You deleted the alert subscription.')
    : resultOf(false, 'You are not subscribed to this product.');
}

async function removeAll(call: Call, kind: AlertKind): Promise<SubscriptionResult> {
  if (!isCustomer(call)) return resultOf(false, notSignedIn);
  await unsubscribe(call, kind);
  return resultOf(true, `You will no longer receive ${kind} alerts.`);
}

async function ask(
  call: Call,
  kind: AlertKind,
  sku: string,
): Promise<GraphQLTypes['IsProductAlertSubscriptionResult']> {
  if (!isCustomer(call)) return { isSubscribed: false, message: notSignedIn };
  const product = await call.services.catalog.productBySku(call, sku, call.scope.storeId);
  const has = product !== undefined && (await isSubscribed(call, kind, product.id));
  const message = has ? 'You are already subscribed to this product.' : 'You are not subscribed to this product.';
  return { isSubscribed: has, message };
}

const result = 'ProductAlertSubscriptionResult';
const price = { input: 'ProductAlertPriceInput!' } as const;
const stock = { input: 'ProductAlertStockInput!' } as const;
const alertMutations = mutations((t) => ({
  subscribeProductAlertPrice: t.field(result, price, (_, { input }, call) => add(call, 'price', input.sku)),
  subscribeProductAlertStock: t.field(result, stock, (_, { input }, call) => add(call, 'stock', input.sku)),
  unsubscribeProductAlertPrice: t.field(result, price, (_, { input }, call) => remove(call, 'price', input.sku)),
  unsubscribeProductAlertPriceAll: t.field(result, {}, (_, __, call) => removeAll(call, 'price')),
  unsubscribeProductAlertStock: t.field(result, stock, (_, { input }, call) => remove(call, 'stock', input.sku)),
  unsubscribeProductAlertStockAll: t.field(result, {}, (_, __, call) => removeAll(call, 'stock')),
}));
const alertQueries = queries((t) => ({
  isSubscribedProductAlertPrice: t.field('IsProductAlertSubscriptionResult!', price, (_, { input }, call) =>
    ask(call, 'price', input.sku),
  ),
  isSubscribedProductAlertStock: t.field('IsProductAlertSubscriptionResult!', stock, (_, { input }, call) =>
    ask(call, 'stock', input.sku),
  ),
}));

/** Product alerts in GraphQL, part of the storefront package. */
export const productAlertGraphql = ofPackage('2.4.8', [values, inputs, alertMutations, alertQueries]);
