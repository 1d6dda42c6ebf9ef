import type { Call } from '../../kernel/call.ts';
import { entity } from '../../kernel/entity.ts';
import { acl, route } from '../../kernel/route.ts';
import * as t from '../../kernel/types.ts';
import { SearchCriteria } from '../../storage/criteria/criteria.ts';
import { answerList } from '../../storage/criteria/list.ts';
import { listDesigns, requireDesign, showDesign } from './designs.ts';
import { wrappingErrors } from './errors.ts';
import { deleteDesign, saveDesign } from './save.ts';
import { Wrapping, WrappingSearchResults } from './types.ts';

const service = 'giftWrappingWrappingRepositoryV1';
const access = acl('Magento_GiftWrapping::magento_giftwrapping');
const saved = { data: Wrapping, storeId: t.optional(t.integer) };

const getWrapping = route({
  method: 'GET',
  path: '/V1/gift-wrappings/:id',
  service,
  operation: 'get',
  summary: 'Read a design of gift wrapping, with the name that a store view has for it.',
  access,
  input: { id: t.integer, storeId: t.optional(t.integer) },
  output: Wrapping,
  handle: async ({ id, storeId }, call) =>
    showDesign(call, await requireDesign(call, id, knownStore(call, storeId ?? call.scope.storeId))),
});

const getWrappings = route({
  method: 'GET',
  path: '/V1/gift-wrappings',
  service,
  operation: 'getList',
  summary: 'List the designs of gift wrapping, whether buyers may choose them or not.',
  access,
  input: { searchCriteria: SearchCriteria },
  output: WrappingSearchResults,
  handle: async ({ searchCriteria }, call, requestedFields) =>
    answerList(await listDesigns(call, searchCriteria), requestedFields, (designs) =>
      designs.map((design) => showDesign(call, design)),
    ),
});

const createWrapping = route({
  method: 'POST',
  path: '/V1/gift-wrappings',
  service,
  operation: 'save',
  summary: 'Create a design of gift wrapping, or change the one with the id in the request.',
  access,
  entity: entity('gift wrapping', 'data.wrapping_id', { or: 'data.design' }),
  input: saved,
  output: Wrapping,
  handle: async ({ data, storeId }, call) =>
    showDesign(call, await saveDesign(call, data, knownStore(call, storeId ?? 0))),
});

const changeWrapping = route({
  method: 'PUT',
  path: '/V1/gift-wrappings/:wrappingId',
  service,
  operation: 'save',
  summary: 'Change a design of gift wrapping; fields that are not sent stay as they are.',
  access,
  entity: entity('gift wrapping', 'data.wrapping_id'),
  input: saved,
  overrides: { wrappingId: t.string },
  output: Wrapping,
  handle: async ({ data, storeId }, call) =>
    showDesign(call, await saveDesign(call, data, knownStore(call, storeId ?? 0))),
});

const deleteWrapping = route({
  method: 'DELETE',
  path: '/V1/gift-wrappings/:id',
  service,
  operation: 'deleteById',
  summary: 'Delete a design of gift wrapping.',
  access,
  entity: entity('gift wrapping', 'id'),
  input: { id: t.integer },
  output: t.boolean,
  async handle({ id }, call) {
    await deleteDesign(call, id);
    return true;
  },
});

/** A store view, 0 for all of them. Throws 404 for an unknown one. */
function knownStore(call: Call, storeId: number): number {
  if (storeId !== 0 && !call.services.store.view(storeId)) throw wrappingErrors.noStore();
  return storeId;
}

/** Routes of the designs. */
export const wrappingRoutes = [getWrapping, getWrappings, createWrapping, changeWrapping, deleteWrapping];
