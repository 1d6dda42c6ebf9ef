import { sql } from 'kysely';
import type { Call } from '../../../kernel/call.ts';
import { noteChanges } from '../../../platform/change-log/note.ts';
import { inIds } from '../../../storage/sql.ts';
import { cartEntity } from '../changes.ts';

/**
 * Puts the active carts of customers into their new group, whose prices they pay from then on. Carts for other companies
 * than the default ones keep theirs.
 */
export async function moveCarts(call: Call, customerIds: readonly number[], groupId: number): Promise<void> {
  const moved = await toGroup(call, groupId)
    .where(inIds('customer_id', customerIds))
    .where('company_id', '=', 0)
    .returning('id')
    .execute();
  noteCarts(call, moved, 'customer_group_id');
}

/** Puts the active carts for companies that are not the default ones of their buyers into the companies' new group. */
export async function moveCartsOfCompanies(call: Call, companyIds: readonly number[], groupId: number): Promise<void> {
  const ids = companyIds.filter((id) => id !== 0);
  const moved = await toGroup(call, groupId).where(inIds('company_id', ids)).returning('id').execute();
  noteCarts(call, moved, 'customer_group_id');
}

function toGroup(call: Call, groupId: number) {
  return call.db
    .updateTable('quote')
    .set(({ eb }) => ({ customer_group_id: groupId, version: eb('version', '+', 1) }))
    .where('is_active', '=', 1)
    .where('customer_group_id', '<>', groupId);
}

function noteCarts(
  call: Call,
  moved: readonly { readonly id: number }[],
  field: 'customer_group_id' | 'company_id' | 'is_active',
): void {
  noteChanges(
    call,
    moved.map(({ id }) => ({
      entity: cartEntity.name,
      id,
      key: String(id),
      action: 'changed',
      fields: [field],
    })),
  );
}

/**
 * Follows customers whose default company has changed, before they move into its group: the cart for the new default company
 * becomes the customer's own, and the own cart that of the former company. Without a cart for the new company the customer
 * keeps the own one; carts apart stay with the former company.
 */
export async function changeDefaultCompany(
  call: Call,
  customerIds: readonly number[],
  { from, to }: { readonly from: number; readonly to: number },
): Promise<void> {
  await relabel(call, customerIds, { from: 0, to: from }, to);
  await relabel(call, customerIds, { from: to, to: 0 });
}

/** Closes the own carts of customers for a company that they leave. */
export async function closeCartsOf(call: Call, customerIds: readonly number[], companyId: number): Promise<void> {
  const closed = await call.db
    .updateTable('quote')
    .set(({ eb }) => ({ is_active: 0, version: eb('version', '+', 1) }))
    .where(inIds('customer_id', customerIds))
    .where('company_id', '=', companyId)
    .where('is_active', '=', 1)
    .where('is_apart', '=', 0)
    .returning('id')
    .execute();
  noteCarts(call, closed, 'is_active');
}

/**
 * Moves the active carts of customers from a company to another. An own cart moves unless there is one of the other company
 * already, and with `onlyBeside` only if there is one of that company.
 */
async function relabel(
  call: Call,
  customerIds: readonly number[],
  { from, to }: { readonly from: number; readonly to: number },
  onlyBeside?: number,
): Promise<void> {
  const hasOwn = (companyId: number) => sql<boolean>`exists (select 1 from quote as other
    where other.customer_id = quote.customer_id and other.website_id = quote.website_id
    and other.company_id = ${companyId} and other.is_active = 1 and other.is_apart = 0)`;
  const isFree = sql<boolean>`not ${hasOwn(to)}`;
  const movesOwn = onlyBeside === undefined ? isFree : sql<boolean>`${isFree} and ${hasOwn(onlyBeside)}`;
  const moved = await call.db
    .updateTable('quote')
    .set(({ eb }) => ({ company_id: to, version: eb('version', '+', 1) }))
    .where(inIds('customer_id', customerIds))
    .where('company_id', '=', from)
    .where('is_active', '=', 1)
    .where(sql<boolean>`(quote.is_apart = 1 or (${movesOwn}))`)
    .returning('id')
    .execute();
  noteCarts(call, moved, 'company_id');
}
