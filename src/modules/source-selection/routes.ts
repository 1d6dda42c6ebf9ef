import { none } from '../../kernel/entity.ts';
import { acl, route } from '../../kernel/route.ts';
import * as t from '../../kernel/types.ts';
import { algorithms, selectSources } from './algorithms.ts';
import {
  distanceBetween,
  distanceProvider,
  requireAddress,
  requirePoint,
  requirePoints,
} from './distance/distances.ts';
import {
  InventoryRequest,
  LatLng,
  SelectionAddress,
  SourceSelectionAlgorithm,
  SourceSelectionResult,
} from './types.ts';

const sources = acl('Magento_InventoryApi::source');

const getAlgorithms = route({
  method: 'GET',
  path: '/V1/inventory/source-selection-algorithm-list',
  service: 'inventorySourceSelectionApiGetSourceSelectionAlgorithmListV1',
  operation: 'execute',
  summary: 'List the ways to choose sources.',
  access: acl('Magento_InventorySourceSelectionApi::source_selection_algorithm'),
  input: {},
  output: t.array(SourceSelectionAlgorithm),
  handle: () => [...algorithms],
});

const postResult = route({
  method: 'POST',
  path: '/V1/inventory/source-selection-algorithm-result',
  service: 'inventorySourceSelectionApiSourceSelectionServiceV1',
  operation: 'execute',
  summary: 'Propose from which sources of a stock pieces are to be shipped.',
  access: acl('Magento_InventorySourceSelectionApi::source_selection_algorithm_post'),
  entity: none('It only proposes.'),
  reads: true,
  transaction: false,
  input: { inventoryRequest: InventoryRequest, algorithmCode: t.string },
  output: SourceSelectionResult,
  async handle({ inventoryRequest, algorithmCode }, call) {
    const { items, isShippable } = await selectSources(call, inventoryRequest, algorithmCode);
    const source_selection_items = items.map(({ source, sku, deduction, qty }) => ({
      source_code: source,
      sku,
      qty_to_deduct: deduction,
      qty_available: qty,
    }));
    return { source_selection_items, shippable: isShippable };
  },
});

const getDistance = route({
  method: 'GET',
  path: '/V1/inventory/get-distance',
  service: 'inventoryDistanceBasedSourceSelectionApiGetDistanceV1',
  operation: 'execute',
  summary: 'Show how far it is from one point to another, in metres.',
  access: sources,
  input: { source: LatLng, destination: LatLng },
  output: t.number,
  handle: ({ source, destination }, call) => distanceBetween(call, requirePoint(source), requirePoint(destination)),
});

const getProvider = route({
  method: 'GET',
  path: '/V1/inventory/get-distance-provider-code',
  service: 'inventoryDistanceBasedSourceSelectionApiGetDistanceProviderCodeV1',
  operation: 'execute',
  summary: 'Get the provider that calculates distances.',
  access: sources,
  input: {},
  output: t.string,
  handle: (_, call) => distanceProvider(call).code,
});

const getPoint = route({
  method: 'GET',
  path: '/V1/inventory/get-latlng-from-address',
  service: 'inventoryDistanceBasedSourceSelectionApiGetLatLngFromAddressV1',
  operation: 'execute',
  summary: 'Show where an address is.',
  access: sources,
  input: { address: SelectionAddress },
  output: LatLng,
  async handle({ address }, call) {
    const [first] = await requirePoints(call, requireAddress(address));
    return first;
  },
});

const getPoints = route({
  method: 'GET',
  path: '/V1/inventory/get-latslngs-from-address',
  service: 'inventoryDistanceBasedSourceSelectionApiGetLatsLngsFromAddressV1',
  operation: 'execute',
  summary: 'List where an address may be, the likeliest point first.',
  access: sources,
  input: { address: SelectionAddress },
  output: t.array(LatLng),
  handle: ({ address }, call) => requirePoints(call, requireAddress(address)),
});

/** Routes that select sources, and calculate distances. */
export const sourceSelectionRoutes = [getAlgorithms, postResult, getDistance, getProvider, getPoint, getPoints];
