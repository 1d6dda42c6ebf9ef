import { RecordList, type RecordColumn } from '../../parts/record-list.tsx';
import type { RowAction } from '../../parts/row-actions.ts';
import { useStoreViews } from '../../parts/store-views.tsx';
import { useSession, type Session } from '../../session.ts';
import { Money } from '../b2b/texts.tsx';
import { timeOf } from '../call-parts.tsx';
import { OrderStatus, stateOptions } from './states.tsx';
import { t } from '../../texts/text.ts';

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
  [first, last].filter(Boolean).join(' ') || t('Guest');

/** The store view of an order; the field has the website and the store before it, each in a line. */
const storeOf = ({ store_name: name }: OrderHead): string => name?.split('\n').at(-1) ?? '';

const columns: readonly RecordColumn<OrderHead>[] = [
  {
    title: t('Order'),
    sort: 'increment_id',
    value: (order) => order.increment_id,
    show: (order) => <a href={`/console/orders/${order.entity_id}`}>{order.increment_id}</a>,
  },
  {
    title: t('Placed (UTC)'),
    sort: 'created_at',
    value: (order) => order.created_at,
    show: (order) => <time>{timeOf(order.created_at ?? '')}</time>,
  },
  {
    title: t('Customer'),
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
    title: t('Status'),
    sort: 'status',
    value: (order) => order.status,
    show: (order) => <OrderStatus state={order.state} status={order.status} />,
  },
  {
    title: t('Units'),
    sort: 'total_qty_ordered',
    isNumber: true,
    value: (order) => order.total_qty_ordered,
    show: (order) => order.total_qty_ordered,
  },
  {
    title: t('Total'),
    sort: 'grand_total',
    isNumber: true,
    value: (order) => order.grand_total,
    show: (order) => <Money value={order.grand_total} currency={order.order_currency_code} />,
  },
  {
    title: t('Paid'),
    sort: 'total_paid',
    isNumber: true,
    value: (order) => order.total_paid ?? 0,
    show: (order) => <Money value={order.total_paid} currency={order.order_currency_code} />,
  },
  { title: t('Store view'), sort: 'store_id', value: storeOf, show: storeOf },
];

/** Columns of the CSV file alone. */
const exported: readonly Pick<RecordColumn<OrderHead>, 'title' | 'value'>[] = [
  { title: t('Email'), value: (order) => order.customer_email },
  { title: t('Currency'), value: (order) => order.order_currency_code },
  { title: t('Refunded'), value: (order) => order.total_refunded ?? 0 },
];

/** Actions on selected orders, with the permission that each needs. */
const orderActions: readonly (RowAction<OrderHead> & { readonly permission: string })[] = [
  {
    label: t('Hold'),
    permission: 'Magento_Sales::hold',
    note: t('An order on hold is neither invoiced nor shipped.'),
    question: (records) => t('Put {records} on hold?', { records }),
    done: (records) => t('{records} put on hold.', { records }),
    request: ({ entity_id: id }) => ({ route: 'POST /V1/orders/:id/hold', input: { id } }),
  },
  {
    label: t('Release from hold'),
    permission: 'Magento_Sales::unhold',
    question: (records) => t('Release {records} from hold?', { records }),
    done: (records) => t('{records} released from hold.', { records }),
    request: ({ entity_id: id }) => ({ route: 'POST /V1/orders/:id/unhold', input: { id } }),
  },
  {
    label: t('Cancel orders'),
    permission: 'Magento_Sales::cancel',
    note: t('Cancels the units that are neither invoiced nor shipped, and makes them salable again.'),
    question: (records) => t('Cancel {records}?', { records }),
    done: (records) => t('{records} canceled.', { records }),
    request: ({ entity_id: id }) => ({ route: 'POST /V1/orders/:id/cancel', input: { id } }),
  },
];

/** The orders of the shop, newest first. */
export function OrderList() {
  const { may } = useSession();
  const views = useStoreViews();
  return (
    <RecordList
      title={t('Orders')}
      name="orders"
      noun={[t('order'), t('orders')]}
      list={readOrders}
      search={['increment_id', 'customer_email', 'customer_firstname', 'customer_lastname']}
      searchLabel={t('Number, email or name')}
      filters={[
        { name: 'state', label: t('State'), field: 'state', options: stateOptions },
        { name: 'from', label: t('Placed from'), field: 'created_at', condition: 'gteq', isDate: true },
        { name: 'to', label: t('Placed until'), field: 'created_at', condition: 'lteq', isDate: true },
        ...(views.length > 1
          ? [
              {
                name: 'store',
                label: t('Store view'),
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
      nameOf={(order) => order.increment_id ?? ''}
      rowActions={orderActions.filter(({ permission }) => may(permission))}
      none={t('No orders yet.')}
      actions={
        may('Magento_Cart::manage') && (
          <a class="button primary" href="/console/orders/new">
            {t('New order')}
          </a>
        )
      }
    />
  );
}
