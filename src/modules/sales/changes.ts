import type { ChangedEntity } from '../../platform/change-log/entities.ts';
import type { DocumentKind } from './extensions.ts';

/** The names of order documents in change events. */
export const documentEntities: Readonly<Record<DocumentKind, string>> = {
  invoice: 'invoice',
  shipment: 'shipment',
  creditmemo: 'credit_memo',
};

const listBy = (service: string) =>
  ({ service, operation: 'getList', searched: 'entity_id', id: 'entity_id' }) as const;

/** Orders and their documents in change events. */
export const salesEntities: readonly ChangedEntity[] = [
  {
    name: 'order',
    key: 'increment_id',
    observed: 'sales_order',
    resource: 'Magento_Sales::actions_view',
    list: listBy('salesOrderRepositoryV1'),
  },
  {
    name: 'invoice',
    key: 'increment_id',
    observed: 'sales_order_invoice',
    resource: 'Magento_Sales::sales_invoice',
    list: listBy('salesInvoiceRepositoryV1'),
  },
  {
    name: 'shipment',
    key: 'increment_id',
    observed: 'sales_order_shipment',
    resource: 'Magento_Sales::shipment',
    list: listBy('salesShipmentRepositoryV1'),
  },
  {
    name: 'credit_memo',
    key: 'increment_id',
    observed: 'sales_order_creditmemo',
    resource: 'Magento_Sales::sales_creditmemo',
    list: listBy('salesCreditmemoRepositoryV1'),
  },
];
