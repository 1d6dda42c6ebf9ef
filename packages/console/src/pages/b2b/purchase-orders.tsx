import { useFilters } from '../../filters.ts';
import { Loaded, useLoad } from '../../load.tsx';
import { Field } from '../../parts/field.tsx';
import { Page } from '../../parts/page.tsx';
import { Pager } from '../../parts/pager.tsx';
import { Table } from '../../parts/table.tsx';
import { TextInput } from '../../parts/text-input.tsx';
import { useSession } from '../../session.ts';
import { timeOf } from '../call-parts.tsx';
import { counted, Money, PurchaseOrderState, purchaseOrderStates } from './texts.tsx';

const SIZE = 20;

/** The purchase orders of companies, newest first. */
export function PurchaseOrders() {
  const { console: call } = useSession();
  const [{ status = '', search = '', page = '1' }, change] = useFilters();
  const number = Number(page) || 1;
  const read = useLoad(
    (signal) => call('GET /_/console/purchase-orders', { status, search, page: number, limit: SIZE }, { signal }),
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
      <div class="filters">
        <Field label="State">
          <select value={status} onChange={(event) => change({ status: event.currentTarget.value, page: '' })}>
            <option value="">any</option>
            {Object.entries(purchaseOrderStates).map(([state, { label }]) => (
              <option key={state} value={state}>
                {label}
              </option>
            ))}
          </select>
        </Field>
        <Field label="Number or company contains">
          <TextInput type="search" value={search} enter={(text) => change({ search: text, page: '' })} />
        </Field>
      </div>
      <Loaded of={read}>
        {({ items, total_count: total }) => (
          <>
            <p class="quiet" role="status">
              {counted(total!, 'purchase order')}
            </p>
            <Table
              caption="Purchase orders"
              rows={items!}
              keyOf={({ id }) => id!}
              none={status === '' && search === '' ? 'No purchase orders yet.' : 'No matching purchase orders.'}
              columns={[
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
            {total! > SIZE && (
              <Pager page={number} isLast={number * SIZE >= total!} go={(to) => change({ page: String(to) })} />
            )}
          </>
        )}
      </Loaded>
    </Page>
  );
}
