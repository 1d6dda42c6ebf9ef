import type { ChangedEntity } from '../../platform/change-log/entities.ts';

/** Returns in change events. */
export const returnEntity: ChangedEntity = {
  name: 'return',
  key: 'increment_id',
  observed: 'magento_rma',
  resource: 'Magento_Rma::magento_rma',
  list: { service: 'rmaRmaManagementV1', operation: 'search', searched: 'entity_id', id: 'entity_id' },
};
