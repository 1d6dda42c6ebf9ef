import { RecordList, type RecordColumn } from '../../parts/record-list.tsx';
import { useStoreViews } from '../../parts/store-views.tsx';
import { useSession, type Session } from '../../session.ts';
import { Money } from '../b2b/texts.tsx';
import { timeOf } from '../call-parts.tsx';
import { OrderStatus, stateOptions } from './states.tsx';

type Shop = Session['shop'];
type OrderHead = Awaited<ReturnType<typeof readOrders>>['items'][number];

/** Fields of an order in the list. */
const fields = [
  'entity_id',
  'increment_id',
  'state',
  'status',
  'created_at',
  'customer_email',
  'customer_firstname',
  'customer_lastname',
  'customer_is_guest',
  'order_currency_code',
  'grand_total',
  'total_paid',
  'total_refunded',
  'total_qty_ordered',
  'store_name',
].join(',');

const readOrders = (shop: Shop, searchCriteria: object, signal?: AbortSignal) =>
  shop.orders.list({ searchCriteria }, { fields: `items[${fields}],total_count`, ...(signal && { signal }) }).page();

const nameOf = ({ customer_firstname: first, customer_lastname: last }: OrderHead): string =>
  [first, last].filter(Boolean).join(' ') || 'Guest';

/** The store view of an order; the field has the website and the store before it, each in a line. */
const storeOf = ({ store_name: name }: OrderHead): string => name?.split('\n').at(-1) ?? '';

const columns: readonly RecordColumn<OrderHead>[] = [
  {
    title: 'Order',
    sort: 'increment_id',
    value: (order) => order.increment_id,
    show: (order) => <a href={`/console/orders/${order.entity_id}`}>{order.increment_id}</a>,
  },
  {
    title: 'Placed (UTC)',
    sort: 'created_at',
    value: (order) => order.created_at,
    show: (order) => <time>{timeOf(order.created_at ?? '')}</time>,
  },
  {
    title: 'Customer',
    sort: 'customer_lastname',
    value: nameOf,
    show: (order) => (
      <>
        {nameOf(order)}
        <br />
        <small class="quiet">{order.customer_email}</small>
      </>
    ),
  },
  {
    title: 'Status',
    sort: 'status',
    value: (order) => order.status,
    show: (order) => <OrderStatus state={order.state} status={order.status} />,
  },
  {
    title: 'Units',
    sort: 'total_qty_ordered',
    isNumber: true,
    value: (order) => order.total_qty_ordered,
    show: (order) => order.total_qty_ordered,
  },
  {
    title: 'Total',
    sort: 'grand_total',
    isNumber: true,
    value: (order) => order.grand_total,
    show: (order) => <Money value={order.grand_total} currency={order.order_currency_code} />,
  },
  {
    title: 'Paid',
    sort: 'total_paid',
    isNumber: true,
    value: (order) => order.total_paid ?? 0,
    show: (order) => <Money value={order.total_paid} currency={order.order_currency_code} />,
  },
  { title: 'Store view', sort: 'store_id', value: storeOf, show: storeOf },
];

/** Columns of the CSV file alone. */
const exported: readonly Pick<RecordColumn<OrderHead>, 'title' | 'value'>[] = [
  { title: 'Email', value: (order) => order.customer_email },
  { title: 'Currency', value: (order) => order.order_currency_code },
  { title: 'Refunded', value: (order) => order.total_refunded ?? 0 },
];

/** The orders of the shop, newest first. */
export function OrderList() {
  const { may } = useSession();
  const views = useStoreViews();
  return (
    <RecordList
      title="Orders"
      name="orders"
      noun={['order', 'orders']}
      list={readOrders}
      search={['increment_id', 'customer_email', 'customer_firstname', 'customer_lastname']}
      searchLabel="Number, email or name"
      filters={[
        { name: 'state', label: 'State', field: 'state', options: stateOptions },
        { name: 'from', label: 'Placed from', field: 'created_at', condition: 'gteq', isDate: true },
        { name: 'to', label: 'Placed until', field: 'created_at', condition: 'lteq', isDate: true },
        ...(views.length > 1
          ? [
              {
                name: 'store',
                label: 'Store view',
                field: 'store_id',
                options: views.map(({ id, name }) => [String(id), name ?? ''] as const),
              },
            ]
          : []),
      ]}
      columns={columns}
      exported={exported}
      sort="-entity_id"
      keyOf={(order) => order.entity_id!}
      none="No orders yet."
      actions={
        may('Magento_Cart::manage') && (
          <a class="button primary" href="/console/orders/new">
            New order
          </a>
        )
      }
    />
  );
}
