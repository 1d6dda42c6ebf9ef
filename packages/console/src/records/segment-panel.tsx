import { useFilters } from '../filters.ts';
import { Loaded, useLoad } from '../load.tsx';
import { ListPager } from '../parts/pager.tsx';
import { Table } from '../parts/table.tsx';
import { useSession } from '../session.ts';
import { t } from '../texts/text.ts';

const SIZE = 50;

/** The customers in a segment. */
export function SegmentPanel({ id }: { id: number }) {
  const { console: call, may } = useSession();
  const [{ page = '1' }, change] = useFilters();
  const number = Math.max(1, Number(page) || 1);
  const read = useLoad(
    (signal) =>
      call(
        'GET /_/console/customer-segments/:segmentId/customers',
        { segmentId: id, page: number, limit: SIZE },
        { signal },
      ),
    [call, id, number],
  );
  const mayOpen = may('Magento_Customer::customer');
  return (
    <section>
      <div class="head">
        <h2>{t('Customers in the segment')}</h2>
        <button type="button" onClick={read.reload}>
          {t('Refresh')}
        </button>
      </div>
      <p class="quiet">{t('Customers are placed a few seconds after a change.')}</p>
      <Loaded of={read}>
        {({ items, total_count: total }) => (
          <>
            <Table
              caption={t('Customers in the segment')}
              rows={items ?? []}
              keyOf={(customer) => customer.id ?? 0}
              none={t('No customers in the segment.')}
              columns={[
                {
                  title: t('Email'),
                  show: ({ id: customerId, email }) =>
                    mayOpen ? <a href={`/console/customers/accounts/${customerId}`}>{email}</a> : email,
                },
                { title: t('First name'), show: ({ firstname }) => firstname },
                { title: t('Last name'), show: ({ lastname }) => lastname },
              ]}
            />
            <ListPager page={number} size={SIZE} total={total ?? 0} go={(next) => change({ page: String(next) })} />
          </>
        )}
      </Loaded>
    </section>
  );
}
