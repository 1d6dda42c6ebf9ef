import { readRoute } from '../../platform/execution/call-route.ts';
import type { GraphQLTypes } from '../../kernel/graphql.ts';
import type { CallArguments } from '../../kernel/interception.ts';
import { isPlainObject, objectOf } from '../../kernel/plain-objects.ts';
import { flattened, unflattened } from './attributes.ts';
import type { HookedCall } from './hooked-call.ts';
import { cartItems, productFields } from './cart-items.ts';
import { orderToCome, placedOrder } from './orders.ts';

/** The payloads for the hooks of an observer, one after another, and the effect of their responses on the arguments. */
interface HookPayloads {
  readonly data: readonly CallArguments[];
  /** The arguments that the call has now; absent: hooks change nothing. */
  used?(data: readonly CallArguments[]): CallArguments;
}

/** A moment in the life of an entity that the interface has a name for. */
export interface Observer {
  readonly name: string;
  /** Whether the moment comes before the change. */
  readonly isBefore: boolean;
  /** Operations of services that it is part of. */
  readonly operations: readonly string[];
  /** Mutations that it is part of, with the argument that matters. */
  readonly mutations: Readonly<Record<string, string>>;
  tell(hooked: HookedCall, answer: unknown): Promise<HookPayloads> | HookPayloads;
}

const orders = {
  operations: [
    'Magento\\Quote\\Api\\CartManagementInterface::placeOrder',
    'Magento\\Quote\\Api\\GuestCartManagementInterface::placeOrder',
    'Magento\\Checkout\\Api\\PaymentInformationManagementInterface::savePaymentInformationAndPlaceOrder',
    'Magento\\Checkout\\Api\\GuestPaymentInformationManagementInterface::savePaymentInformationAndPlaceOrder',
  ],
  mutations: { placeOrder: 'input' },
};
const products = { operations: ['Magento\\Catalog\\Api\\ProductRepositoryInterface::save'], mutations: {} };
const categories = { operations: ['Magento\\Catalog\\Api\\CategoryRepositoryInterface::save'], mutations: {} };
const customers = {
  operations: [
    'Magento\\Customer\\Api\\CustomerRepositoryInterface::save',
    'Magento\\Customer\\Api\\AccountManagementInterface::createAccount',
  ],
  mutations: { createCustomer: 'input', createCustomerV2: 'input', updateCustomer: 'input', updateCustomerV2: 'input' },
};
const items = {
  operations: [
    'Magento\\Quote\\Api\\CartItemRepositoryInterface::save',
    'Magento\\Quote\\Api\\GuestCartItemRepositoryInterface::save',
  ],
  mutations: { addProductsToCart: 'cartItems', addSimpleProductsToCart: 'input', addVirtualProductsToCart: 'input' },
};

/** Every observer, by the names that the interface has for them. */
export const observers: readonly Observer[] = [
  { ...products, name: 'catalog_product_save_before', isBefore: true, tell: saved('product') },
  { ...products, name: 'catalog_product_save_after', isBefore: false, tell: saved('product') },
  { ...categories, name: 'catalog_category_save_before', isBefore: true, tell: saved('category') },
  { ...categories, name: 'catalog_category_save_after', isBefore: false, tell: saved('category') },
  { ...customers, name: 'customer_save_before', isBefore: true, tell: saved('customer') },
  { ...customers, name: 'customer_save_after', isBefore: false, tell: savedCustomer },
  {
    ...items,
    name: 'sales_quote_add_item',
    isBefore: true,
    async tell(hooked) {
      const found = cartItems(hooked);
      const quoteItems = await Promise.all(
        found.items.map(async (item) => ({ ...(await productFields(hooked, item, ['name', 'price'])), ...item })),
      );
      return {
        data: quoteItems.map((item) => ({ quote_item: item })),
        used: (data) => found.withQuantities(data.map(({ quote_item }) => numberIn(quote_item))),
      };
    },
  },
  {
    ...items,
    name: 'checkout_cart_product_add_before',
    isBefore: true,
    async tell(hooked) {
      const found = cartItems(hooked);
      const data = await Promise.all(
        found.items.map(async (item) => ({ info: { qty: item.qty }, product: await productFields(hooked, item) })),
      );
      return { data, used: (changed) => found.withQuantities(changed.map(({ info }) => numberIn(info))) };
    },
  },
  {
    ...orders,
    name: 'sales_order_place_before',
    isBefore: true,
    tell: async (hooked) => ({ data: [{ order: await orderToCome(hooked) }] }),
  },
  {
    ...orders,
    name: 'sales_order_place_after',
    isBefore: false,
    tell: async (hooked) => ({ data: [{ order: await placedOrder(hooked) }] }),
  },
];

/** An entity in the request, or in the response after its save; without its password. */
function saved(name: string): Observer['tell'] {
  return ({ input, argument = name, fieldsOf }, answer) => {
    const { password, ...fields } = objectOf(input[argument]);
    const payload = flattened(isPlainObject(answer) ? answer : fields);
    return {
      data: [{ [name]: payload }],
      used: ([changed]) => ({
        ...input,
        [argument]: {
          ...unflattened(changed?.[name], payload, fieldsOf(argument)),
          ...(password === undefined ? {} : { password }),
        },
      }),
    };
  };
}

/** As `saved`; of a mutation, the customer as REST returns it. */
async function savedCustomer(hooked: HookedCall, answer: unknown): Promise<HookPayloads> {
  if (hooked.argument === undefined) return saved('customer')(hooked, answer);
  const { customer } = (answer as GraphQLTypes['CustomerOutput']).customer;
  const read = { service: 'customerCustomerRepositoryV1', operation: 'getById', input: { customerId: customer.id } };
  return saved('customer')(hooked, await readRoute(hooked.platform, read, undefined));
}

function numberIn(value: unknown): number {
  return Number(isPlainObject(value) ? value.qty : undefined);
}
