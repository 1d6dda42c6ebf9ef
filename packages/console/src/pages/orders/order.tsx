import { useState } from 'preact/hooks';
import type { Answered } from '../../../../client/src/index.ts';
import type { Answer } from '../../calls.ts';
import { Loaded } from '../../load.tsx';
import { OutcomeOf } from '../../parts/action.tsx';
import { Page } from '../../parts/page.tsx';
import { kindPermissions } from '../sections.ts';
import { useSession } from '../../session.ts';
import { Facts, Money } from '../b2b/texts.tsx';
import { useChanging } from '../b2b/changes.tsx';
import { timeOf } from '../call-parts.tsx';
import { OrderActions } from './order-actions.tsx';
import { OrderAddresses } from './order-addresses.tsx';
import { OrderDocuments } from './order-documents.tsx';
import { OrderHistory } from './order-history.tsx';
import { OrderItems, OrderTotals } from './order-items.tsx';
import { OrderStatus } from './states.tsx';
import { t } from '../../texts/text.ts';

/** An order of the interface. */
export type OrderRecord = Answered<'orders', 'get'>;
/** The changes that an order allows. */
export type OrderSteps = Answer<'GET /_/console/orders/:orderId/steps'>;

/** An order with its items, totals, addresses, documents and history. */
export function OrderPage({ id }: { id: number }) {
  const { shop, console: call } = useSession();
  const changing = useChanging(
    async (signal) => {
      const [order, steps] = await Promise.all([
        shop.orders.get({ id }, { signal }),
        call('GET /_/console/orders/:orderId/steps', { orderId: id }, { signal }),
      ]);
      return { order, steps };
    },
    [shop, id],
  );
  const { load, outcome } = changing;
  const [changes, setChanges] = useState(0);
  const done = (text: string): void => {
    setChanges(changes + 1);
    void changing.act(async () => text);
  };
  return (
    <Page
      title={load.value ? t('Order {number}', { number: load.value.order.increment_id }) : t('Order')}
      actions={
        load.value && (
          <OrderActions key={JSON.stringify([load.value.order.status, load.value.steps])} {...load.value} done={done} />
        )
      }
    >
      <p>
        <a href="/console/orders">{t('All orders')}</a>
      </p>
      <OutcomeOf outcome={outcome} />
      <Loaded of={load}>
        {({ order, steps }) => (
          <>
            <Head order={order} />
            <OrderItems order={order} />
            <OrderTotals order={order} added={steps.totals ?? []} />
            <OrderAddresses order={order} />
            <OrderDocuments key={changes} order={order} steps={steps} done={done} />
            <OrderHistory order={order} />
          </>
        )}
      </Loaded>
    </Page>
  );
}

function Head({ order }: { order: OrderRecord }) {
  const { may } = useSession();
  const { customer_id: customerId, order_currency_code: currency, base_currency_code: base } = order;
  const name = [order.customer_firstname, order.customer_lastname].filter(Boolean).join(' ') || t('Guest');
  return (
    <Facts
      of={[
        [t('Status'), <OrderStatus state={order.state} status={order.status} />],
        [t('Placed (UTC)'), <time>{timeOf(order.created_at ?? '')}</time>],
        [
          t('Customer'),
          customerId && may(kindPermissions.customers) ? (
            <a href={`/console/customers/accounts/${customerId}`}>{name}</a>
          ) : (
            name
          ),
        ],
        [t('Email'), <a href={`mailto:${order.customer_email}`}>{order.customer_email}</a>],
        [t('Total'), <Money value={order.grand_total} currency={currency} />],
        [t('Paid'), <Money value={order.total_paid} currency={currency} />],
        [t('Due'), <Money value={order.total_due} currency={currency} />],
        [t('Base currency'), base === currency ? undefined : base],
        [t('Store view'), order.store_name?.split('\n').at(-1)],
        [t('Coupon'), order.coupon_code],
        [t('Remote address'), order.remote_ip],
        [t('Note of the customer'), order.customer_note],
      ]}
    />
  );
}
