import { entity } from '../../kernel/entity.ts';
import { acl, route } from '../../kernel/route.ts';
import * as t from '../../kernel/types.ts';
import { SearchCriteria } from '../../storage/criteria/criteria.ts';
import { answerList, listOf } from '../../storage/criteria/list.ts';
import { AttributeMetadata } from '../customer/metadata/types.ts';
import { labelOfReturn } from './label.ts';
import { customCodes } from './metadata.ts';
import { getReturn, listReturns, showComments, showReturn, showTracks } from './returns.ts';
import { addReturnComment, addReturnTrack, deleteReturn, removeReturnTrack, saveReturn } from './save.ts';
import * as types from './types.ts';

const access = acl('Magento_Rma::magento_rma');
const management = { service: 'rmaRmaManagementV1', access } as const;
const repository = { service: 'rmaRmaRepositoryV1', access } as const;
const comments = { service: 'rmaCommentManagementV1', access } as const;
const tracks = { service: 'rmaTrackManagementV1', access } as const;
const metadata = { service: 'rmaRmaAttributesManagementV1', access } as const;

/** The return in the path, which overrides the request body. */
const ofPath = {
  overrides: { id: t.string },
  fromPath: { 'rmaDataObject.entity_id': 'id' },
  entity: entity('return', 'rmaDataObject.entity_id'),
};

const list = route({
  ...management,
  method: 'GET',
  path: '/V1/returns',
  operation: 'search',
  summary: 'List returns.',
  input: { searchCriteria: SearchCriteria },
  output: types.ReturnSearchResults,
  handle: async ({ searchCriteria }, call, requestedFields) =>
    answerList(await listReturns(call, searchCriteria), requestedFields, (page) => page.map(showReturn)),
});

const create = route({
  ...management,
  method: 'POST',
  path: '/V1/returns',
  operation: 'saveRma',
  summary: 'Create a return of items of an order, or change the one with the id in the request.',
  entity: entity('order', 'rmaDataObject.order_id', { names: ['rmaDataObject.entity_id'] }),
  input: { rmaDataObject: types.Return },
  output: types.Return,
  handle: async ({ rmaDataObject }, call) => showReturn(await saveReturn(call, rmaDataObject)),
});

const update = route({
  ...management,
  ...ofPath,
  method: 'PUT',
  path: '/V1/returns/:id',
  operation: 'saveRma',
  summary: 'Change a return: lead its items from step to step, add items, comments and tracks, or close it.',
  input: { rmaDataObject: types.Return },
  output: types.Return,
  handle: async ({ rmaDataObject }, call) => {
    const { entity_id, ...fields } = rmaDataObject;
    return showReturn(await saveReturn(call, { ...fields, entity_id: entity_id ?? 0 }));
  },
});

const get = route({
  ...repository,
  method: 'GET',
  path: '/V1/returns/:id',
  operation: 'get',
  summary: 'Read a return.',
  input: { id: t.integer },
  output: types.Return,
  handle: async ({ id }, call) => showReturn(await getReturn(call, id)),
});

const remove = route({
  ...repository,
  ...ofPath,
  method: 'DELETE',
  path: '/V1/returns/:id',
  operation: 'delete',
  summary: 'Delete a return.',
  input: { rmaDataObject: types.Return },
  output: t.boolean,
  handle: async ({ rmaDataObject }, call) => {
    await deleteReturn(call, rmaDataObject.entity_id ?? 0);
    return true;
  },
});

const getComments = route({
  ...comments,
  method: 'GET',
  path: '/V1/returns/:id/comments',
  operation: 'commentsList',
  summary: 'List the comments of a return.',
  input: { id: t.integer },
  output: types.ReturnCommentSearchResults,
  handle: async ({ id }, call, requestedFields) =>
    answerList(listOf(showComments(await getReturn(call, id)), 'rma_entity_id', id), requestedFields),
});

const addComment = route({
  ...comments,
  method: 'POST',
  path: '/V1/returns/:id/comments',
  operation: 'addComment',
  summary: 'Comment on a return, and tell the customer where that is wanted.',
  overrides: { id: t.string },
  fromPath: { 'data.rma_entity_id': 'id' },
  entity: entity('return', 'data.rma_entity_id'),
  input: { data: types.ReturnComment },
  output: t.boolean,
  handle: async ({ data }, call) => {
    await addReturnComment(call, data.rma_entity_id ?? 0, data);
    return true;
  },
});

const getTracks = route({
  ...tracks,
  method: 'GET',
  path: '/V1/returns/:id/tracking-numbers',
  operation: 'getTracks',
  summary: 'List the tracking numbers of a return.',
  input: { id: t.integer },
  output: types.ReturnTrackSearchResults,
  handle: async ({ id }, call, requestedFields) =>
    answerList(listOf(showTracks(await getReturn(call, id)), 'rma_entity_id', id), requestedFields),
});

const addTrack = route({
  ...tracks,
  method: 'POST',
  path: '/V1/returns/:id/tracking-numbers',
  operation: 'addTrack',
  summary: 'Add a tracking number to a return.',
  entity: entity('return', 'id'),
  input: { id: t.integer, track: types.ReturnTrack },
  output: t.boolean,
  handle: async ({ id, track }, call) => {
    await addReturnTrack(call, id, track);
    return true;
  },
});

const removeTrack = route({
  ...tracks,
  method: 'DELETE',
  path: '/V1/returns/:id/tracking-numbers/:trackId',
  operation: 'removeTrackById',
  summary: 'Remove a tracking number from a return.',
  entity: entity('return', 'id', { names: ['trackId'] }),
  input: { id: t.integer, trackId: t.integer },
  output: t.boolean,
  handle: async ({ id, trackId }, call) => {
    await removeReturnTrack(call, id, trackId);
    return true;
  },
});

const getLabels = route({
  ...tracks,
  method: 'GET',
  path: '/V1/returns/:id/labels',
  operation: 'getShippingLabelPdf',
  summary: 'Print the label for the parcel of a return: a PDF in base64.',
  input: { id: t.integer },
  output: t.string,
  handle: ({ id }, call) => labelOfReturn(call, id),
});

const getAttribute = route({
  ...metadata,
  method: 'GET',
  path: '/V1/returnsAttributeMetadata/:attributeCode',
  operation: 'getAttributeMetadata',
  summary: 'Describe one attribute of returned items.',
  input: { attributeCode: t.string },
  output: AttributeMetadata,
  handle: ({ attributeCode }, call) => call.services.customer.formAttributes.one(call, 'rma_item', attributeCode),
});

const getForm = route({
  ...metadata,
  method: 'GET',
  path: '/V1/returnsAttributeMetadata/form/:formCode',
  operation: 'getAttributes',
  summary: 'Describe the attributes of a form for returned items.',
  input: { formCode: t.string },
  output: t.array(AttributeMetadata),
  handle: ({ formCode }, call) => call.services.customer.formAttributes.form(call, 'rma_item', formCode),
});

const getAttributes = route({
  ...metadata,
  method: 'GET',
  path: '/V1/returnsAttributeMetadata',
  operation: 'getAllAttributesMetadata',
  summary: 'Describe all attributes of returned items.',
  input: {},
  output: t.array(AttributeMetadata),
  handle: (_, call) => call.services.customer.formAttributes.all(call, 'rma_item'),
});

const getCustomAttributes = route({
  ...metadata,
  method: 'GET',
  path: '/V1/returnsAttributeMetadata/custom',
  operation: 'getCustomAttributesMetadata',
  summary: 'Name the attributes of returned items that have no field of their own.',
  input: { dataObjectClassName: t.optional(t.string) },
  partial: '`dataObjectClassName` changes nothing',
  output: t.array(types.MetadataObject),
  handle: async (_, call) => (await customCodes(call)).map((attribute_code) => ({ attribute_code })),
});

/** Routes of returns. */
export const returnRoutes = [
  list,
  create,
  update,
  get,
  remove,
  getComments,
  addComment,
  getTracks,
  addTrack,
  removeTrack,
  getLabels,
  getAttribute,
  getForm,
  getAttributes,
  getCustomAttributes,
];
