import type { Call } from '../../kernel/call.ts';
import { platformErrors } from '../../kernel/errors.ts';
import { formatTime } from '../../kernel/time.ts';
import type { SearchCriteria } from '../../storage/criteria/criteria.ts';
import type { SearchField } from '../../storage/criteria/fields.ts';
import { findList, type FoundList } from '../../storage/criteria/list.ts';
import { inIds } from '../../storage/sql.ts';
import type { CompanyResource } from '../company/service.ts';
import { templateErrors } from './errors.ts';
import { recordStep, type HistoryChanges, type HistoryChangeType } from './history.ts';
import { inactiveStates, openToShop, templateStatesBefore, type TemplateState } from './states.ts';
import type { TemplateRow } from './tables.ts';

const required = { notNull: true } as const;
const fields: Readonly<Record<string, SearchField>> = {
  template_id: { kind: 'integer', ...required },
  parent_quote_id: { kind: 'integer' },
  template_name: { kind: 'text', ...required },
  status: { kind: 'text', ...required },
  expiration_date: { kind: 'text', column: 'expires_on' },
  creator_id: { kind: 'integer', ...required },
  creator_type: { kind: 'integer', ...required },
  min_orders: { kind: 'integer', ...required },
  max_orders: { kind: 'integer', ...required },
  is_min_max_qty_used: { kind: 'integer', ...required },
  activated_at: { kind: 'time' },
  last_shared_at: { kind: 'time' },
  inactivated_at: { kind: 'time' },
  created_at: { kind: 'time', ...required },
  updated_at: { kind: 'time', ...required },
};

/** Templates by id, in one query. */
export async function findTemplates(call: Call, ids: readonly number[]): Promise<ReadonlyMap<number, TemplateRow>> {
  const known = ids.filter((id) => Number.isSafeInteger(id));
  if (known.length === 0) return new Map();
  const rows = await call.db
    .selectFrom('negotiable_quote_template')
    .selectAll()
    .where(inIds('template_id', known))
    .execute();
  return new Map(rows.map((row) => [row.template_id, row]));
}

/** Templates by criteria. */
export function listTemplates(call: Call, criteria: SearchCriteria): Promise<FoundList<TemplateRow>> {
  return findList(call, criteria, {
    base: call.db.selectFrom('negotiable_quote_template'),
    key: 'template_id',
    fields,
    load: findTemplates,
  });
}

/** The error for a template that does not exist or that the caller may not see. */
export const unknownTemplate = (id: number | string): Error =>
  platformErrors.noSuchEntity({ fieldName: 'templateId', fieldValue: String(id) });

/** The id in a text of a storefront; 0 for a text that is none. */
export const templateIdOf = (text: string): number => (/^\d{1,15}$/.test(text) ? Number(text) : 0);

/** The template with an id. Throws 404. */
export async function requireTemplate(call: Call, id: number): Promise<TemplateRow> {
  const row = (await findTemplates(call, [id])).get(id);
  if (!row) throw unknownTemplate(id);
  return row;
}

/** Throws unless the calling customer's role in the company allows something. */
export async function requirePermission(call: Call, resource: CompanyResource): Promise<void> {
  const isCustomer = call.caller.type === 'customer';
  const mayUse = isCustomer && (await call.services.company.mayUse(call, call.caller.id, resource));
  if (!mayUse) throw templateErrors.denied([resource]);
}

/**
 * The calling buyer's template, if the role allows something. Throws the same 404 for one of another buyer or company, for a draft of the
 * shop, and for an unknown one.
 */
export async function ownTemplate(call: Call, id: number, resource: CompanyResource): Promise<TemplateRow> {
  const row = (await findTemplates(call, [id])).get(id);
  const isOwn = row?.customer_id === call.caller.id && row.status !== 'draft_by_admin';
  if (!isOwn || row.company_id !== (await call.services.company.buysFor(call, call.caller.id)))
    throw unknownTemplate(id);
  await requirePermission(call, resource);
  return row;
}

/** The columns of a template that its steps write. */
export type TemplateChanges = Partial<
  Omit<TemplateRow, 'template_id' | 'status' | 'customer_id' | 'company_id' | 'created_at' | 'updated_at'>
>;

/** A step of a template: its new state, changed columns and the entry of its history. */
interface TemplateStep {
  readonly status: TemplateState;
  readonly changes?: TemplateChanges;
  readonly history?: HistoryChanges;
  readonly type?: HistoryChangeType;
}

/**
 * Moves a template to a state or keeps it there, and opens or locks its terms for the shop; within a transaction. Throws if the
 * transition is not allowed.
 */
export async function moveTemplate(call: Call, before: TemplateRow, step: TemplateStep): Promise<void> {
  const { status, changes = {} } = step;
  const now = formatTime(call.clock.now());
  const isInactive = inactiveStates.includes(status);
  const allowed = templateStatesBefore(status).filter((state) => state === before.status);
  const written =
    allowed.length > 0 &&
    (await writeTemplate(call, before.template_id, allowed, {
      status,
      ...(status === before.status ? {} : { inactivated_at: isInactive ? now : null }),
      ...changes,
    }));
  if (!written) throw templateErrors.wrongState([(await requireTemplate(call, before.template_id)).status]);
  await call.services.negotiableQuote.openTerms(call, before.template_id, openToShop.includes(status));
  await recordStep(call, before.template_id, step.type ?? 'UPDATED', {
    ...(status === before.status ? {} : { status: { old: before.status, new: status } }),
    ...step.history,
  });
}

/** A single statement, so that concurrent transitions cannot both succeed. */
async function writeTemplate(
  call: Call,
  id: number,
  allowed: readonly TemplateState[],
  changes: TemplateChanges & { readonly status: TemplateState },
): Promise<boolean> {
  const { numUpdatedRows } = await call.db
    .updateTable('negotiable_quote_template')
    .set({ ...changes, updated_at: formatTime(call.clock.now()) })
    .where('template_id', '=', id)
    .where('status', 'in', allowed)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Whether the last day of a template is over. */
export function isOver(call: Call, { expires_on }: TemplateRow): boolean {
  return expires_on !== null && expires_on < call.clock.now().toISOString().slice(0, 10);
}
