import { useState } from 'preact/hooks';
import { CallButton } from '../../parts/call-dialog.tsx';
import { NoteInputs, noteArguments, silentNote } from './document-comment.tsx';
import type { OrderActionProperties } from './order-actions.tsx';
import { documentItems, QuantityInputs, remaining } from './quantities.tsx';
import { t } from '../../texts/text.ts';

/** Invoices items of an order; the provider of the payment captures the money, if there is one. */
export function InvoiceButton({ order, steps, done }: OrderActionProperties) {
  const [quantities, setQuantities] = useState(() => remaining(steps, 'to_invoice'));
  const [isCaptured, setCaptured] = useState(steps.is_online === true);
  const [note, setNote] = useState(silentNote);
  const orderId = order.entity_id!;
  return (
    <CallButton
      label={t('Invoice')}
      submit={t('Create invoice')}
      isPrimary
      call={(shop) =>
        shop.request('POST /V1/order/:orderId/invoice', {
          orderId,
          capture: isCaptured,
          items: documentItems(quantities),
          ...noteArguments(note),
        })
      }
      success={t('Invoice created.')}
      done={done}
    >
      <QuantityInputs order={order} steps={steps} step="to_invoice" quantities={quantities} set={setQuantities} />
      {steps.is_online ? (
        <label>
          <input type="checkbox" checked={isCaptured} onChange={(event) => setCaptured(event.currentTarget.checked)} />{' '}
          {t('Capture the money online; otherwise the invoice counts as paid by hand')}
        </label>
      ) : (
        <p class="quiet">{t('The invoice counts as paid: the payment method has no provider that captures money.')}</p>
      )}
      <NoteInputs note={note} set={setNote} />
    </CallButton>
  );
}
