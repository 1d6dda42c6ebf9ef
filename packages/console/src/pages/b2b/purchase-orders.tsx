import { useFilters } from '../../filters.ts';
import { useLoad } from '../../load.tsx';
import { Page } from '../../parts/page.tsx';
import { useSession } from '../../session.ts';
import { timeOf } from '../call-parts.tsx';
import { ListFilters, PAGE_SIZE, PagedTable } from './list-parts.tsx';
import { counted, Money, PurchaseOrderState, purchaseOrderStates } from './texts.tsx';

/** The purchase orders of companies, newest first. */
export function PurchaseOrders() {
  const { console: call } = useSession();
  const [{ status = '', search = '', page = '1' }, change] = useFilters();
  const number = Number(page) || 1;
  const read = useLoad(
    async (signal) => {
      const asked = { status, search, page: number, limit: PAGE_SIZE };
      const { items, total_count: total } = await call('GET /_/console/purchase-orders', asked, { signal });
      return { items: items!, total: total! };
    },
    [status, search, number],
  );
  return (
    <Page
      title="Purchase orders"
      actions={
        <button type="button" onClick={read.reload}>
          Refresh
        </button>
      }
    >
      <ListFilters
        choice={{
          label: 'State',
          name: 'status',
          value: status,
          options: [['', 'any'], ...[...purchaseOrderStates].map(([state, { label }]) => [state, label] as const)],
        }}
        searchLabel="Number or company contains"
        search={search}
        change={change}
      />
      <PagedTable
        of={read}
        page={number}
        change={change}
        countText={(total) => counted(total, 'purchase order')}
        caption="Purchase orders"
        keyOf={({ id }) => id!}
        none={status === '' && search === '' ? 'No purchase orders yet.' : 'No matching purchase orders.'}
        columnsOf={() => [
          { title: 'Number', show: (one) => <a href={`/console/b2b/orders/${one.id}`}>{one.number}</a> },
          { title: 'Company', show: ({ company }) => company },
          { title: 'Buyer', show: ({ creator }) => creator },
          { title: 'State', show: (one) => <PurchaseOrderState status={one.status} /> },
          {
            title: 'Subtotal',
            isNumber: true,
            show: (one) => <Money value={one.subtotal} currency={one.currency} />,
          },
          { title: 'Order', show: ({ order_number: order }) => order },
          { title: 'Created (UTC)', show: ({ created_at: time }) => <time>{timeOf(time!)}</time> },
        ]}
      />
    </Page>
  );
}
