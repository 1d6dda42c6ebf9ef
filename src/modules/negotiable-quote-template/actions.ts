import type { Call } from '../../kernel/call.ts';
import { formatTime } from '../../kernel/time.ts';
import type { CommentInput } from '../negotiable-quote/service.ts';
import type { StoredCart } from '../quote/service.ts';
import { templateErrors } from './errors.ts';
import type { HistoryChanges } from './history.ts';
import { mailStep } from './mails.ts';
import { inactiveStates } from './states.ts';
import type { TemplateRow } from './tables.ts';
import { isOver, moveTemplate, ownTemplate, requireTemplate, type TemplateChanges } from './templates.ts';

const manage = 'Magento_NegotiableQuoteTemplate::manage';

/** Submits the terms to the buyer, who can accept them then. Throws 404, and 400 for a template without items or one that is over. */
export async function submitToBuyer(call: Call, id: number, comment: CommentInput): Promise<void> {
  const before = await requireTemplate(call, id);
  const cart = await requireItems(call, id);
  if (isOver(call, before)) throw templateErrors.expired();
  if (before.is_min_max_qty_used === 1) await call.services.negotiableQuote.checkTermLimits(call, cart);
  const { grandTotal } = await call.services.quote.totals(call, cart);
  await moveTemplate(call, before, {
    status: 'submitted_by_admin',
    changes: {
      grand_total: grandTotal.amount.times(10_000).toDecimalPlaces(0).toNumber(),
      last_shared_at: formatTime(call.clock.now()),
      is_changed: 0,
    },
    history: commented(comment),
  });
  await call.services.negotiableQuote.addComment(call, id, comment);
  await mailStep(call, before, { buyer: 'offered', seller: 'sent' }, comment.text);
}

/** Sends the calling buyer's template to the shop for review. */
export async function submitToShop(
  call: Call,
  id: number,
  comment: CommentInput,
  more: { readonly changes?: TemplateChanges; readonly history?: HistoryChanges } = {},
): Promise<void> {
  const before = await ownTemplate(call, id, manage);
  await requireItems(call, id);
  await moveTemplate(call, before, {
    status: 'submitted_by_customer',
    changes: { ...more.changes, last_shared_at: formatTime(call.clock.now()) },
    history: { ...more.history, ...commented(comment) },
  });
  await call.services.negotiableQuote.addComment(call, id, comment);
  await mailStep(call, before, { seller: 'review' }, comment.text);
}

/** Opens a template that waits for the shop, or an inactive one again. */
export async function openByShop(call: Call, id: number): Promise<void> {
  await moveTemplate(call, await requireTemplate(call, id), { status: 'processing_by_admin' });
}

/** Opens the calling buyer's template that waits for the buyer, or an inactive one again, whose terms the shop then reviews. */
export async function openByBuyer(call: Call, id: number): Promise<void> {
  const before = await ownTemplate(call, id, manage);
  const is_changed = inactiveStates.includes(before.status) ? 1 : before.is_changed;
  await moveTemplate(call, before, { status: 'processing_by_customer', changes: { is_changed } });
}

/** Accepts the terms for the calling buyer. Throws for terms that the buyer changed, and without an address to ship to. */
export async function acceptTerms(call: Call, id: number): Promise<void> {
  const before = await ownTemplate(call, id, manage);
  const cart = await requireItems(call, id);
  if (before.is_changed === 1) throw templateErrors.changed();
  if (isOver(call, before)) throw templateErrors.expired();
  const isShipped = !call.services.quote.isVirtualCart(call, cart.items);
  if (isShipped && !cart.shipping.country_id) throw templateErrors.noAddress();
  await moveTemplate(call, before, { status: 'active', changes: { activated_at: formatTime(call.clock.now()) } });
  await mailStep(call, before, { seller: 'accepted' });
}

/** Declines to negotiate a template that is in review. Throws 400 without a reason. */
export async function declineTemplate(call: Call, id: number, reason: string): Promise<void> {
  if (!reason.trim()) throw templateErrors.noReason();
  const comment = { text: reason, isDecline: true };
  const before = await requireTemplate(call, id);
  await moveTemplate(call, before, { status: 'declined', history: commented(comment), type: 'CLOSED' });
  await call.services.negotiableQuote.addComment(call, id, comment);
  await mailStep(call, before, { buyer: 'declined' }, reason);
}

/** Cancels a template; quotes that were generated from it stay. */
export async function cancelTemplate(call: Call, before: TemplateRow, comment: CommentInput): Promise<void> {
  await moveTemplate(call, before, { status: 'canceled', history: commented(comment), type: 'CLOSED' });
  await call.services.negotiableQuote.addComment(call, before.template_id, comment);
  // Drafts are known to their side alone.
  if (before.status.startsWith('draft_')) return;
  await mailStep(
    call,
    before,
    call.caller.type === 'customer' ? { seller: 'canceled' } : { buyer: 'ended' },
    comment.text,
  );
}

/** Deletes a draft of the caller's side or an inactive template. Throws 400 for others. */
export async function deleteTemplate(call: Call, { template_id, status }: TemplateRow): Promise<void> {
  const ownDraft = call.caller.type === 'customer' ? 'draft_by_customer' : 'draft_by_admin';
  const { numDeletedRows } = await call.db
    .deleteFrom('negotiable_quote_template')
    .where('template_id', '=', template_id)
    .where('status', 'in', [ownDraft, 'declined', 'canceled', 'expired'])
    .executeTakeFirstOrThrow();
  if (numDeletedRows === 0n) throw templateErrors.wrongState([status]);
  await call.services.negotiableQuote.removeTerms(call, template_id);
}

async function requireItems(call: Call, id: number): Promise<StoredCart> {
  const cart = await call.services.quote.cart(call, id);
  if (cart.items.length === 0) throw templateErrors.empty([id]);
  return cart;
}

const commented = ({ text }: CommentInput): HistoryChanges => (text?.trim() ? { comment: text } : {});
