import type { Call } from '../../kernel/call.ts';
import { queueMail } from '../../platform/mail/queue.ts';
import { mailTemplate, type MailTemplate, type MailTexts } from '../../platform/mail/template.ts';
import { currentApprovals, approversOf } from './approvals.ts';
import { sendsPurchaseOrderMail } from './configuration.ts';
import { nameOfCustomer } from './history.ts';
import type { PurchaseOrderRow } from './tables.ts';
import de from './texts/de.json' with { type: 'json' };
import en from './texts/en.json' with { type: 'json' };

const texts: MailTexts = { en, de };

/** The variables of an email about a purchase order. */
interface PurchaseOrderMail {
  readonly name: string;
  readonly number: string;
  /** The person who placed or commented on it. */
  readonly buyer: string;
  /** A comment, or the reason of a failure; null: none. */
  readonly detail: string | null;
}

const template = (kind: string, summary: string): MailTemplate<PurchaseOrderMail> =>
  mailTemplate<PurchaseOrderMail>({
    id: `purchase_order_${kind}`,
    summary,
    identity: 'sales',
    texts,
    sample: { name: 'Ada Example', number: '000000001', buyer: 'Bob Example', detail: null },
    write: ({ name, number, buyer, detail }, store) => {
      const text = (key: string): string => store.text(key, { name, number, buyer, store: store.name });
      const blocks = [text('hello'), text(`${kind}.text`), ...(detail ? [detail] : [])];
      return { subject: text(`${kind}.subject`), blocks: blocks.map((one) => ({ kind: 'text', text: one })) };
    },
  });

const templates = {
  approval_required: template('approval_required', 'Asks approvers to approve a purchase order.'),
  approved: template('approved', 'Tells buyers that their purchase order is approved.'),
  auto_approved: template('auto_approved', 'Tells buyers that their purchase order needs no approval.'),
  approved_pending_payment: template(
    'approved_pending_payment',
    'Tells buyers that their purchase order is approved and has to be paid.',
  ),
  rejected: template('rejected', 'Tells buyers that their purchase order was rejected.'),
  order_failed: template('order_failed', 'Tells buyers why their purchase order could not be ordered.'),
  commented: template('commented', 'Tells buyers and approvers of a comment on a purchase order.'),
};
export const purchaseOrderMailTemplates = Object.values(templates);

/** Queues an email to customers, in the language of the store view of the purchase order. */
async function mailTo(
  call: Call,
  kind: keyof typeof templates,
  { quote_id, increment_id: number, creator_id }: PurchaseOrderRow,
  ids: readonly number[],
  { by = creator_id, detail = null }: { readonly by?: number; readonly detail?: string | null } = {},
): Promise<void> {
  const { quote, customer } = call.services;
  const { store_id: storeId } = await quote.cart(call, quote_id);
  if (ids.length === 0 || !call.config.of(sendsPurchaseOrderMail, { storeId })) return;
  const buyer = await nameOfCustomer(call, by);
  for (const { email, firstname, lastname } of (await customer.customers(call, ids, { addresses: false })).values()) {
    const name = `${firstname} ${lastname}`.trim();
    await queueMail(call, templates[kind], { to: { email, name }, storeId, data: { name, number, buyer, detail } });
  }
}

/** Asks everybody who may approve a purchase order. */
export async function mailApprovers(call: Call, row: PurchaseOrderRow): Promise<void> {
  const approvals = await currentApprovals(call, row.entity_id);
  await mailTo(call, 'approval_required', row, await approversOf(call, row, approvals));
}

/** Notifies the buyer. */
export function mailBuyer(
  call: Call,
  kind: 'approved' | 'auto_approved' | 'approved_pending_payment' | 'rejected' | 'order_failed',
  row: PurchaseOrderRow,
  detail: string | null = null,
): Promise<void> {
  return mailTo(call, kind, row, [row.creator_id], { detail });
}

/** Notifies the buyer and the approvers of a comment, without its author. */
export async function mailComment(call: Call, row: PurchaseOrderRow, detail: string): Promise<void> {
  const approvals = await currentApprovals(call, row.entity_id);
  const all = [row.creator_id, ...(await approversOf(call, row, approvals))];
  const others = [...new Set(all)].filter((id) => id !== call.caller.id);
  await mailTo(call, 'commented', row, others, { by: call.caller.id, detail });
}
