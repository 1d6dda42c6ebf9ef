import type { Call } from '../../../kernel/call.ts';
import {
  deprecated,
  enumTypes,
  extendType,
  inputTypes,
  objectType,
  ofRelease,
  queries,
  valueTypes,
  type EnumTypesOf,
  type GraphQLTypes,
  type InputTypesOf,
  type ValueTypesOf,
} from '../../../kernel/graphql.ts';
import { loader } from '../../../kernel/loader.ts';
import { personNames } from '../../../kernel/person-names.ts';
import { uidOf } from '../../../kernel/uids.ts';
import type { CustomValues } from '../../customer/service.ts';
import { methodSettings } from '../../payment/configuration.ts';
import { carrierSettings } from '../../quote/configuration.ts';
import { allowsReorder } from '../configuration.ts';
import { isShippingHidden, withoutPlace } from '../hidden-addresses.ts';
import { statusLabel } from '../lifecycle/states.ts';
import type { StoredOrder } from '../order.ts';
import { findOrders } from '../records/rows.ts';
import { creditmemos, invoices, shipments } from '../records/document-stores.ts';
import { cancellationRefusal } from './cancellation.ts';
import { shownComments } from './comments.ts';
import { tokenOf } from './guest-orders.ts';
import { itemsOfOrder } from './items.ts';
import { findCustomersOrders, type OrdersFound } from './list.ts';
import { totalsOfOrder } from './totals.ts';
import type { CreditMemoSource, InvoiceSource, OrderSource, ShipmentSource } from './types.ts';

const enums = enumTypes({
  CustomerOrderSortableField: ['NUMBER', 'CREATED_AT'],
  OrderActionType: ['REORDER', 'CANCEL', 'RETURN'],
  ScopeTypeEnum: ['GLOBAL', 'WEBSITE', 'STORE'],
});

const values = valueTypes({
  KeyValue: { name: 'String', value: 'String' },
  OrderAddress: {
    city: 'String!',
    company: 'String',
    country_code: 'CountryCodeEnum',
    custom_attributesV2: { type: '[AttributeValueInterface]!', release: '2.4.8' },
    fax: 'String',
    firstname: 'String!',
    lastname: 'String!',
    middlename: 'String',
    postcode: 'String',
    prefix: 'String',
    region: 'String',
    region_id: 'ID',
    street: '[String]!',
    suffix: 'String',
    telephone: 'String',
    vat_id: 'String',
  },
  OrderPaymentMethod: { additional_data: '[KeyValue]', name: 'String!', type: 'String!' },
  SalesCommentItem: { message: 'String!', timestamp: 'String!' },
});

const inputs = inputTypes({
  CustomerOrderSortInput: { sort_direction: 'SortEnum!', sort_field: 'CustomerOrderSortableField!' },
  CustomerOrdersFilterInput: {
    grand_total: { type: 'FilterRangeTypeInput', release: '2.4.8' },
    number: 'FilterStringTypeInput',
    order_date: { type: 'FilterRangeTypeInput', release: '2.4.8' },
    status: { type: 'FilterEqualTypeInput', release: '2.4.8' },
  },
  FilterStringTypeInput: { eq: 'String', in: '[String]', match: 'String' },
});

declare module '../../../kernel/graphql-types.ts' {
  interface GraphQLTypes extends EnumTypesOf<typeof enums>, ValueTypesOf<typeof values>, InputTypesOf<typeof inputs> {
    CustomerOrder: OrderSource;
    CustomerOrders: OrdersFound;
  }
}

type SentAddress = StoredOrder['fields']['billing_address'];

/** An address of an order with the values of the shop's own attributes. */
async function shownAddress(
  call: Call,
  address: SentAddress,
  values: CustomValues = {},
): Promise<GraphQLTypes['OrderAddress'] | null> {
  if (!address) return null;
  const shown = await call.services.customer.shownValues(call, 'customer_address', values, undefined);
  return { ...addressFields(address), custom_attributesV2: shown };
}

function addressFields(address: NonNullable<SentAddress>): Omit<GraphQLTypes['OrderAddress'], 'custom_attributesV2'> {
  const { city, company, country_id, fax, postcode, region, region_id, street, telephone, vat_id } = address;
  const { firstname, lastname, ...names } = personNames(address);
  return {
    ...names,
    firstname: firstname ?? '',
    lastname: lastname ?? '',
    city: city ?? '',
    company: company ?? null,
    country_code: country_id ?? null,
    fax: fax ?? null,
    postcode: postcode ?? null,
    region: region ?? null,
    region_id: region_id?.toString() ?? null,
    street: street ?? [],
    telephone: telephone ?? null,
    vat_id: vat_id ?? null,
  };
}

const invoicesOf = loader<number, InvoiceSource['fields'][]>(async (ids, call) => {
  const found = await invoices.ofOrders(call, ids);
  return ids.map((id) => (found.get(id) ?? []).map(({ fields }) => fields));
});
const shipmentsOf = loader<number, ShipmentSource['fields'][]>(async (ids, call) => {
  const found = await shipments.ofOrders(call, ids);
  return ids.map((id) => (found.get(id) ?? []).map(({ fields }) => fields));
});
const creditMemosOf = loader<number, CreditMemoSource['fields'][]>(async (ids, call) => {
  const found = await creditmemos.ofOrders(call, ids);
  return ids.map((id) => (found.get(id) ?? []).map(({ fields }) => fields));
});

/** The actions that buyers may take on their own orders, without those of modules. */
function ownActions(call: Call, order: StoredOrder): GraphQLTypes['OrderActionType'][] {
  const { config } = call;
  const { fields } = order;
  const scope = { storeId: fields.store_id ?? call.scope.storeId };
  return [
    ...(config.of(allowsReorder, scope) && fields.customer_id ? (['REORDER'] as const) : []),
    ...(cancellationRefusal(call, order) ? [] : (['CANCEL'] as const)),
  ];
}

/** The actions that the buyer may take on each of these orders. */
async function actionsFor(call: Call, orders: readonly StoredOrder[]): Promise<GraphQLTypes['OrderActionType'][][]> {
  const added = await Promise.all(
    call.contributions.orderActions.map(async ({ name, allowedFor }) => ({
      name,
      ids: await allowedFor(call, orders),
    })),
  );
  return orders.map((order) => [
    ...ownActions(call, order),
    ...added.flatMap(({ name, ids }) => (ids.has(order.id) ? [name] : [])),
  ]);
}

const orderType = objectType('CustomerOrder', (t) => {
  const old = (why: string, text: (fields: StoredOrder['fields']) => string | null | undefined) =>
    deprecated(
      why,
      t.field('String', ({ order }) => text(order.fields)),
    );
  return {
    admin_assisted_order: ofRelease(
      { release: '2.4.8' },
      // Null for all others: Adobe's order component takes `false` for an order of the staff too.
      t.field('Boolean', ({ order }) => (order.isAssisted === true ? true : null)),
    ),
    applied_coupons: t.field('[AppliedCoupon]!', ({ order: { fields, moreCoupons = [] } }) =>
      [fields.coupon_code ?? '', ...moreCoupons].filter((code) => code !== '').map((code) => ({ code })),
    ),
    available_actions: t.batch('[OrderActionType]!', (sources, _, call) =>
      actionsFor(
        call,
        sources.map(({ order }) => order),
      ),
    ),
    billing_address: t.field('OrderAddress', ({ order }, _, call) =>
      shownAddress(call, order.fields.billing_address, order.address_values?.billing),
    ),
    carrier: t.field('String', ({ order }, _, call) => {
      const [code] = (order.shippingMethod ?? '').split('_');
      const storeId = order.fields.store_id ?? 0;
      return code ? (call.config.of(carrierSettings.title.of(code), { storeId }) ?? code) : null;
    }),
    comments: t.field('[SalesCommentItem]', ({ order }) => shownComments(order.fields.status_histories)),
    created_at: old('Use `order_date`.', ({ created_at }) => created_at),
    credit_memos: t.field('[CreditMemo]', async ({ order }, _, call) =>
      (await creditMemosOf(call, order.id)).map((fields) => ({ fields, order })),
    ),
    email: t.field('String', ({ order }) => order.fields.customer_email),
    grand_total: deprecated(
      'Use `total`.',
      t.field('Float', ({ order }) => order.fields.grand_total),
    ),
    id: t.field('ID!', ({ order }) => uidOf(order.id)),
    increment_id: old('Use `number`.', ({ increment_id }) => increment_id),
    invoices: t.field('[Invoice]!', async ({ order }, _, call) =>
      (await invoicesOf(call, order.id)).map((fields) => ({ fields, order })),
    ),
    is_virtual: t.field('Boolean!', ({ order }) => order.fields.is_virtual === 1),
    items: t.field('[OrderItemInterface]', ({ order }) => itemsOfOrder(order)),
    number: t.field('String!', ({ order }) => order.fields.increment_id),
    order_date: t.field('String!', ({ order }) => order.fields.created_at),
    order_number: deprecated(
      'Use `number`.',
      t.field('String!', ({ order }) => order.fields.increment_id),
    ),
    order_status_change_date: t.field('String!', ({ order: { fields } }) => {
      const times = fields.status_histories.flatMap(({ created_at }) => created_at ?? []);
      return times.at(-1) ?? fields.created_at;
    }),
    payment_methods: t.field('[OrderPaymentMethod]', ({ order }, _, call) => {
      const { payment, store_id } = order.fields;
      if (!payment.method) return [];
      const title = call.config.of(methodSettings.title.of(payment.method), { storeId: store_id ?? 0 });
      const information: readonly (string | null)[] = payment.additional_information ?? [];
      const [note] = information;
      return [{ additional_data: [], name: note ?? title ?? payment.method, type: payment.method }];
    }),
    shipments: t.field('[OrderShipment]', async ({ order }, _, call) =>
      (await shipmentsOf(call, order.id)).map((fields) => ({ fields, order })),
    ),
    shipping_address: t.field('OrderAddress', ({ order }, _, call) => {
      const { shippingAddress: address } = order;
      if (address && isShippingHidden(call, order)) return shownAddress(call, withoutPlace(address));
      return shownAddress(call, address, order.address_values?.shipping);
    }),
    shipping_method: t.field('String', ({ order }) => order.fields.shipping_description),
    state: t.field('String!', ({ order }) => order.fields.state),
    status: t.field('String!', ({ order, isOld }) => {
      const { status } = order.fields;
      return isOld ? (status ?? '') : statusLabel(status ?? '');
    }),
    token: t.field('String! @credential', ({ order }) => tokenOf(order)),
    total: t.field('OrderTotal', ({ order }) => totalsOfOrder(order)),
  };
});

const orderList = objectType('CustomerOrders', (t) => ({
  date_of_first_order: ofRelease(
    { release: '2.4.8' },
    t.field('String', ({ firstOrderDate }) => firstOrderDate()),
  ),
  items: '[CustomerOrder]!',
  page_info: 'SearchResultPageInfo',
  total_count: 'Int',
}));

const listArguments = {
  currentPage: 'Int = 1',
  filter: 'CustomerOrdersFilterInput',
  pageSize: 'Int = 20',
  scope: 'ScopeTypeEnum',
  sort: 'CustomerOrderSortInput',
} as const;

const customerFields = extendType('Customer', (t) => ({
  orders: t.field('CustomerOrders', listArguments, ({ customer }, args, call) =>
    findCustomersOrders(call, customer.id, args),
  ),
}));

const orderQueries = queries((t) => ({
  customerOrders: deprecated(
    'Use `customer.orders`.',
    t.field(
      'CustomerOrders',
      {},
      async (_, __, call) => {
        const found = await findCustomersOrders(call, call.caller.id, { pageSize: 1000, scope: 'GLOBAL' });
        return { ...found, items: found.items.map(({ order }) => ({ order, isOld: true })) };
      },
      { customersOnly: true },
    ),
  ),
}));

const placedOrder = extendType('PlaceOrderOutput', (t) => ({
  orderV2: t.field('CustomerOrder', async ({ order: placed }, _, call) => {
    const order = placed && (await findOrders(call, [placed.id])).get(placed.id);
    return order && { order };
  }),
}));

/** Orders of customers and guests. */
export const orderDeclarations = [
  enums,
  values,
  inputs,
  orderType,
  orderList,
  customerFields,
  orderQueries,
  placedOrder,
];
