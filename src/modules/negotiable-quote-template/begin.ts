import type { Call } from '../../kernel/call.ts';
import { formatTime } from '../../kernel/time.ts';
import type { StoredCart } from '../quote/service.ts';
import { recordStep } from './history.ts';
import type { TemplateState } from './states.ts';
import type { TemplateRow } from './tables.ts';
import { requirePermission, requireTemplate } from './templates.ts';
import { platformErrors } from '../../kernel/errors.ts';

/** Creates an empty template for a customer, which the shop fills. Throws 404, and if the customer buys for no company. */
export async function draftTemplate(call: Call, customerId: number): Promise<TemplateRow> {
  return insertTemplate(call, await call.services.negotiableQuote.draftTerms(call, customerId), 'draft_by_admin', null);
}

/** Creates a template of the shop from a quote. Throws 404, and if the buyer of the quote buys for no company. */
export async function templateOfQuote(call: Call, quoteId: number): Promise<TemplateRow> {
  return insertTemplate(
    call,
    await call.services.negotiableQuote.copyToTerms(call, quoteId),
    'draft_by_admin',
    quoteId,
  );
}

/** Creates a template of the calling buyer from the buyer's own quote. Throws 404 for other quotes and for drafts of the shop. */
export async function templateOfOwnQuote(call: Call, quoteId: number): Promise<TemplateRow> {
  await requirePermission(call, 'Magento_NegotiableQuoteTemplate::manage');
  const { negotiableQuote, quote } = call.services;
  const status = Number.isSafeInteger(quoteId)
    ? (await negotiableQuote.quoteStates(call, [quoteId])).get(quoteId)
    : undefined;
  const isVisible = status !== undefined && status !== 'draft_by_admin';
  if (!isVisible || (await quote.cart(call, quoteId)).customer_id !== call.caller.id) {
    throw platformErrors.noSuchEntity({ fieldName: 'quoteId', fieldValue: quoteId });
  }
  return insertTemplate(call, await negotiableQuote.copyToTerms(call, quoteId), 'draft_by_customer', quoteId);
}

async function insertTemplate(
  call: Call,
  cart: StoredCart,
  status: TemplateState,
  parentQuoteId: number | null,
): Promise<TemplateRow> {
  const { negotiableQuote } = call.services;
  const customerId = cart.customer_id ?? 0;
  const time = formatTime(call.clock.now());
  await call.db
    .insertInto('negotiable_quote_template')
    .values({
      template_id: cart.id,
      parent_quote_id: parentQuoteId,
      customer_id: customerId,
      company_id: (await call.services.company.buysFor(call, customerId)) ?? 0,
      template_name: '',
      status,
      expires_on: negotiableQuote.lastDay(call, cart.store_id),
      ...negotiableQuote.creatorOf(call),
      min_orders: 0,
      max_orders: 0,
      is_min_max_qty_used: 0,
      is_changed: 0,
      created_at: time,
      updated_at: time,
    })
    .execute();
  // The terms of a buyer's draft are not open to the shop.
  if (status === 'draft_by_customer') await negotiableQuote.openTerms(call, cart.id, false);
  await recordStep(call, cart.id, 'CREATED', { status: { old: null, new: status } });
  return requireTemplate(call, cart.id);
}
