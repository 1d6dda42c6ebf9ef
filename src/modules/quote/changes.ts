import type { ChangedEntity } from '../../platform/change-log/entities.ts';

/** Carts are identified by their ids: a masked id would let any reader use a guest's cart. */
export const cartEntity: ChangedEntity = {
  name: 'cart',
  key: 'id',
  observed: 'sales_quote',
  resource: 'Magento_Cart::manage',
  list: { service: 'quoteCartRepositoryV1', operation: 'getList', searched: 'entity_id', id: 'id' },
};
