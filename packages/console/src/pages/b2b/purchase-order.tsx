import type { Answer } from '../../calls.ts';
import { Loaded, useLoad } from '../../load.tsx';
import { Page } from '../../parts/page.tsx';
import { Table } from '../../parts/table.tsx';
import { useSession } from '../../session.ts';
import { timeOf } from '../call-parts.tsx';
import { Facts, Money, PurchaseOrderState } from './texts.tsx';

type PricedItem = NonNullable<Answer<'GET /_/console/purchase-orders/:purchaseOrderId'>['items']>[number];

/** A purchase order with its items and history. The company alone approves or rejects it. */
export function PurchaseOrder({ id }: { id: number }) {
  const { console: call, may } = useSession();
  const read = useLoad(
    (signal) => call('GET /_/console/purchase-orders/:purchaseOrderId', { purchaseOrderId: id }, { signal }),
    [id],
  );
  return (
    <Page title={`Purchase order ${read.value?.number ?? ''}`}>
      <Loaded of={read}>
        {(order) => {
          const { company, company_id: companyId, currency, items } = order;
          const isPriced = items!.some(({ price }) => price != null);
          return (
            <>
              <Facts
                of={[
                  ['State', <PurchaseOrderState status={order.status} />],
                  [
                    'Company',
                    may('Magento_Company::index') ? (
                      <a href={`/console/b2b/companies/${companyId}`}>{company}</a>
                    ) : (
                      company
                    ),
                  ],
                  ['Buyer', `${order.creator} <${order.creator_email}>`],
                  ['Subtotal', <Money value={order.subtotal} currency={currency} />],
                  ['Payment method', order.payment_method],
                  ['Shipping method', order.shipping_method],
                  ['Ships to', order.shipping_address],
                  ['Order', order.order_number],
                  ['Created (UTC)', timeOf(order.created_at!)],
                  ['Changed (UTC)', timeOf(order.updated_at!)],
                ]}
              />
              <h2>Items</h2>
              <Table
                caption="Items"
                rows={items!}
                keyOf={({ item_id: item }) => item!}
                none="No items: their products are deleted."
                columns={[
                  { title: 'SKU', show: ({ sku }) => sku },
                  { title: 'Name', show: ({ name }) => name },
                  { title: 'Quantity', isNumber: true, show: ({ qty }) => qty },
                  ...(isPriced
                    ? [
                        {
                          title: 'Price',
                          isNumber: true,
                          show: (item: PricedItem) => <Money value={item.price} currency={currency} />,
                        },
                        {
                          title: 'Row',
                          isNumber: true,
                          show: (item: PricedItem) => <Money value={item.row_total} currency={currency} />,
                        },
                      ]
                    : []),
                ]}
              />
              <h2>History</h2>
              <Table
                caption="History"
                rows={order.history!}
                keyOf={({ history_id: event }) => event!}
                none="No events yet."
                columns={[
                  { title: 'Time (UTC)', show: ({ created_at: time }) => <time>{timeOf(time!)}</time> },
                  { title: 'Event', show: ({ message }) => message },
                ]}
              />
            </>
          );
        }}
      </Loaded>
    </Page>
  );
}
