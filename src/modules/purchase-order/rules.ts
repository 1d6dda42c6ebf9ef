import type { Call } from '../../kernel/call.ts';
import { foldText } from '../../kernel/fold.ts';
import { formatTime } from '../../kernel/time.ts';
import type { AskedPage } from '../../storage/criteria/pages.ts';
import { isUniqueViolation } from '../../storage/errors.ts';
import { insertRows } from '../../storage/rows.ts';
import { fold, inIds } from '../../storage/sql.ts';
import { purchaseOrderErrors } from './errors.ts';
import type { PurchaseOrderRuleRow } from './tables.ts';

/** An approval rule with its roles. */
export interface ApprovalRule extends PurchaseOrderRuleRow {
  /** Roles of the buyers that the rule applies to, unless it is for all. */
  readonly buyerRoles: readonly number[];
  /** Roles that have to approve, each of them. */
  readonly approverRoles: readonly number[];
}

/** The changeable parts of a rule. */
export type RuleValues = Omit<ApprovalRule, 'rule_id' | 'company_id' | 'creator_id' | 'created_at' | 'updated_at'>;

async function withRoles(call: Call, rows: readonly PurchaseOrderRuleRow[]): Promise<ApprovalRule[]> {
  if (rows.length === 0) return [];
  const roles = await call.db
    .selectFrom('purchase_order_rule_role')
    .selectAll()
    .where(
      inIds(
        'rule_id',
        rows.map(({ rule_id }) => rule_id),
      ),
    )
    .orderBy('role_id')
    .execute();
  const byRule = Map.groupBy(roles, ({ rule_id }) => rule_id);
  return rows.map((row) => {
    const own = byRule.get(row.rule_id) ?? [];
    const idsOf = (kind: 'buyer' | 'approver') => own.flatMap((one) => (one.kind === kind ? [one.role_id] : []));
    return { ...row, buyerRoles: idsOf('buyer'), approverRoles: idsOf('approver') };
  });
}

/** The rules of a company that are enabled, in the order of their creation, in two queries. */
export async function enabledRules(call: Call, companyId: number): Promise<ApprovalRule[]> {
  const rows = await call.db
    .selectFrom('purchase_order_rule')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('is_enabled', '=', 1)
    .orderBy('rule_id')
    .execute();
  return withRoles(call, rows);
}

/** One page of the rules of a company, newest first, in two queries. */
export async function pageOfRules(
  call: Call,
  companyId: number,
  { page, pageSize }: AskedPage,
): Promise<ApprovalRule[]> {
  const rows = await call.db
    .selectFrom('purchase_order_rule')
    .selectAll()
    .where('company_id', '=', companyId)
    .orderBy('rule_id', 'desc')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute();
  return withRoles(call, rows);
}

/** How many rules a company has. */
export async function countRules(call: Call, companyId: number): Promise<number> {
  const { count } = await call.db
    .selectFrom('purchase_order_rule')
    .select((eb) => eb.fn.countAll<number | string>().as('count'))
    .where('company_id', '=', companyId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** A rule of a company; undefined for one of another company. */
export async function findRule(
  call: Call,
  companyId: number,
  id: number | undefined,
): Promise<ApprovalRule | undefined> {
  if (id === undefined) return undefined;
  const rows = await call.db
    .selectFrom('purchase_order_rule')
    .selectAll()
    .where('rule_id', '=', id)
    .where('company_id', '=', companyId)
    .execute();
  return (await withRoles(call, rows))[0];
}

/** Creates a rule of the caller's company; within a transaction. Throws 400 for the name of another one. */
export async function createRule(call: Call, companyId: number, values: RuleValues): Promise<ApprovalRule> {
  const { buyerRoles, approverRoles, ...columns } = values;
  const time = formatTime(call.clock.now());
  const row = await unlessTaken(values.name, () =>
    call.db
      .insertInto('purchase_order_rule')
      .values({ ...columns, company_id: companyId, creator_id: call.caller.id, created_at: time, updated_at: time })
      .returningAll()
      .executeTakeFirstOrThrow(),
  );
  await writeRoles(call, row.rule_id, values);
  return { ...row, buyerRoles, approverRoles };
}

/** Changes a rule; within a transaction. Approvals that purchase orders wait for stay as they are. Throws 400. */
export async function changeRule(call: Call, before: ApprovalRule, values: RuleValues): Promise<ApprovalRule> {
  const { buyerRoles, approverRoles, ...columns } = values;
  const row = await unlessTaken(values.name, () =>
    call.db
      .updateTable('purchase_order_rule')
      .set({ ...columns, updated_at: formatTime(call.clock.now()) })
      .where('rule_id', '=', before.rule_id)
      .returningAll()
      .executeTakeFirstOrThrow(),
  );
  await call.db.deleteFrom('purchase_order_rule_role').where('rule_id', '=', before.rule_id).execute();
  await writeRoles(call, before.rule_id, values);
  return { ...row, buyerRoles, approverRoles };
}

async function writeRoles(call: Call, rule_id: number, { buyerRoles, approverRoles }: RuleValues): Promise<void> {
  await insertRows(call.db, 'purchase_order_rule_role', [
    ...buyerRoles.map((role_id) => ({ rule_id, role_id, kind: 'buyer' as const })),
    ...approverRoles.map((role_id) => ({ rule_id, role_id, kind: 'approver' as const })),
  ]);
}

/** Deletes a rule of a company; whether there was one. */
export async function deleteRule(call: Call, companyId: number, id: number): Promise<boolean> {
  const { numDeletedRows } = await call.db
    .deleteFrom('purchase_order_rule')
    .where('rule_id', '=', id)
    .where('company_id', '=', companyId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Whether another rule of a company has a name, ignoring case. */
export async function isRuleName(call: Call, companyId: number, name: string, exceptId?: number): Promise<boolean> {
  const found = await call.db
    .selectFrom('purchase_order_rule')
    .select('rule_id')
    .where('company_id', '=', companyId)
    .where(fold('name'), '=', foldText(name))
    .execute();
  return found.some(({ rule_id }) => rule_id !== exceptId);
}

/** Of several rules that are to have one name at the same time, one gets it. */
async function unlessTaken<T>(name: string, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (!isUniqueViolation(error, 'purchase_order_rule_name')) throw error;
    throw purchaseOrderErrors.ruleName([name], { cause: error });
  }
}
