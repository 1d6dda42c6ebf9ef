import { entity } from '../../../kernel/entity.ts';
import { acl, route } from '../../../kernel/route.ts';
import * as t from '../../../kernel/types.ts';
import { SearchCriteria } from '../../../search/criteria.ts';
import { addDocumentComment } from '../comments.ts';
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
import { shipOrder } from './create.ts';
import { mailShipmentAgain, saveShipment } from './save.ts';
import { shipments } from './shipments.ts';
import { deleteTrack, saveTrack } from './tracks.ts';

const repository = 'salesShipmentRepositoryV1';
const management = 'salesShipmentManagementV1';
const trackRepository = 'salesShipmentTrackRepositoryV1';
const access = acl('Magento_Sales::shipment');

type ShownShipment = t.Out<typeof Shipment>;

export const getShipment = route({
  method: 'GET',
  path: '/V1/shipment/:id',
  service: repository,
  operation: 'get',
  summary: 'Get one shipment with its items, tracks and comments; as PDF where that is asked for.',
  access,
  input: { id: t.integer },
  output: Shipment,
  handle: async ({ id }, call) => (await shipments.get(call, id)).fields as ShownShipment,
  print: ({ id }, call) => print(call, 'shipment', id),
});

export const getShipments = route({
  method: 'GET',
  path: '/V1/shipments',
  service: repository,
  operation: 'getList',
  summary: 'List shipments.',
  access,
  input: { searchCriteria: SearchCriteria },
  output: ShipmentSearchResults,
  handle: async ({ searchCriteria }, call) =>
    (await shipments.list(call, searchCriteria)) as t.Out<typeof ShipmentSearchResults>,
});

export const getShipmentComments = route({
  method: 'GET',
  path: '/V1/shipment/:id/comments',
  service: management,
  operation: 'getCommentsList',
  summary: 'List the comments of a shipment.',
  access,
  input: { id: t.integer },
  output: ShipmentCommentSearchResults,
  handle: ({ id }, call) => shipments.comments(call, id),
});

export const postShipmentComment = route({
  method: 'POST',
  path: '/V1/shipment/:id/comments',
  service: 'salesShipmentCommentRepositoryV1',
  operation: 'save',
  summary: 'Add a comment to the shipment that the comment names as its parent.',
  access,
  entity: entity('shipment', 'entity.parent_id'),
  input: { entity: ShipmentComment },
  overrides: { id: t.string },
  output: ShipmentComment,
  handle: ({ entity }, call) =>
    addDocumentComment(call, 'shipment', shipments, entity, () => salesErrors.shipmentComment()),
});

export const sendShipment = route({
  method: 'POST',
  path: '/V1/shipment/:id/emails',
  service: management,
  operation: 'notify',
  summary: 'Tell the customer of a shipment.',
  access,
  entity: entity('shipment', 'id'),
  input: { id: t.integer },
  output: t.boolean,
  handle: ({ id }, call) => mailShipmentAgain(call, id),
});

export const postTrack = route({
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

export const deleteTrackRoute = route({
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

export const postShipment = route({
  method: 'POST',
  path: '/V1/shipment/',
  service: repository,
  operation: 'save',
  summary: 'Write the record of a shipment as it is sent, without a change of its order.',
  access,
  entity: entity('order', 'entity.order_id', { names: ['entity.entity_id'] }),
  input: { entity: Shipment },
  output: Shipment,
  handle: async ({ entity }, call) => (await saveShipment(call, entity)) as ShownShipment,
});

export const getLabel = route({
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

export const ship = route({
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
  handle: async ({ orderId, ...wanted }, call) => String(await shipOrder(call, orderId, wanted)),
});

/** Routes of shipments. */
export const shipmentRoutes = [
  getShipment,
  getShipments,
  getShipmentComments,
  postShipmentComment,
  sendShipment,
  postTrack,
  deleteTrackRoute,
  postShipment,
  getLabel,
  ship,
];
