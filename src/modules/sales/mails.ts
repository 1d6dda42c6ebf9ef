import type { Call } from '../../kernel/call.ts';
import { shopTimeZone } from '../../kernel/shop-settings.ts';
import { queueMail } from '../../platform/mail/queue.ts';
import type { OrderExtensions } from '../quote/document-extensions.ts';
import { addedLines } from './added-totals.ts';
import { mailSwitches, printSettings } from './configuration.ts';
import { isShippingHidden, withoutPlace } from './hidden-addresses.ts';
import { mailLines, orderedItems, type MailedItem } from './mail-lines.ts';
import { salesTemplates, type MailedOrder, type MailKind, type SalesMail } from './mail-templates.ts';
import type { StoredOrder } from './order.ts';
import { paymentTitle, printedAddress, type Printable } from './print/printable.ts';
import { totalsOf } from './totals.ts';

/** The document that a mail is about. */
interface MailedDocument {
  readonly fields: Parameters<typeof totalsOf>[1] & { readonly increment_id?: string | null | undefined };
  readonly items: readonly MailedItem[];
  /** The record that has the amounts of added totals. */
  readonly added?: object | null | undefined;
  readonly tracks?: SalesMail['tracks'];
  readonly comment?: string | null | undefined;
  /** Creates the printed document to attach, if the configuration enables it. */
  readonly print?: () => Printable;
}

/** Name of the buyer of an order: that of the account, or else that of the billing address. */
export function buyerName({ fields }: Pick<StoredOrder, 'fields'>): string {
  const person = [fields.customer_firstname, fields.customer_lastname];
  const billed = [fields.billing_address?.firstname, fields.billing_address?.lastname];
  return (person.some(Boolean) ? person : billed).filter(Boolean).join(' ');
}

/** Whether the buyer of an order gets an email of a kind: such emails are enabled, and the order has an address. */
export function getsMail(call: Call, kind: MailKind, { fields }: Pick<StoredOrder, 'fields'>): boolean {
  return call.config.of(mailSwitches[kind], { storeId: fields.store_id ?? 0 }) && Boolean(fields.customer_email);
}

/**
 * Queues the mail about a document of an order; false when such mails are switched off, or the order has no address to write to.
 */
export async function mailDocument(
  call: Call,
  kind: MailKind,
  order: StoredOrder,
  document: MailedDocument,
): Promise<boolean> {
  if (!getsMail(call, kind, order)) return false;
  const { fields } = order;
  const storeId = fields.store_id ?? 0;
  const name = buyerName(order);
  await queueMail(call, salesTemplates[kind], {
    to: { email: fields.customer_email, name },
    storeId,
    data: {
      name,
      number: document.fields.increment_id ?? '',
      order: fields.increment_id ?? '',
      currency: fields.order_currency_code ?? '',
      lines: await mailLines(call.services.quote.inStore(call, storeId), order, document.items),
      totals:
        kind === 'shipment' || kind === 'comment'
          ? []
          : totalsOf(kind, document.fields, addedLines(call, storeId, document.added)),
      tracks: document.tracks ?? [],
      comment: document.comment ?? null,
      about: mailedOrder(call, order),
      ...(document.print && call.config.of(printSettings.isAttached.of(kind), { storeId })
        ? { print: forBuyer(call, order, document.print()) }
        : {}),
    },
  });
  return true;
}

/** The order of an email for its buyer; modules may hide the shipping address from buyers. */
function mailedOrder(call: Call, order: StoredOrder): MailedOrder {
  const { fields, id } = order;
  const shipping = printedAddress(order.shippingAddress);
  return {
    pageId: fields.customer_id ? id : null,
    createdAt: fields.created_at ?? '',
    timeZone: call.config.of(shopTimeZone, { storeId: fields.store_id ?? 0 }),
    billing: printedAddress(fields.billing_address),
    shipping: shipping && isShippingHidden(call, order) ? withoutPlace(shipping) : shipping,
    payment: paymentTitle(order),
    delivery: fields.shipping_description ?? '',
  };
}

/** A printed document for the buyer; modules may hide the shipping address from buyers. */
function forBuyer(call: Call, order: OrderExtensions, print: Printable): Printable {
  if (!isShippingHidden(call, order) || !print.shipping) return print;
  return { ...print, shipping: withoutPlace(print.shipping) };
}

/** Queues the mail that confirms an order. */
export async function mailOrder(call: Call, order: StoredOrder): Promise<boolean> {
  return mailDocument(call, 'order', order, { fields: order.fields, added: order, items: orderedItems(order) });
}

/** Queues a mail with a comment for the customer of an order. */
export function mailComment(call: Call, order: StoredOrder, comment: string): Promise<boolean> {
  return mailDocument(call, 'comment', order, { fields: order.fields, items: [], comment });
}
