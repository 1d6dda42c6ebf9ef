import { entity } from '../../../kernel/entity.ts';
import { acl, route } from '../../../kernel/route.ts';
import * as t from '../../../kernel/types.ts';
import { documentRoutes } from '../document-routes.ts';
import { salesErrors } from '../errors.ts';
import {
  ShipmentCommentCreation,
  ShipmentCreationArguments,
  ShipmentItemCreation,
  ShipmentPackageCreation,
  ShipmentTrackCreation,
} from '../types/creation.ts';
import {
  Shipment,
  ShipmentComment,
  ShipmentCommentSearchResults,
  ShipmentSearchResults,
  ShipmentTrack,
} from '../types/shipment.ts';
import { labelOf, print } from '../print/print.ts';
import { shipByHand } from './create.ts';
import { mailShipmentAgain, saveShipment } from './save.ts';
import { shipments } from '../records/document-stores.ts';
import { deleteTrack, saveTrack } from './tracks.ts';

const management = 'salesShipmentManagementV1';
const trackRepository = 'salesShipmentTrackRepositoryV1';
const access = acl('Magento_Sales::shipment');

const postTrack = route({
  method: 'POST',
  path: '/V1/shipment/track',
  service: trackRepository,
  operation: 'save',
  summary: 'Add a track to a shipment.',
  access,
  entity: entity('order', 'entity.order_id', { names: ['entity.parent_id'] }),
  input: { entity: ShipmentTrack },
  output: ShipmentTrack,
  handle: async ({ entity }, call) => (await saveTrack(call, entity)) as t.Out<typeof ShipmentTrack>,
});

const deleteTrackRoute = route({
  method: 'DELETE',
  path: '/V1/shipment/track/:id',
  service: trackRepository,
  operation: 'deleteById',
  summary: 'Remove a track.',
  access,
  entity: entity('shipment track', 'id'),
  input: { id: t.integer },
  output: t.boolean,
  handle: ({ id }, call) => deleteTrack(call, id),
});

const getLabel = route({
  method: 'GET',
  path: '/V1/shipment/:id/label',
  service: management,
  operation: 'getLabel',
  summary: 'Get the label of a shipment in base64; as PDF where that is asked for.',
  access,
  input: { id: t.integer },
  output: t.string,
  handle: ({ id }, call) => labelOf(call, id),
  print: ({ id }, call) => print(call, 'label', id),
});

const ship = route({
  method: 'POST',
  path: '/V1/order/:orderId/ship',
  service: 'salesShipOrderV1',
  operation: 'execute',
  summary: 'Ship items of an order, or all that is left.',
  access: acl('Magento_Sales::ship'),
  entity: entity('order', 'orderId'),
  input: {
    orderId: t.integer,
    items: t.optional(t.array(ShipmentItemCreation)),
    notify: t.optional(t.boolean),
    appendComment: t.optional(t.boolean),
    comment: t.optional(ShipmentCommentCreation),
    tracks: t.optional(t.array(ShipmentTrackCreation)),
    packages: t.optional(t.array(ShipmentPackageCreation)),
    arguments: t.optional(ShipmentCreationArguments),
  },
  output: t.integerText,
  handle: async ({ orderId, ...request }, call) => String(await shipByHand(call, orderId, request)),
});

const common = documentRoutes({
  kind: 'shipment',
  name: 'shipment',
  summaries: {
    get: 'Get one shipment with its items, tracks and comments; as PDF where that is asked for.',
    send: 'Tell the customer of a shipment.',
    comment: 'Add a comment to the shipment that the comment names as its parent.',
  },
  path: '/V1/shipment',
  list: { path: '/V1/shipments' },
  comment: { path: '/V1/shipment/:id/comments' },
  record: { path: '/V1/shipment/' },
  service: 'salesShipment',
  access,
  type: Shipment,
  results: ShipmentSearchResults,
  commentType: ShipmentComment,
  commentResults: ShipmentCommentSearchResults,
  store: shipments,
  mail: mailShipmentAgain,
  save: saveShipment,
  missing: () => salesErrors.shipmentComment(),
});

/** Routes of shipments. */
export const shipmentRoutes = [...common, postTrack, deleteTrackRoute, getLabel, ship];
