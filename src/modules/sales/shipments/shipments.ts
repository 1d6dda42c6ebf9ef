import { documentStore } from '../documents.ts';
import { Shipment, type ShipmentFields } from '../types/shipment.ts';

export const shipments = documentStore<ShipmentFields>('shipment', Shipment.fields);
