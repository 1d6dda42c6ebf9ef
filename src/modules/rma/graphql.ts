import type { Call } from '../../kernel/call.ts';
import {
  deprecated,
  enumTypes,
  objectType,
  valueTypes,
  type EnumTypesOf,
  type GraphQLTypes,
  type ValueTypesOf,
} from '../../kernel/graphql.ts';
import { firstOf } from '../../kernel/lists.ts';
import { loader } from '../../kernel/loader.ts';
import { storeInformation } from '../../kernel/shop-settings.ts';
import { uidOf } from '../../kernel/uids.ts';
import type { StoredOrder } from '../sales/extensions.ts';
import { carriersOf, ownCarrier } from './carriers.ts';
import { buyerCodes } from './items.ts';
import { addressBack } from './label.ts';
import type { StoredItem, StoredReturn, StoredTrack } from './returns.ts';
import type { ReturnStatus } from './states.ts';

const enums = enumTypes({
  ReturnItemStatus: ['PENDING', 'AUTHORIZED', 'RECEIVED', 'APPROVED', 'REJECTED', 'DENIED'],
  ReturnShippingTrackingStatusType: ['INFORMATION', 'ERROR'],
  ReturnStatus: [
    'PENDING',
    'UNCONFIRMED',
    'AUTHORIZED',
    'PARTIALLY_AUTHORIZED',
    'RECEIVED',
    'PARTIALLY_RECEIVED',
    'APPROVED',
    'PARTIALLY_APPROVED',
    'REJECTED',
    'PARTIALLY_REJECTED',
    'DENIED',
    'PROCESSED_AND_CLOSED',
    'CLOSED',
  ],
});

const values = valueTypes({
  ReturnComment: { author_name: 'String!', created_at: 'String!', text: 'String!', uid: 'ID!' },
  ReturnCustomAttribute: { label: 'String!', uid: 'ID!', value: 'String!' },
  ReturnCustomer: { email: 'String!', firstname: 'String', lastname: 'String' },
  ReturnShippingAddress: {
    city: 'String!',
    contact_name: 'String',
    country: 'Country!',
    postcode: 'String!',
    region: 'Region!',
    street: '[String]!',
    telephone: 'String',
  },
  ReturnShippingCarrier: { label: 'String!', uid: 'ID!' },
  ReturnShippingTrackingStatus: { text: 'String!', type: 'ReturnShippingTrackingStatusType!' },
  Returns: { items: '[Return]', page_info: 'SearchResultPageInfo', total_count: 'Int' },
});

/** A return as storefronts see it. */
export interface ReturnSource {
  readonly found: StoredReturn;
}

/** An item of a return as storefronts see it. */
interface ReturnItemSource extends ReturnSource {
  readonly item: StoredItem;
}

/** A tracking number of a return as storefronts see it. */
interface ReturnTrackSource extends ReturnSource {
  readonly track: StoredTrack;
}

declare module '../../kernel/graphql-types.ts' {
  interface GraphQLTypes extends EnumTypesOf<typeof enums>, ValueTypesOf<typeof values> {
    Return: ReturnSource;
    ReturnItem: ReturnItemSource;
    ReturnShipping: ReturnSource;
    ReturnShippingTracking: ReturnTrackSource;
  }
}

const statusNames: Readonly<Record<ReturnStatus, GraphQLTypes['ReturnStatus']>> = {
  pending: 'PENDING',
  unconfirmed: 'UNCONFIRMED',
  authorized: 'AUTHORIZED',
  partially_authorized: 'PARTIALLY_AUTHORIZED',
  received: 'RECEIVED',
  received_on_item: 'PARTIALLY_RECEIVED',
  approved_on_item: 'PARTIALLY_APPROVED',
  rejected_on_item: 'PARTIALLY_REJECTED',
  processed_closed: 'PROCESSED_AND_CLOSED',
  closed: 'CLOSED',
};

/** The orders of returns; batched for all returns of a response. */
const orderOf = loader<number, StoredOrder>(async (ids, call) => {
  const orders = await call.services.sales.orders(call, ids);
  return ids.map((id) => orders.get(id) ?? new Error(`the order ${id} of a return is gone`));
});

/** First and last name of the buyer of an order: of the account, or as billed. */
function buyerOf({ fields }: StoredOrder) {
  const { customer_firstname: firstname, customer_lastname: lastname, billing_address: billed } = fields;
  return firstname || lastname
    ? { firstname: firstname ?? null, lastname: lastname ?? null }
    : { firstname: billed?.firstname ?? null, lastname: billed?.lastname ?? null };
}

/** The comments of a return that buyers see. */
async function shownComments(call: Call, { found }: ReturnSource): Promise<GraphQLTypes['ReturnComment'][]> {
  const visibleComments = found.comments.filter((one) => one.visible_on_front);
  if (visibleComments.length === 0) return [];
  const { firstname, lastname } = buyerOf(await orderOf(call, found.order_id));
  const buyer = [firstname, lastname].filter(Boolean).join(' ');
  return visibleComments.map((one) => ({
    author_name: one.admin ? 'Customer Service' : buyer,
    created_at: one.created_at,
    text: one.comment,
    uid: uidOf(one.entity_id),
  }));
}

const returnType = objectType('Return', (t) => ({
  available_shipping_carriers: t.field('[ReturnShippingCarrier]', ({ found }, _, call) =>
    carriersOf(call, found.store_id).map(({ code, title }) => ({ uid: uidOf(code), label: title })),
  ),
  comments: t.field('[ReturnComment]', (source, _, call) => shownComments(call, source)),
  created_at: t.field('String!', ({ found }) => found.date_requested),
  customer: t.field('ReturnCustomer!', async ({ found }, _, call) => {
    const order = await orderOf(call, found.order_id);
    return { email: found.customer_custom_email ?? order.fields.customer_email ?? '', ...buyerOf(order) };
  }),
  items: t.field('[ReturnItem]', ({ found }) => found.items.map((item) => ({ found, item }))),
  number: t.field('String!', ({ found }) => found.increment_id),
  order: t.field('CustomerOrder', async ({ found }, _, call) => ({ order: await orderOf(call, found.order_id) })),
  shipping: t.field('ReturnShipping', (source) => source),
  status: t.field('ReturnStatus', ({ found }) => statusNames[found.status]),
  uid: t.field('ID!', ({ found }) => uidOf(found.id)),
}));

/** The buyer's choices and reason for an item, in the order of the interface. */
async function choicesOf(call: Call, item: StoredItem) {
  const { byCode } = await call.services.eav.entity(call, 'rma_item');
  const values = buyerCodes.flatMap((code) => {
    const attribute = byCode.get(code);
    return attribute && item[code] ? [{ attribute, value: item[code] }] : [];
  });
  return Promise.all(
    values.map(async ({ attribute, value }) => ({
      attribute,
      valueView: await call.services.eav.shownValue(call, attribute, value),
    })),
  );
}

const itemType = objectType('ReturnItem', (t) => ({
  custom_attributes: deprecated(
    'Use `custom_attributesV2`.',
    t.field('[ReturnCustomAttribute]', async ({ item }, _, call) =>
      (await choicesOf(call, item)).map(({ attribute, valueView: { value, options } }) => ({
        label: attribute.labels.get(call.scope.storeId) ?? attribute.label ?? attribute.code,
        uid: uidOf(attribute.id),
        value: JSON.stringify(options?.[0]?.label ?? value),
      })),
    ),
  ),
  custom_attributesV2: t.field('[AttributeValueInterface]', async ({ item }, _, call) =>
    (await choicesOf(call, item)).map(({ valueView }) => valueView),
  ),
  order_item: t.field('OrderItemInterface!', async ({ found, item }, _, call) => {
    const order = await orderOf(call, found.order_id);
    return { order, item: firstOf(order.items.filter(({ id }) => id === item.order_item_id)) };
  }),
  quantity: t.field('Float!', ({ item }) => item.qty_authorized ?? 0),
  request_quantity: t.field('Float!', ({ item }) => item.qty_requested),
  status: t.field('ReturnItemStatus!', ({ item }) => item.status.toUpperCase() as GraphQLTypes['ReturnItemStatus']),
  uid: t.field('ID!', ({ item }) => uidOf(item.entity_id)),
}));

/** The address for return parcels; null if the shop has no country. */
function showAddress(call: Call, storeId: number): GraphQLTypes['ReturnShippingAddress'] | null {
  const { company, street, city, region, postcode, country_id } = addressBack(call, storeId);
  const country = call.services.directory.describeCountry(call, country_id ?? '');
  if (!country) return null;
  const known = call.services.directory.regions(country_id ?? '').find(({ name }) => name === region);
  return {
    city: city ?? '',
    contact_name: company || null,
    country,
    postcode: postcode ?? '',
    region: { code: known?.code ?? null, id: known ? Number(known.id) : null, name: region ?? null },
    street: street ?? [],
    telephone: call.config.of(storeInformation.phone, { storeId }) || null,
  };
}

const shippingType = objectType('ReturnShipping', (t) => ({
  address: t.field('ReturnShippingAddress', ({ found }, _, call) => showAddress(call, found.store_id)),
  tracking: t.field('[ReturnShippingTracking]', { uid: 'ID' }, ({ found }, { uid }) =>
    found.tracks.map((track) => ({ found, track })).filter((source) => uid == null || uid === uidOf(trackKey(source))),
  ),
}));

/** The key of a tracking number: it leads to the return, too. */
function trackKey({ found, track }: ReturnTrackSource): string {
  return `${found.id}/${track.entity_id}`;
}

const trackType = objectType('ReturnShippingTracking', (t) => ({
  carrier: t.field('ReturnShippingCarrier!', ({ track }) => ({
    label: track.carrier_title || ownCarrier.title,
    uid: uidOf(track.carrier_code),
  })),
  // Carriers are not asked for the location of a parcel.
  status: t.field('ReturnShippingTrackingStatus', () => null),
  tracking_number: t.field('String!', ({ track }) => track.track_number),
  uid: t.field('ID!', (source) => uidOf(trackKey(source))),
}));

/** Returns as storefronts see them. */
export const returnDeclarations = [enums, values, returnType, itemType, shippingType, trackType];
