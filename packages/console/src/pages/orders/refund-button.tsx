import { useState } from 'preact/hooks';
import { CallButton } from '../../parts/call-dialog.tsx';
import { Field } from '../../parts/field.tsx';
import { useSession } from '../../session.ts';
import { NoteInputs, noteArguments, silentNote } from './document-comment.tsx';
import type { OrderActionProperties } from './order-actions.tsx';
import { documentItems, QuantityInputs, remaining } from './quantities.tsx';
import { t } from '../../texts/text.ts';

/** The amounts of a credit memo beside its items, in the base currency, as typed. */
const amounts = [
  ['shipping_amount', t('Refund of shipping')],
  ['adjustment_positive', t('Further refund')],
  ['adjustment_negative', t('Fee that is deducted')],
] as const;
type Amounts = Readonly<Record<(typeof amounts)[number][0], string>>;

/** Refunds items, shipping and adjustments: by hand, or by the provider of the payment. */
export function RefundButton({ order, steps, done }: OrderActionProperties) {
  const { may } = useSession();
  const invoices = may('Magento_Sales::sales_invoice') ? (steps.online_invoices ?? []) : [];
  const [quantities, setQuantities] = useState(() => remaining(steps, 'to_refund'));
  const [returned, setReturned] = useState<readonly number[]>([]);
  const [invoice, setInvoice] = useState(invoices[0] ?? 0);
  const [note, setNote] = useState(silentNote);
  const shipping = (order.base_shipping_amount ?? 0) - (order.base_shipping_refunded ?? 0);
  const [typed, setTyped] = useState<Amounts>({
    shipping_amount: String(shipping),
    adjustment_positive: '0',
    adjustment_negative: '0',
  });
  const body = {
    items: documentItems(quantities),
    ...noteArguments(note),
    arguments: {
      ...Object.fromEntries(amounts.map(([name]) => [name, Number(typed[name])])),
      ...(returned.length > 0 && { extension_attributes: { return_to_stock_items: returned } }),
    },
  };
  return (
    <CallButton
      label={t('Credit memo')}
      submit={t('Create credit memo')}
      call={(shop) =>
        invoice === 0
          ? shop.request('POST /V1/order/:orderId/refund', { orderId: order.entity_id!, ...body })
          : shop.request('POST /V1/invoice/:invoiceId/refund', { invoiceId: invoice, isOnline: true, ...body })
      }
      success={t('Credit memo created.')}
      done={done}
    >
      {invoices.length > 0 && (
        <Field label={t('Refund')}>
          <select value={invoice} onChange={(event) => setInvoice(Number(event.currentTarget.value))}>
            {invoices.map((id) => (
              <option key={id} value={id}>
                {t('online, the payment of invoice {id}', { id })}
              </option>
            ))}
            <option value={0}>{t('offline: the shop pays by hand')}</option>
          </select>
        </Field>
      )}
      <QuantityInputs
        order={order}
        steps={steps}
        step="to_refund"
        quantities={quantities}
        set={setQuantities}
        extra={(id) => (
          <label>
            <input
              type="checkbox"
              checked={returned.includes(id)}
              onChange={({ currentTarget: { checked } }) =>
                setReturned(checked ? [...returned, id] : returned.filter((one) => one !== id))
              }
            />{' '}
            {t('Return to stock')}
          </label>
        )}
      />
      <div class="filters">
        {amounts.map(([name, label]) => (
          <Field key={name} label={`${label} (${order.base_currency_code})`}>
            <input
              class="amount"
              type="number"
              step="any"
              min={0}
              value={typed[name]}
              onInput={(event) => setTyped({ ...typed, [name]: event.currentTarget.value })}
            />
          </Field>
        ))}
      </div>
      <NoteInputs note={note} set={setNote} />
    </CallButton>
  );
}
