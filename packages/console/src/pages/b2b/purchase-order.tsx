import type { Answer } from '../../calls.ts';
import { Loaded, useLoad } from '../../load.tsx';
import { Page } from '../../parts/page.tsx';
import { Table } from '../../parts/table.tsx';
import { useSession } from '../../session.ts';
import { timeOf } from '../call-parts.tsx';
import { Facts, Money, PurchaseOrderState } from './texts.tsx';
import { t } from '../../texts/text.ts';

type PricedItem = NonNullable<Answer<'GET /_/console/purchase-orders/:purchaseOrderId'>['items']>[number];

/** A purchase order with its items and history. The company alone approves or rejects it. */
export function PurchaseOrder({ id }: { id: number }) {
  const { console: call, may } = useSession();
  const read = useLoad(
    (signal) => call('GET /_/console/purchase-orders/:purchaseOrderId', { purchaseOrderId: id }, { signal }),
    [id],
  );
  return (
    <Page title={t('Purchase order {number}', { number: read.value?.number })}>
      <Loaded of={read}>
        {(order) => {
          const { company, company_id: companyId, currency, items } = order;
          const isPriced = items!.some(({ price }) => price != null);
          return (
            <>
              <Facts
                of={[
                  [t('State'), <PurchaseOrderState status={order.status} />],
                  [
                    t('Company'),
                    may('Magento_Company::index') ? (
                      <a href={`/console/b2b/companies/${companyId}`}>{company}</a>
                    ) : (
                      company
                    ),
                  ],
                  [t('Buyer'), `${order.creator} <${order.creator_email}>`],
                  [t('Subtotal'), <Money value={order.subtotal} currency={currency} />],
                  [t('Payment method'), order.payment_method],
                  [t('Shipping method'), order.shipping_method],
                  [t('Ships to'), order.shipping_address],
                  [t('Order'), order.order_number],
                  [t('Created (UTC)'), timeOf(order.created_at!)],
                  [t('Changed (UTC)'), timeOf(order.updated_at!)],
                ]}
              />
              <h2>{t('Items')}</h2>
              <Table
                caption={t('Items')}
                rows={items!}
                keyOf={({ item_id: item }) => item!}
                none={t('No items: their products are deleted.')}
                columns={[
                  { title: 'SKU', show: ({ sku }) => sku },
                  { title: t('Name'), show: ({ name }) => name },
                  { title: t('Quantity'), isNumber: true, show: ({ qty }) => qty },
                  ...(isPriced
                    ? [
                        {
                          title: t('Price'),
                          isNumber: true,
                          show: (item: PricedItem) => <Money value={item.price} currency={currency} />,
                        },
                        {
                          title: t('Row'),
                          isNumber: true,
                          show: (item: PricedItem) => <Money value={item.row_total} currency={currency} />,
                        },
                      ]
                    : []),
                ]}
              />
              <h2>{t('History')}</h2>
              <Table
                caption={t('History')}
                rows={order.history!}
                keyOf={({ history_id: event }) => event!}
                none={t('No events yet.')}
                columns={[
                  { title: t('Time (UTC)'), show: ({ created_at: time }) => <time>{timeOf(time!)}</time> },
                  { title: t('Event'), show: ({ message }) => message },
                ]}
              />
            </>
          );
        }}
      </Loaded>
    </Page>
  );
}
