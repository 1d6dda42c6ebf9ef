import type { Call } from '../../kernel/call.ts';
import type { AttributeSource } from '../eav/service.ts';
import { itemStatuses } from './states.ts';
import { ReturnItem } from './types.ts';

const labels = {
  pending: 'Pending',
  authorized: 'Authorized',
  denied: 'Denied',
  received: 'Return Received',
  approved: 'Approved',
  rejected: 'Rejected',
} as const;

/** The statuses of returned items as choices. */
export const itemStatusSource: AttributeSource = {
  sourceModel: 'Magento\\Rma\\Model\\Item\\Attribute\\Source\\Status',
  options: async () => itemStatuses.map((value) => ({ value, label: labels[value] })),
};

/** Codes of the attributes that the type of an item has no field for, in order. */
export async function customCodes(call: Call): Promise<string[]> {
  const { byId } = await call.services.eav.entity(call, 'rma_item');
  return [...byId.values()].map(({ code }) => code).filter((code) => !Object.hasOwn(ReturnItem.fields, code));
}
