import type { ChangedEntity } from '../../events/entities.ts';

/** Carts go by their ids: whoever knows the masked id of a guest's cart may use it. */
export const cartEntity: ChangedEntity = {
  name: 'cart',
  key: 'id',
  observed: 'sales_quote',
  resource: 'Magento_Cart::manage',
  list: { service: 'quoteCartRepositoryV1', operation: 'getList', searched: 'entity_id', id: 'id' },
};
