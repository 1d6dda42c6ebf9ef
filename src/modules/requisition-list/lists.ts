import { sql } from 'kysely';
import type { Call } from '../../kernel/call.ts';
import { foldText } from '../../kernel/fold.ts';
import { firstOf } from '../../kernel/lists.ts';
import { formatTime } from '../../kernel/time.ts';
import { perDialect } from '../../storage/dialects.ts';
import { preparedFirst, type Params } from '../../storage/prepared.ts';
import { binary, escapeLike, fold, inIds, like } from '../../storage/sql.ts';
import type { AskedPage } from '../../storage/criteria/pages.ts';
import { hasRequisitionLists, mostRequisitionLists } from './configuration.ts';
import { requisitionListErrors } from './errors.ts';
import type { StoredRequisitionList } from './tables.ts';

/** Maximum length of the name of a list, in characters. */
const LONGEST_NAME = 255;

/** Within a transaction a list is locked, so that changes of it take turns. On SQLite the transaction itself is the lock. */
const forUpdate = perDialect({ sqlite: sql``, postgres: sql`for update` });
const read = preparedFirst((db, p: Params<{ id: number }>) =>
  db.selectFrom('requisition_list').selectAll().where('list_id', '=', p.id),
);
const lock = preparedFirst((db, p: Params<{ id: number }>) =>
  db.selectFrom('requisition_list').selectAll().where('list_id', '=', p.id).modifyEnd(forUpdate),
);

/** Throws where the website has no requisition lists. */
export function requireRequisitionLists(call: Call): void {
  if (!call.config.of(hasRequisitionLists, { websiteId: call.scope.websiteId })) throw requisitionListErrors.disabled();
}

/**
 * A list of the calling customer, locked within a transaction. Throws when lists are disabled, and the same error for a list of others
 * as for a missing one.
 */
export async function ownList(call: Call, id: number | undefined): Promise<StoredRequisitionList> {
  requireRequisitionLists(call);
  if (call.caller.type !== 'customer') throw requisitionListErrors.notFound();
  return listOf(call, call.caller.id, id);
}

/** A list of a customer, locked within a transaction. Throws the same error for a list of others as for a missing one. */
export async function listOf(call: Call, customerId: number, id: number | undefined): Promise<StoredRequisitionList> {
  const isId = id !== undefined && id <= 0x7fff_ffff;
  const found = isId ? await (call.inTransaction ? lock : read)(call.db, { id }) : undefined;
  if (found?.customer_id !== customerId) throw requisitionListErrors.notFound();
  return found;
}

/** Conditions on lists of a customer; absent ones do not limit them. */
interface ListFilter {
  readonly ids?: readonly number[];
  /** A part of the name, or all of it. */
  readonly name?: { readonly text: string; readonly isWhole: boolean };
}

/** An order of lists. */
export interface ListOrder {
  readonly field: 'name' | 'updated_at';
  readonly direction: 'asc' | 'desc';
}

function ofCustomer(call: Call, customerId: number, { ids, name }: ListFilter) {
  let lists = call.db.selectFrom('requisition_list').where('customer_id', '=', customerId);
  if (ids) lists = lists.where(inIds('list_id', ids));
  if (name) {
    const text = escapeLike(foldText(name.text));
    lists = lists.where(like(fold('name'), name.isWhole ? text : `%${text}%`));
  }
  return lists;
}

/** The number of a customer's lists. */
export async function countLists(call: Call, customerId: number, filter: ListFilter = {}): Promise<number> {
  const { count } = await ofCustomer(call, customerId, filter)
    .select((eb) => eb.fn.countAll<number | string>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** A page of a customer's lists; by default in the order in which they were created. */
export async function pageOfLists(
  call: Call,
  customerId: number,
  { page, pageSize }: AskedPage,
  filter: ListFilter = {},
  order?: ListOrder,
): Promise<StoredRequisitionList[]> {
  let lists = ofCustomer(call, customerId, filter).selectAll();
  if (order) lists = lists.orderBy(order.field === 'name' ? fold('name') : binary('updated_at'), order.direction);
  return lists
    .orderBy('list_id')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute();
}

/** The fields of a list that a request may set. */
interface ListFields {
  readonly name: string;
  readonly description?: string | null | undefined;
}

/** Creates a list of a customer. Throws when the customer has too many. Within a transaction. */
export async function createList(call: Call, customerId: number, fields: ListFields): Promise<StoredRequisitionList> {
  const name = checkedName(fields.name);
  // Without the lock, concurrent requests could exceed the limit.
  await call.services.customer.lock(call, customerId);
  const most = call.config.of(mostRequisitionLists, { websiteId: call.scope.websiteId });
  if ((await countLists(call, customerId)) >= most) throw requisitionListErrors.tooMany();
  const description = fields.description ?? null;
  const rows = await call.db
    .insertInto('requisition_list')
    .values({ customer_id: customerId, name, description, updated_at: formatTime(call.clock.now()) })
    .returningAll()
    .execute();
  return firstOf(rows);
}

/** Changes name and description of a list; an absent description stays. Within a transaction. */
export async function changeList(
  call: Call,
  { list_id }: StoredRequisitionList,
  { name, description }: ListFields,
): Promise<StoredRequisitionList> {
  const rows = await call.db
    .updateTable('requisition_list')
    .set({
      name: checkedName(name),
      ...(description !== undefined && { description }),
      updated_at: formatTime(call.clock.now()),
    })
    .where('list_id', '=', list_id)
    .returningAll()
    .execute();
  // A concurrent request may have deleted the list.
  if (!rows[0]) throw requisitionListErrors.notFound();
  return rows[0];
}

/** Deletes a list with its items. Within a transaction. */
export async function deleteList(call: Call, { list_id }: StoredRequisitionList): Promise<void> {
  await call.db.deleteFrom('requisition_list').where('list_id', '=', list_id).execute();
}

/** Updates the time of a list, which locks it until the transaction ends. Throws for a list that was deleted meanwhile. */
export async function touchList(call: Call, { list_id }: StoredRequisitionList): Promise<StoredRequisitionList> {
  const rows = await call.db
    .updateTable('requisition_list')
    .set({ updated_at: formatTime(call.clock.now()) })
    .where('list_id', '=', list_id)
    .returningAll()
    .execute();
  if (!rows[0]) throw requisitionListErrors.notFound();
  return rows[0];
}

function checkedName(input: string): string {
  const name = input.trim();
  if (name === '') throw requisitionListErrors.nameMissing();
  if (name.length > LONGEST_NAME) throw requisitionListErrors.nameLength([LONGEST_NAME]);
  return name;
}
