import { none, several } from '../../kernel/entity.ts';
import { acl, anonymous, route } from '../../kernel/route.ts';
import * as t from '../../kernel/types.ts';
import { searchResponse } from './locations/search-response.ts';
import { notifyReady } from './notice.ts';
import { NoticeResult, PickupSearchRequest, PickupSearchResult } from './types.ts';

const service = 'inventoryInStorePickupApiGetPickupLocationsV1';
const summary = 'List the places where buyers of a sales channel pick up what they have ordered.';
const input = { searchRequest: PickupSearchRequest };

const getLocations = route({
  method: 'GET',
  path: '/V1/inventory/in-store-pickup/pickup-locations/',
  service,
  operation: 'execute',
  summary,
  access: anonymous,
  input,
  output: PickupSearchResult,
  handle: ({ searchRequest }, call) => searchResponse(call, searchRequest),
});

const postSearch = route({
  method: 'POST',
  path: '/V1/inventory/in-store-pickup/pickup-locations/',
  service,
  operation: 'execute',
  release: '2.4.9',
  summary,
  access: anonymous,
  entity: none('It only reads.'),
  reads: true,
  transaction: false,
  input,
  output: PickupSearchResult,
  handle: ({ searchRequest }, call) => searchResponse(call, searchRequest),
});

const postNotice = route({
  method: 'POST',
  path: '/V1/order/notify-orders-are-ready-for-pickup',
  service: 'inventoryInStorePickupSalesApiNotifyOrdersAreReadyForPickupV1',
  operation: 'execute',
  summary:
    'Tell buyers that their orders are ready to be picked up; ships the orders from there. `errors` has those that are not.',
  access: acl('Magento_InventoryInStorePickupApi::notify_orders_are_ready_for_pickup'),
  entity: several('orderIds'),
  transaction: false,
  input: { orderIds: t.array(t.integer) },
  output: NoticeResult,
  handle: ({ orderIds }, call) => notifyReady(call, orderIds),
});

/** Routes of in-store pickup. */
export const pickupRoutes = [getLocations, postSearch, postNotice];
