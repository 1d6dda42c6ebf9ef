import type { Call } from '../../kernel/call.ts';
import { isDay } from '../../kernel/time.ts';
import type { In } from '../../kernel/types.ts';
import { templateErrors } from './errors.ts';
import type { HistoryChanges } from './history.ts';
import { openToBuyer, openToShop, type TemplateState } from './states.ts';
import type { TemplateRow } from './tables.ts';
import { isOver, moveTemplate, ownTemplate, requireTemplate, type TemplateChanges } from './templates.ts';
import type { QuoteTemplate } from './types.ts';

/** Maximum length of the name of a template, in characters. */
const MAX_NAME = 255;
const MAX_ORDERS = 1_000_000;

/** The fields of a template that a request may change. Absent ones stay unchanged. */
type SentTemplate = Pick<
  In<typeof QuoteTemplate>,
  'template_name' | 'expiration_date' | 'min_orders' | 'max_orders' | 'is_min_max_qty_used'
>;

/** Changes the name, the last day and the commitments of a template by the shop. Throws 404, and 400 for invalid values and another state. */
export async function changeByShop(call: Call, id: number, sent: SentTemplate): Promise<void> {
  const before = await requireTemplate(call, id);
  await applyChanges(call, before, sent, openToShop, {
    status: before.status === 'draft_by_admin' ? 'draft_by_admin' : 'processing_by_admin',
    changes: {},
  });
}

/** As `changeByShop`, for the calling buyer, who sends changed terms back to the shop. */
export async function changeByBuyer(call: Call, id: number, sent: SentTemplate): Promise<void> {
  const before = await ownTemplate(call, id, 'Magento_NegotiableQuoteTemplate::manage');
  await applyChanges(call, before, sent, openToBuyer, buyersStep(before));
}

/** The state after a change of the buyer, and the record that the shop has to review it. */
export function buyersStep({ status }: TemplateRow): {
  readonly status: TemplateState;
  readonly changes: TemplateChanges;
} {
  return status === 'draft_by_customer'
    ? { status, changes: {} }
    : { status: 'processing_by_customer', changes: { is_changed: 1 } };
}

async function applyChanges(
  call: Call,
  before: TemplateRow,
  sent: SentTemplate,
  states: readonly string[],
  step: { readonly status: TemplateState; readonly changes: TemplateChanges },
): Promise<void> {
  if (!states.includes(before.status)) throw templateErrors.wrongState([before.status]);
  const changes = changesOf(call, before, sent);
  await moveTemplate(call, before, {
    status: step.status,
    changes: { ...step.changes, ...changes },
    history: historyOf(before, changes),
  });
}

/** The changed columns. Throws 400 for the first invalid value. */
export function changesOf(call: Call, before: TemplateRow, sent: SentTemplate): TemplateChanges {
  const { template_name, expiration_date, is_min_max_qty_used: limited } = sent;
  if (template_name != null && template_name.length > MAX_NAME) throw invalid('template_name', template_name);
  if (expiration_date) checkDay(call, before, expiration_date);
  return {
    ...(template_name == null ? {} : { template_name }),
    ...(expiration_date ? { expires_on: expiration_date } : {}),
    ...commitmentOf(before, sent),
    ...(limited == null ? {} : { is_min_max_qty_used: limited ? 1 : 0 }),
  };
}

const invalid = (fieldName: keyof SentTemplate, value: string | number): Error =>
  templateErrors.invalidValue({ fieldName, value });

/** Throws 400 for a day that does not exist, and for another one in the past. */
function checkDay(call: Call, before: TemplateRow, day: string): void {
  const isPast = isOver(call, { ...before, expires_on: day });
  if (!isDay(day) || (isPast && day !== before.expires_on)) throw invalid('expiration_date', day);
}

function commitmentOf(before: TemplateRow, sent: SentTemplate): Pick<TemplateRow, 'min_orders' | 'max_orders'> {
  const min_orders = sent.min_orders ?? before.min_orders;
  const max_orders = sent.max_orders ?? before.max_orders;
  for (const [fieldName, value] of [['min_orders', min_orders] as const, ['max_orders', max_orders] as const]) {
    if (!(value >= 0 && value <= MAX_ORDERS)) throw invalid(fieldName, value);
  }
  if (max_orders > 0 && min_orders > max_orders) throw templateErrors.commitment();
  return { min_orders, max_orders };
}

const titles = [
  ['template_name', 'Template Name'],
  ['min_orders', 'Minimum Orders'],
  ['max_orders', 'Maximum Orders'],
] as const;

/** The entry of changed columns in the history. */
export function historyOf(before: TemplateRow, changes: TemplateChanges): HistoryChanges {
  const custom = titles.flatMap(([field, title]) => {
    const value = changes[field];
    return value === undefined || value === before[field]
      ? []
      : [{ title, old: String(before[field]), new: String(value) }];
  });
  const { expires_on } = changes;
  return {
    ...(expires_on === undefined || expires_on === before.expires_on
      ? {}
      : { expiration: { old: before.expires_on, new: expires_on } }),
    ...(custom.length > 0 ? { custom } : {}),
  };
}
