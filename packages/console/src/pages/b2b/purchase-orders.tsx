import { useFilters } from '../../filters.ts';
import { useLoad } from '../../load.tsx';
import { Page } from '../../parts/page.tsx';
import { useSession } from '../../session.ts';
import { timeOf } from '../call-parts.tsx';
import { ListFilters, PAGE_SIZE, PagedTable } from './list-parts.tsx';
import { Money, PurchaseOrderState, purchaseOrderStates } from './texts.tsx';
import { t, tn } from '../../texts/text.ts';

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
      title={t('Purchase orders')}
      actions={
        <button type="button" onClick={read.reload}>
          {t('Refresh')}
        </button>
      }
    >
      <ListFilters
        choice={{
          label: t('State'),
          name: 'status',
          value: status,
          options: [['', t('any')], ...[...purchaseOrderStates].map(([state, { label }]) => [state, label] as const)],
        }}
        searchLabel={t('Number or company contains')}
        search={search}
        change={change}
      />
      <PagedTable
        of={read}
        page={number}
        change={change}
        countText={(total) => tn(total, '{count} purchase order', '{count} purchase orders')}
        caption={t('Purchase orders')}
        keyOf={({ id }) => id!}
        none={status === '' && search === '' ? t('No purchase orders yet.') : t('No matching purchase orders.')}
        columnsOf={() => [
          { title: t('Number'), show: (one) => <a href={`/console/b2b/orders/${one.id}`}>{one.number}</a> },
          { title: t('Company'), show: ({ company }) => company },
          { title: t('Buyer'), show: ({ creator }) => creator },
          { title: t('State'), show: (one) => <PurchaseOrderState status={one.status} /> },
          {
            title: t('Subtotal'),
            isNumber: true,
            show: (one) => <Money value={one.subtotal} currency={one.currency} />,
          },
          { title: t('Order'), show: ({ order_number: order }) => order },
          { title: t('Created (UTC)'), show: ({ created_at: time }) => <time>{timeOf(time!)}</time> },
        ]}
      />
    </Page>
  );
}
