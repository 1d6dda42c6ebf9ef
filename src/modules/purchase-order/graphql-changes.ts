import type { Call } from '../../kernel/call.ts';
import { isClientError, type ErrorKind, type PlatformError } from '../../kernel/errors.ts';
import {
  enumTypes,
  inputTypes,
  mutations,
  objectType,
  valueTypes,
  type EnumTypesOf,
  type GraphQLTypes,
  type InputTypesOf,
  type ValueTypesOf,
} from '../../kernel/graphql.ts';
import { elementAt } from '../../kernel/lists.ts';
import { approve, cancel, comment, orderOwn, reject, validate } from './actions.ts';
import { purchaseOrderErrors } from './errors.ts';
import { placePurchaseOrder } from './place.ts';
import type { PurchaseOrderRow } from './tables.ts';
import { requireViewer, visiblePurchaseOrder } from './visible.ts';

const errorNames = ['NOT_FOUND', 'OPERATION_NOT_APPLICABLE', 'COULD_NOT_SAVE', 'NOT_VALID_DATA', 'UNDEFINED'] as const;
const enums = enumTypes({ PurchaseOrderErrorType: errorNames, ValidatePurchaseOrderErrorType: errorNames });
const values = valueTypes({
  AddPurchaseOrderCommentOutput: { comment: 'PurchaseOrderComment!' },
  PlacePurchaseOrderOutput: { purchase_order: 'PurchaseOrder!' },
  PurchaseOrderActionError: { message: 'String!', type: 'PurchaseOrderErrorType!' },
  PurchaseOrdersActionOutput: { errors: '[PurchaseOrderActionError]!', purchase_orders: '[PurchaseOrder]!' },
  ValidatePurchaseOrderError: { message: 'String!', type: 'ValidatePurchaseOrderErrorType!' },
  ValidatePurchaseOrdersOutput: { errors: '[ValidatePurchaseOrderError]!', purchase_orders: '[PurchaseOrder]!' },
});
const ofOne = { purchase_order_uid: 'ID!' } as const;
const ofSeveral = { purchase_order_uids: '[ID]!' } as const;
const inputs = inputTypes({
  AddPurchaseOrderCommentInput: { ...ofOne, comment: 'String!' },
  AddPurchaseOrderItemsToCartInput: { ...ofOne, cart_id: 'String!', replace_existing_cart_items: 'Boolean!' },
  PlaceOrderForPurchaseOrderInput: ofOne,
  PlacePurchaseOrderInput: { cart_id: 'String!' },
  PurchaseOrdersActionInput: ofSeveral,
  ValidatePurchaseOrdersInput: ofSeveral,
});

declare module '../../kernel/graphql-types.ts' {
  interface GraphQLTypes extends EnumTypesOf<typeof enums>, ValueTypesOf<typeof values>, InputTypesOf<typeof inputs> {
    PlaceOrderForPurchaseOrderOutput: { readonly orderId: number };
  }
}

const errorTypes: Partial<Record<ErrorKind, (typeof errorNames)[number]>> = {
  noSuchEntity: 'NOT_FOUND',
  state: 'OPERATION_NOT_APPLICABLE',
  couldNotSave: 'COULD_NOT_SAVE',
  input: 'NOT_VALID_DATA',
};

const failureOf = (error: PlatformError): GraphQLTypes['PurchaseOrderActionError'] => ({
  type: errorTypes[error.kind] ?? 'UNDEFINED',
  message: error.text,
});

/**
 * Changes purchase orders one by one, each in a transaction of its own; a failure concerns its purchase order alone. Throws for
 * callers who may not see purchase orders.
 */
async function eachOf(
  call: Call,
  { purchase_order_uids: uids }: GraphQLTypes['PurchaseOrdersActionInput'],
  change: (inside: Call, uid: string) => Promise<void>,
): Promise<GraphQLTypes['PurchaseOrdersActionOutput']> {
  await requireViewer(call);
  if (uids.length === 0) throw purchaseOrderErrors.noUids(['purchase_order_uids']);
  const changed: PurchaseOrderRow[] = [];
  const errors: GraphQLTypes['PurchaseOrderActionError'][] = [];
  for (const uid of new Set(uids.map((one) => one ?? ''))) {
    try {
      const read = async (inside: Call): Promise<PurchaseOrderRow> => {
        await change(inside, uid);
        return visiblePurchaseOrder(inside, uid);
      };
      changed.push(await call.transaction(read));
    } catch (error) {
      if (!isClientError(error)) throw error;
      errors.push(failureOf(error));
    }
  }
  return { purchase_orders: changed, errors };
}

/** Places a purchase order for the caller's cart with a storefront id; its payment was set before. */
async function place(call: Call, cartId: string): Promise<GraphQLTypes['PlacePurchaseOrderOutput']> {
  const id = await placePurchaseOrder(call, (inside) => inside.services.quote.storefrontCart(inside, cartId));
  const row = await call.db
    .selectFrom('purchase_order')
    .selectAll()
    .where('entity_id', '=', id)
    .executeTakeFirstOrThrow();
  return { purchase_order: row };
}

/** Puts the items of a purchase order into the caller's cart; failures are returned by item. */
async function itemsToCart(
  call: Call,
  input: GraphQLTypes['AddPurchaseOrderItemsToCartInput'],
): Promise<GraphQLTypes['AddProductsToCartOutput']> {
  const { quote } = call.services;
  const row = await visiblePurchaseOrder(call, input.purchase_order_uid);
  const own = await quote.storefrontCart(call, input.cart_id);
  const source = await quote.cart(call, row.quote_id);
  const items = quote.withoutGranted(source.items).filter(({ parent_item_id }) => parent_item_id === null);
  const products = await quote.itemProducts(
    call,
    items.map(({ product_id }) => product_id),
  );
  const requests = items.flatMap(({ product_id, qty, choices }) => {
    const sku = products.get(product_id)?.product.sku;
    return sku === undefined ? [] : [{ sku, quantity: qty, options: choices }];
  });
  const target = input.replace_existing_cart_items ? await quote.removeAllItems(call, own) : own;
  const { cart, failures } = await quote.addProducts(call, target, requests);
  const gone = requests.length < items.length ? [quote.userErrorOf(purchaseOrderErrors.itemGone())] : [];
  const failed = failures.map(({ error, position }) =>
    Object.assign(quote.userErrorOf(error), { sku: elementAt(requests, position).sku }),
  );
  return { cart: { cart }, user_errors: [...failed, ...gone] };
}

const own = { customersOnly: true } as const;
const ordering = { ...own, opensTransactions: true } as const;

const actions = mutations((t) => ({
  approvePurchaseOrders: t.field(
    'PurchaseOrdersActionOutput',
    { input: 'PurchaseOrdersActionInput!' },
    (_, { input }, call) => eachOf(call, input, approve),
    ordering,
  ),
  cancelPurchaseOrders: t.field(
    'PurchaseOrdersActionOutput',
    { input: 'PurchaseOrdersActionInput!' },
    (_, { input }, call) => eachOf(call, input, cancel),
    ordering,
  ),
  rejectPurchaseOrders: t.field(
    'PurchaseOrdersActionOutput',
    { input: 'PurchaseOrdersActionInput!' },
    (_, { input }, call) => eachOf(call, input, reject),
    ordering,
  ),
  validatePurchaseOrders: t.field(
    'ValidatePurchaseOrdersOutput',
    { input: 'ValidatePurchaseOrdersInput!' },
    (_, { input }, call) => eachOf(call, input, validate),
    ordering,
  ),
}));

const others = mutations((t) => ({
  addPurchaseOrderComment: t.field(
    'AddPurchaseOrderCommentOutput',
    { input: 'AddPurchaseOrderCommentInput!' },
    async (_, { input }, call) => ({
      comment: {
        comment: await comment(call, input.purchase_order_uid, input.comment),
        row: await visiblePurchaseOrder(call, input.purchase_order_uid),
      },
    }),
    own,
  ),
  addPurchaseOrderItemsToCart: t.field(
    'AddProductsToCartOutput',
    { input: 'AddPurchaseOrderItemsToCartInput!' },
    (_, { input }, call) => itemsToCart(call, input),
    own,
  ),
  placeOrderForPurchaseOrder: t.field(
    'PlaceOrderForPurchaseOrderOutput',
    { input: 'PlaceOrderForPurchaseOrderInput!' },
    async (_, { input }, call) => ({ orderId: await orderOwn(call, input.purchase_order_uid) }),
    ordering,
  ),
  placePurchaseOrder: t.field(
    'PlacePurchaseOrderOutput',
    { input: 'PlacePurchaseOrderInput!' },
    (_, { input }, call) => place(call, input.cart_id),
    ordering,
  ),
}));

const output = objectType('PlaceOrderForPurchaseOrderOutput', (t) => ({
  order: t.field('CustomerOrder!', async ({ orderId }, _, call) => ({
    order: await call.services.sales.order(call, orderId),
  })),
}));

/** The changes of purchase orders in GraphQL. */
export const purchaseOrderChangeDeclarations = [enums, values, inputs, output, actions, others];
