import type { Call } from '../../../kernel/call.ts';
import type { Amount } from '../../../kernel/units.ts';
import type { NewDocument, StoredDocument } from '../documents.ts';
import type { AddedAmounts, DocumentAmounts } from '../lifecycle/lines.ts';
import { documentItems } from '../mail-lines.ts';
import { mailDocument } from '../mails.ts';
import type { StoredOrder } from '../order.ts';
import { creditmemoPrintable } from '../print/printable.ts';
import { creditmemos, invoices } from '../records/document-stores.ts';
import type { CreditmemoFields } from '../types/creditmemo.ts';
import type { InvoiceFields } from '../types/invoice.ts';
import { bookRefund } from './book.ts';
import { withRefundedMoney, type MoneyGivenBack } from './online.ts';

/** A refund that has passed all checks. */
interface CheckedRefund {
  readonly fields: NewDocument<CreditmemoFields>;
  readonly amounts: DocumentAmounts;
  /** Money that is refunded in totals of modules, such as store credit; absent: none. */
  readonly moneyBack?: AddedAmounts;
  /** Items of the order that go back to stock. */
  readonly returned: readonly number[];
  readonly isNotified: boolean;
  /** The email about the credit memo; absent: no email. */
  readonly mail?: { readonly comment: string | null | undefined } | undefined;
  /** The invoice that is refunded, and by how much; absent: none. */
  readonly ofInvoice?: { readonly invoice: StoredDocument<InvoiceFields>; readonly value: Amount<'base'> } | undefined;
  /** Has a provider refund the money; absent: the merchant refunds it. */
  readonly giveBack?: (() => Promise<MoneyGivenBack>) | undefined;
}

/** Writes the credit memo of a refund, moves its money, and books both on the invoice and the locked order. */
export async function writeRefund(
  call: Call,
  order: StoredOrder,
  { fields: drafted, ofInvoice, giveBack, mail, ...booking }: CheckedRefund,
): Promise<StoredDocument<CreditmemoFields>> {
  const memo = await creditmemos.insert(call, drafted);
  const { fields } = memo;
  const moneyBack = await giveBack?.();
  const transactionId = moneyBack?.transactionId;
  if (transactionId !== undefined) fields.transaction_id = transactionId;
  if (mail && (await mailCreditmemo(call, order, fields, mail.comment))) fields.email_sent = 1;
  await creditmemos.update(call, memo);
  if (ofInvoice) await invoices.update(call, withRefundedMoney(ofInvoice.invoice, ofInvoice.value));
  await bookRefund(call, moneyBack?.order ?? order, {
    ...booking,
    memo: { id: memo.id, number: fields.increment_id },
    transactionId,
  });
  return memo;
}

/** Queues the mail about a credit memo. */
export function mailCreditmemo(
  call: Call,
  order: StoredOrder,
  fields: CreditmemoFields,
  comment?: string | null,
): Promise<boolean> {
  return mailDocument(call, 'creditmemo', order, {
    fields,
    comment,
    items: documentItems(fields.items),
    added: fields.extension_attributes,
    print: () => creditmemoPrintable(call, order, fields),
  });
}
