import { entity } from '../../kernel/entity.ts';
import { acl, route } from '../../kernel/route.ts';
import * as t from '../../kernel/types.ts';
import { SearchCriteria } from '../../storage/criteria/criteria.ts';
import { answerList } from '../../storage/criteria/list.ts';
import { deleteBlock, listBlocks, requireBlock, saveBlock, showBlock } from './blocks.ts';
import { Block, BlockSearchResults } from './types.ts';

const service = 'cmsBlockRepositoryV1';
const access = acl('Magento_Cms::block');

const getCmsBlock = route({
  method: 'GET',
  path: '/V1/cmsBlock/:blockId',
  service,
  operation: 'getById',
  summary: 'Get one block by its id or identifier, whether it is active or not.',
  access,
  openable: true,
  input: { blockId: t.string },
  output: Block,
  handle: async ({ blockId }, call) => showBlock(await requireBlock(call, blockId)),
});

const getCmsBlocks = route({
  method: 'GET',
  path: '/V1/cmsBlock/search',
  service,
  operation: 'getList',
  summary: 'List blocks of all store views.',
  access,
  input: { searchCriteria: SearchCriteria },
  output: BlockSearchResults,
  handle: async ({ searchCriteria }, call, requestedFields) =>
    answerList(await listBlocks(call, searchCriteria), requestedFields, (rows) => rows.map(showBlock)),
});

const createCmsBlock = route({
  method: 'POST',
  path: '/V1/cmsBlock',
  service,
  operation: 'save',
  summary: 'Create a block in the store view of the call, or change the one with the id in the request.',
  access,
  entity: entity('block', 'block.id', { or: 'block.identifier' }),
  input: { block: Block },
  output: Block,
  handle: ({ block }, call) => saveBlock(call, block),
});

const changeCmsBlock = route({
  method: 'PUT',
  path: '/V1/cmsBlock/:id',
  service,
  operation: 'save',
  summary: 'Change a block and put it into the store view of the call; fields that are not sent stay as they are.',
  access,
  entity: entity('block', 'block.id'),
  input: { block: Block },
  overrides: { id: t.string },
  output: Block,
  handle: ({ block }, call) => saveBlock(call, block),
});

const deleteCmsBlock = route({
  method: 'DELETE',
  path: '/V1/cmsBlock/:blockId',
  service,
  operation: 'deleteById',
  summary: 'Delete a block by its id or identifier.',
  access,
  entity: entity('block', 'blockId'),
  input: { blockId: t.string },
  output: t.boolean,
  handle: async ({ blockId }, call) => {
    await deleteBlock(call, blockId);
    return true;
  },
});

/** Routes of blocks. */
export const blockRoutes = [getCmsBlock, getCmsBlocks, createCmsBlock, changeCmsBlock, deleteCmsBlock];
