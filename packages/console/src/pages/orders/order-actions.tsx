import { useState } from 'preact/hooks';
import { CallButton } from '../../parts/call-dialog.tsx';
import { Field } from '../../parts/field.tsx';
import { useSession } from '../../session.ts';
import { InvoiceButton } from './invoice-button.tsx';
import type { OrderRecord, OrderSteps } from './order.tsx';
import { RefundButton } from './refund-button.tsx';
import { ReturnButton } from './return-button.tsx';
import { ShipButton } from './ship-button.tsx';
import { t } from '../../texts/text.ts';

/** An order, what it allows, and where a success is reported. */
export interface OrderActionProperties {
  readonly order: OrderRecord;
  readonly steps: OrderSteps;
  readonly done: (text: string) => void;
}

/** The changes of an order that its state and the permissions of the caller allow. */
export function OrderActions(properties: OrderActionProperties) {
  const { order, steps, done } = properties;
  const { may } = useSession();
  const id = order.entity_id!;
  return (
    <>
      {steps.may_invoice && may('Magento_Sales::invoice') && <InvoiceButton {...properties} />}
      {steps.may_ship && may('Magento_Sales::ship') && <ShipButton {...properties} />}
      {steps.may_refund && may('Magento_Sales::creditmemo') && <RefundButton {...properties} />}
      <ReturnButton {...properties} />
      {steps.may_hold && may('Magento_Sales::hold') && (
        <CallButton
          label={t('Hold')}
          call={(shop) => shop.request('POST /V1/orders/:id/hold', { id })}
          success={t('The order is on hold.')}
          done={done}
        >
          <p>{t('An order on hold is neither invoiced nor shipped.')}</p>
        </CallButton>
      )}
      {steps.may_unhold && may('Magento_Sales::unhold') && (
        <CallButton
          label={t('Release from hold')}
          isPrimary
          call={(shop) => shop.request('POST /V1/orders/:id/unhold', { id })}
          success={t('The order is released from hold.')}
          done={done}
        />
      )}
      {steps.may_cancel && may('Magento_Sales::cancel') && (
        <CallButton
          label={t('Cancel order')}
          call={(shop) => shop.request('POST /V1/orders/:id/cancel', { id })}
          success={t('Order canceled.')}
          done={done}
        >
          <p>{t('Cancels the units that are neither invoiced nor shipped, and makes them salable again.')}</p>
        </CallButton>
      )}
      {may('Magento_Sales::comment') && <CommentButton {...properties} />}
      {may('Magento_Sales::emails') && (
        <CallButton
          label={t('Send email')}
          call={(shop) => shop.request('POST /V1/orders/:id/emails', { id })}
          success={t('The confirmation of the order is sent again.')}
          done={done}
        >
          <p>{t('Sends the confirmation of the order to {email} again.', { email: order.customer_email })}</p>
        </CallButton>
      )}
      <button type="button" onClick={() => print()}>
        {t('Print')}
      </button>
    </>
  );
}

function CommentButton({ order, steps, done }: OrderActionProperties) {
  const [comment, setComment] = useState('');
  const [status, setStatus] = useState(order.status ?? '');
  const [isVisible, setVisible] = useState(false);
  const [isNotified, setNotified] = useState(false);
  const id = order.entity_id!;
  const statusHistory = {
    comment,
    status,
    parent_id: id,
    is_visible_on_front: Number(isVisible),
    is_customer_notified: Number(isNotified),
  };
  return (
    <CallButton
      label={t('Comment')}
      submit={t('Add comment')}
      call={(shop) => shop.request('POST /V1/orders/:id/comments', { id, statusHistory })}
      success={t('Comment added.')}
      done={(text) => {
        setComment('');
        done(text);
      }}
    >
      <Field label={t('Comment')}>
        <textarea rows={4} required value={comment} onInput={(event) => setComment(event.currentTarget.value)} />
      </Field>
      <Field label={t('Status')}>
        <select value={status} onChange={(event) => setStatus(event.currentTarget.value)}>
          {(steps.statuses ?? []).map(({ code, label }) => (
            <option key={code} value={code!}>
              {label}
            </option>
          ))}
        </select>
      </Field>
      <label>
        <input type="checkbox" checked={isVisible} onChange={(event) => setVisible(event.currentTarget.checked)} />{' '}
        {t('Show it to the customer')}
      </label>
      <label>
        <input type="checkbox" checked={isNotified} onChange={(event) => setNotified(event.currentTarget.checked)} />{' '}
        {t('Email the customer')}
      </label>
    </CallButton>
  );
}
