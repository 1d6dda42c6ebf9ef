import { newCustomer, signIn } from '../support/customers.ts';
import type { Catalog } from './walk-catalog.ts';
import type { Walk } from './walk.ts';

/** A requisition list of a customer: new, and changed. */
export async function walkRequisitionLists({ good, souk }: Walk, { simple }: Catalog): Promise<void> {
  await souk.configure({ 'btob/website_configuration/requisition_list_active': '1' });
  const me = await signIn(souk, (await newCustomer(souk)).email);
  const items = [{ sku: simple.sku, qty: 2 }];
  const list = await good(me, 'POST /V1/requisition_lists', { requisitionList: { name: 'Office', items } });
  await good(me, 'POST /V1/requisition_lists', { requisitionList: { ...list, name: 'Workshop' } });
}
