import { statusLabel } from '../../../../../src/modules/sales/lifecycle/states.ts';
import { Loaded, useLoad } from '../../load.tsx';
import { Table } from '../../parts/table.tsx';
import { useSession } from '../../session.ts';
import { timeOf } from '../call-parts.tsx';
import type { OrderRecord } from './order.tsx';
import { named, t } from '../../texts/text.ts';

/** The history of an order, newest entry first, and the emails about it. */
export function OrderHistory({ order }: { order: OrderRecord }) {
  const { may } = useSession();
  const entries = (order.status_histories ?? []).toSorted((a, b) => (b.entity_id ?? 0) - (a.entity_id ?? 0));
  return (
    <>
      <section>
        <h2>{t('History')}</h2>
        <Table
          caption={t('History')}
          rows={entries}
          keyOf={(entry) => entry.entity_id ?? entry.created_at ?? ''}
          none={t('No comments yet.')}
          columns={[
            { title: t('Time (UTC)'), show: (entry) => <time>{timeOf(entry.created_at ?? '')}</time> },
            { title: t('Status'), show: (entry) => named(statusLabel(entry.status ?? '')) },
            { title: t('Comment'), show: (entry) => entry.comment },
            {
              title: t('Customer'),
              show: (entry) =>
                entry.is_customer_notified
                  ? t('notified')
                  : entry.is_visible_on_front
                    ? t('visible')
                    : t('not visible'),
            },
          ]}
        />
      </section>
      {may('Magento_Email::template') && <Emails order={order} />}
    </>
  );
}

/** Emails to the customer since the order was placed. */
function Emails({ order: { customer_email: email, created_at: placed } }: { order: OrderRecord }) {
  const { console: call } = useSession();
  const read = useLoad((signal) => call('GET /_/console/mails', { search: email ?? '' }, { signal }), [email]);
  return (
    <section>
      <h2>{t('Emails to the customer since the order')}</h2>
      <Loaded of={read}>
        {({ items }) => (
          <Table
            caption={t('Emails')}
            rows={(items ?? []).filter(({ queued_at: queued }) => timeOf(queued ?? '') >= (placed ?? ''))}
            keyOf={({ id }) => id!}
            none={t('No emails yet.')}
            columns={[
              { title: t('Sent (UTC)'), show: (mail) => <time>{timeOf(mail.sent_at ?? '')}</time> },
              { title: t('Subject'), show: (mail) => <a href={`/console/mails/${mail.id}`}>{mail.subject}</a> },
              { title: t('To [recipient]'), show: (mail) => mail.recipient },
              { title: t('Error'), show: (mail) => mail.error },
            ]}
          />
        )}
      </Loaded>
    </section>
  );
}
