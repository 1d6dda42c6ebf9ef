import type { Selectable } from 'kysely';
import type { Call, Tables } from '../../kernel/call.ts';
import { formatTime } from '../../kernel/time.ts';
import type { AskedPage } from '../../storage/criteria/pages.ts';

/** Actions of staff in the name of a customer; the names are those of storefronts. */
type ActionName = 'login' | 'place_order' | 'cancel_order';

/** An action of staff in the name of a customer. */
type AssistanceAction = Selectable<Tables['login_as_customer_action']>;

/** Records an action of staff in the name of a customer, in the transaction of the action. */
export async function recordAction(
  call: Call,
  customerId: number,
  action: ActionName,
  details: string | null,
): Promise<void> {
  const created_at = formatTime(call.clock.now());
  await call.db
    .insertInto('login_as_customer_action')
    .values({ customer_id: customerId, action, details, created_at })
    .execute();
}

/** An order at a change of it. */
interface ChangedOrder {
  readonly fields: {
    readonly customer_id?: number | null | undefined;
    readonly increment_id: string;
    readonly state?: string | null | undefined;
  };
}

/** Records once that staff placed or canceled an order in the name of its customer. */
export async function followAssistedOrder(call: Call, { fields }: ChangedOrder): Promise<void> {
  const { customer_id: customerId, increment_id: number, state } = fields;
  if (call.caller.isAssisted !== true || !customerId || customerId !== call.caller.id) return;
  const action = state === 'canceled' ? 'cancel_order' : 'place_order';
  // An order that is paid at once changes twice.
  const known = await call.db
    .selectFrom('login_as_customer_action')
    .select('id')
    .where('customer_id', '=', customerId)
    .where('action', '=', action)
    .where('details', '=', number)
    .executeTakeFirst();
  if (!known) await recordAction(call, customerId, action, number);
}

/** A page of the actions in the name of a customer, the newest first. */
export async function actionsOf(
  call: Call,
  customerId: number,
  { page, pageSize }: AskedPage,
): Promise<AssistanceAction[]> {
  return call.db
    .selectFrom('login_as_customer_action')
    .selectAll()
    .where('customer_id', '=', customerId)
    .orderBy('id', 'desc')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute();
}

/** How many actions there are in the name of a customer. */
export async function countActions(call: Call, customerId: number): Promise<number> {
  const { count } = await call.db
    .selectFrom('login_as_customer_action')
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .where('customer_id', '=', customerId)
    .executeTakeFirstOrThrow();
  return Number(count);
}
