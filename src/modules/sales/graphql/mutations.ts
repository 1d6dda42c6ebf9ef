import type { Call } from '../../../kernel/call.ts';
import {
  enumTypes,
  mutations,
  valueTypes,
  type EnumTypesOf,
  type GraphQLTypes,
  type ValueTypesOf,
} from '../../../kernel/graphql.ts';
import { foldText } from '../../../kernel/fold.ts';
import { fold } from '../../../storage/sql.ts';
import { allowsReorder } from '../configuration.ts';
import type { StoredOrder } from '../order.ts';
import { findOrders } from '../records/rows.ts';
import { graphqlSalesErrors } from './errors.ts';

const enums = enumTypes({
  CheckoutUserInputErrorCodes: [
    'REORDER_NOT_AVAILABLE',
    'PRODUCT_NOT_FOUND',
    'NOT_SALABLE',
    'INSUFFICIENT_STOCK',
    'UNDEFINED',
  ],
});

const values = valueTypes({
  CheckoutUserInputError: { code: 'CheckoutUserInputErrorCodes!', message: 'String!', path: '[String]!' },
  ReorderItemsOutput: { cart: 'Cart!', userInputErrors: '[CheckoutUserInputError]!' },
});

declare module '../../../kernel/graphql-types.ts' {
  interface GraphQLTypes extends EnumTypesOf<typeof enums>, ValueTypesOf<typeof values> {}
}

/** The caller's order with a number. Throws when not found. */
async function ownOrder(call: Call, number: string): Promise<StoredOrder> {
  const row = await call.db
    .selectFrom('sales_order')
    .select('id')
    .where(fold('increment_id'), '=', foldText(number))
    .where('customer_id', '=', call.caller.id)
    .executeTakeFirst();
  const order = row && (await findOrders(call, [row.id])).get(row.id);
  if (!order) throw graphqlSalesErrors.noOrder([number]);
  return order;
}

/** Adds the items of a caller's order to the caller's cart, as far as they can be bought. */
async function reorder(call: Call, number: string): Promise<GraphQLTypes['ReorderItemsOutput']> {
  const order = await ownOrder(call, number);
  const { quote, catalog } = call.services;
  const before = await quote.customersCart(call);
  const userError = (code: GraphQLTypes['CheckoutUserInputErrorCodes'], message: string) => ({
    code,
    message,
    path: ['orderNumber'],
  });
  if (!call.config.of(allowsReorder, { storeId: order.fields.store_id ?? 0 })) {
    return {
      cart: { cart: before },
      userInputErrors: [userError('REORDER_NOT_AVAILABLE', 'Reorders are not allowed.')],
    };
  }
  const { orderExtensions } = call.contributions;
  const items = order.items.filter(
    (item) => item.parentId === null && !orderExtensions.some((extension) => extension.isGiven?.(item)),
  );
  const products = await catalog.productsById(
    call,
    items.flatMap(({ fields }) => fields.product_id ?? []),
    call.scope.storeId,
  );
  const cartLines = items.map(({ fields }) => ({
    sku: products.get(fields.product_id ?? 0)?.sku ?? fields.sku ?? '',
    quantity: fields.qty_ordered ?? 1,
    options: (fields.product_option?.extension_attributes ?? {}) as object,
  }));
  const { cart, failures } = await quote.addProducts(call, before, cartLines);
  return {
    cart: { cart },
    userInputErrors: failures.map(({ error }) => {
      const { code, message } = quote.userErrorOf(error);
      return userError(code, message);
    }),
  };
}

const orderMutations = mutations((t) => ({
  reorderItems: t.field(
    'ReorderItemsOutput',
    { orderNumber: 'String!' },
    (_, { orderNumber }, call) => reorder(call, orderNumber),
    { customersOnly: true },
  ),
}));

/** The declarations to order again. */
export const orderMutationDeclarations = [enums, values, orderMutations];
