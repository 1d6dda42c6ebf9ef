import { several } from '../../../kernel/entity.ts';
import { acl, route } from '../../../kernel/route.ts';
import * as t from '../../../kernel/types.ts';
import { TransferItem } from '../types.ts';
import { assignSources, unassignSources } from './assign.ts';
import { transferAll, transferParts } from './transfer.ts';

const access = acl('Magento_Catalog::products');

const postAssign = route({
  method: 'POST',
  path: '/V1/inventory/bulk-product-source-assign',
  service: 'inventoryCatalogApiBulkSourceAssignV1',
  operation: 'execute',
  summary: 'Assign products to sources, empty and out of stock; get the number of new source items.',
  access,
  entity: several('skus', 'sourceCodes'),
  input: { skus: t.array(t.string), sourceCodes: t.array(t.string) },
  output: t.integer,
  handle: (assignment, call) => assignSources(call, assignment),
});

const postUnassign = route({
  method: 'POST',
  path: '/V1/inventory/bulk-product-source-unassign',
  service: 'inventoryCatalogApiBulkSourceUnassignV1',
  operation: 'execute',
  summary: 'Take products away from sources; get the number of source items that went.',
  access,
  entity: several('skus', 'sourceCodes'),
  input: { skus: t.array(t.string), sourceCodes: t.array(t.string) },
  output: t.integer,
  handle: (assignment, call) => unassignSources(call, assignment),
});

const postTransfer = route({
  method: 'POST',
  path: '/V1/inventory/bulk-product-source-transfer',
  service: 'inventoryCatalogApiBulkInventoryTransferV1',
  operation: 'execute',
  summary: 'Move all pieces of products from one source to another.',
  access,
  entity: several('skus', 'originSource', 'destinationSource'),
  input: {
    skus: t.array(t.string),
    originSource: t.string,
    destinationSource: t.string,
    unassignFromOrigin: t.boolean,
  },
  output: t.boolean,
  async handle({ skus, originSource, destinationSource, unassignFromOrigin }, call) {
    const ends = { origin: originSource, destination: destinationSource };
    await transferAll(call, skus, { ...ends, isUnassigned: unassignFromOrigin });
    return true;
  },
});

const postPartialTransfer = route({
  method: 'POST',
  path: '/V1/inventory/bulk-partial-source-transfer',
  service: 'inventoryCatalogApiBulkPartialInventoryTransferV1',
  operation: 'execute',
  summary: 'Move some pieces of products from one source to another.',
  access,
  entity: several('items.sku', 'originSourceCode', 'destinationSourceCode'),
  input: { originSourceCode: t.string, destinationSourceCode: t.string, items: t.array(TransferItem) },
  output: t.nothing,
  handle: ({ originSourceCode, destinationSourceCode, items }, call) =>
    transferParts(
      call,
      items.map(({ sku, qty }) => ({ sku: sku ?? '', qty: qty ?? 0 })),
      { origin: originSourceCode, destination: destinationSourceCode },
    ),
});

/** Routes that move many products between sources. */
export const bulkRoutes = [postAssign, postUnassign, postTransfer, postPartialTransfer];
