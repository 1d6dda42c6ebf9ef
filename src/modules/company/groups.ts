import type { Call } from '../../kernel/call.ts';
import { inIds } from '../../storage/sql.ts';
import { platformErrors } from '../../kernel/errors.ts';
import { findCompanies, lockCompanies } from './companies.ts';

/** Ids of the companies of a customer group, in order. */
export async function companiesIn(call: Call, groupId: number): Promise<number[]> {
  const rows = await call.db
    .selectFrom('company')
    .select('entity_id')
    .where('customer_group_id', '=', groupId)
    .orderBy('entity_id')
    .execute();
  return rows.map(({ entity_id }) => entity_id);
}

/** Whether companies are in a customer group, so that it cannot be deleted. */
export async function hasCompanies(call: Call, groupId: number): Promise<boolean> {
  return (await companiesIn(call, groupId)).length > 0;
}

/** Throws 404 for the first unknown company. */
export async function checkCompanies(call: Call, ids: readonly number[]): Promise<void> {
  const found = await findCompanies(call, ids.filter(Number.isSafeInteger));
  const missing = ids.find((id) => !found.has(id));
  if (missing !== undefined) throw platformErrors.noSuchEntity({ fieldName: 'id', fieldValue: missing });
}

/** Puts companies and the customers who buy for them into a customer group; within a transaction. Throws 404 for an unknown id. */
export async function moveCompanies(call: Call, ids: readonly number[], groupId: number): Promise<void> {
  if (ids.length === 0) return;
  await lockCompanies(call, ids, 'id');
  await call.db.updateTable('company').set({ customer_group_id: groupId }).where(inIds('entity_id', ids)).execute();
  await moveBuyers(call, ids, groupId);
}

/** Puts the customers who buy for companies into the companies' group, with the carts of others for these companies. Returns the customers. */
export async function moveBuyers(call: Call, companyIds: readonly number[], groupId: number): Promise<number[]> {
  const users = await buyersOf(call, companyIds);
  await call.services.customer.moveToGroup(call, users, groupId);
  await call.services.quote.moveCartsOfCompanies(call, companyIds, groupId);
  return users;
}

/** Ids of the customers who buy for companies by default. */
async function buyersOf(call: Call, companyIds: readonly number[]): Promise<number[]> {
  const rows = await call.db
    .selectFrom('company_user')
    .select('customer_id')
    .where(inIds('company_id', companyIds))
    .where('is_default', '=', 1)
    .execute();
  return rows.map(({ customer_id }) => customer_id);
}
