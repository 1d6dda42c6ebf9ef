import { statusLabel } from '../../../../../src/modules/sales/lifecycle/states.ts';
import { Loaded, useLoad } from '../../load.tsx';
import { Table } from '../../parts/table.tsx';
import { useSession } from '../../session.ts';
import { timeOf } from '../call-parts.tsx';
import type { OrderRecord } from './order.tsx';

/** The history of an order, newest entry first, and the emails about it. */
export function OrderHistory({ order }: { order: OrderRecord }) {
  const { may } = useSession();
  const entries = (order.status_histories ?? []).toSorted((a, b) => (b.entity_id ?? 0) - (a.entity_id ?? 0));
  return (
    <>
      <section>
        <h2>History</h2>
        <Table
          caption="History"
          rows={entries}
          keyOf={(entry) => entry.entity_id ?? entry.created_at ?? ''}
          none="No comments yet."
          columns={[
            { title: 'Time (UTC)', show: (entry) => <time>{timeOf(entry.created_at ?? '')}</time> },
            { title: 'Status', show: (entry) => statusLabel(entry.status ?? '') },
            { title: 'Comment', show: (entry) => entry.comment },
            {
              title: 'Customer',
              show: (entry) =>
                entry.is_customer_notified ? 'notified' : entry.is_visible_on_front ? 'visible' : 'not visible',
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
      <h2>Emails to the customer since the order</h2>
      <Loaded of={read}>
        {({ items }) => (
          <Table
            caption="Emails"
            rows={(items ?? []).filter(({ queued_at: queued }) => timeOf(queued ?? '') >= (placed ?? ''))}
            keyOf={({ id }) => id!}
            none="No emails yet."
            columns={[
              { title: 'Sent (UTC)', show: (mail) => <time>{timeOf(mail.sent_at ?? '')}</time> },
              { title: 'Subject', show: (mail) => <a href={`/console/mails/${mail.id}`}>{mail.subject}</a> },
              { title: 'To', show: (mail) => mail.recipient },
              { title: 'Error', show: (mail) => mail.error },
            ]}
          />
        )}
      </Loaded>
    </section>
  );
}
