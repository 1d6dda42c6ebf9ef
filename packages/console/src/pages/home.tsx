import type { ComponentChildren } from 'preact';
import { useFilters } from '../filters.ts';
import { Loaded, useLoad } from '../load.tsx';
import { Field } from '../parts/field.tsx';
import { Page } from '../parts/page.tsx';
import { Table } from '../parts/table.tsx';
import { useStoreViews } from '../parts/store-views.tsx';
import { useSession } from '../session.ts';
import { Money } from './b2b/texts.tsx';
import { Alerts } from './home-alerts.tsx';
import { OrderStatus } from './orders/states.tsx';
import { Machine } from './overview.tsx';
import { t, tn } from '../texts/text.ts';

/** Units of a source item that count as low stock, and rows of the short lists. */
const LOW = 5;
const ROWS = 5;

/** The state of the shop: alerts, sales, latest orders, low stock, and the figures of the servers. Each part needs its permission. */
export function Home() {
  const { may } = useSession();
  return (
    <Page title={t('Home')}>
      <Alerts />
      <div class="sides summaries">
        {may('Magento_Sales::actions_view') && <Sales />}
        {may('Magento_Sales::actions_view') && <LatestOrders />}
        {may('Magento_InventoryApi::source') && <LowStock />}
      </div>
      {may('Magento_Backend::dashboard') && (
        <Part title={t('Servers')}>
          <Machine span="15m" />
        </Part>
      )}
    </Page>
  );
}

function Part({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <section>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

function Sales() {
  const { console: call } = useSession();
  const [{ days = '7' }, change] = useFilters();
  const views = useStoreViews();
  const nameOf = (code: string | null | undefined) => views.find((view) => view.code === code)?.name ?? code;
  const read = useLoad((signal) => call('GET /_/console/sales', { days: Number(days) }, { signal }), [days]);
  return (
    <Part title={t('Sales')}>
      <div class="filters">
        <Field label={t('Period')}>
          <select value={days} onChange={(event) => change({ days: event.currentTarget.value })}>
            <option value="7">{t('the last 7 days')}</option>
            <option value="30">{t('the last 30 days')}</option>
          </select>
        </Field>
      </div>
      <Loaded of={read}>
        {(rows) => (
          <Table
            caption={t('Sales')}
            rows={rows}
            keyOf={({ store_code: store, currency }) => `${store} ${currency}`}
            none={t('No orders in this period.')}
            columns={[
              { title: t('Store view'), show: ({ store_code: store }) => nameOf(store) },
              {
                title: t('Today (UTC)'),
                isNumber: true,
                show: (one) => (
                  <>
                    <Money value={one.total_today} currency={one.currency} />
                    <br />
                    <small class="quiet">{ordersText(one.orders_today!)}</small>
                  </>
                ),
              },
              {
                title: t('Last {days} days', { days }),
                isNumber: true,
                show: (one) => (
                  <>
                    <Money value={one.total} currency={one.currency} />
                    <br />
                    <small class="quiet">{ordersText(one.orders!)}</small>
                  </>
                ),
              },
            ]}
          />
        )}
      </Loaded>
    </Part>
  );
}

const ordersText = (count: number): string => tn(count, '{count} order', '{count} orders');

function LatestOrders() {
  const { shop } = useSession();
  const newest = { sort_orders: [{ field: 'entity_id', direction: 'DESC' as const }], page_size: ROWS };
  const read = useLoad((signal) => shop.orders.list({ searchCriteria: newest }, { signal }).page(), [shop]);
  return (
    <Part title={t('Latest orders')}>
      <Loaded of={read}>
        {({ items }) => (
          <Table
            caption={t('Latest orders')}
            rows={items}
            keyOf={({ entity_id: id }) => id!}
            none={t('No orders yet.')}
            columns={[
              {
                title: t('Order'),
                show: ({ entity_id: id, increment_id: number }) => <a href={`/console/orders/${id}`}>{number}</a>,
              },
              { title: t('Customer'), show: ({ customer_email: email }) => email },
              { title: t('Status'), show: ({ state, status }) => <OrderStatus state={state} status={status} /> },
              {
                title: t('Total'),
                isNumber: true,
                show: (one) => <Money value={one.grand_total} currency={one.order_currency_code} />,
              },
            ]}
          />
        )}
      </Loaded>
    </Part>
  );
}

function LowStock() {
  const { shop, may } = useSession();
  const read = useLoad(
    async (signal) => {
      const filters = [{ field: 'quantity', condition_type: 'lteq', value: String(LOW) }];
      const [page, sources] = await Promise.all([
        shop.apiSourceItems
          .list(
            {
              searchCriteria: {
                filter_groups: [{ filters }],
                sort_orders: [{ field: 'quantity', direction: 'ASC' }],
                page_size: ROWS,
              },
            },
            { signal },
          )
          .page(),
        shop.apiSources.list({}, { signal }).all(),
      ]);
      return { ...page, names: new Map(sources.map(({ source_code: code, name }) => [code, name])) };
    },
    [shop],
  );
  return (
    <Part title={t('Low stock ({count} units or fewer)', { count: LOW })}>
      <Loaded of={read}>
        {({ items, total_count: total = 0, names }) => (
          <>
            <Table
              caption={t('Low stock')}
              rows={items}
              keyOf={({ sku, source_code: source }) => `${sku} ${source}`}
              none={t('No products with low stock.')}
              columns={[
                {
                  title: 'SKU',
                  show: ({ sku }) =>
                    may('Magento_Catalog::products') ? (
                      <a href={`/console/catalog/products/${encodeURIComponent(sku!)}`}>{sku}</a>
                    ) : (
                      sku
                    ),
                },
                { title: t('Source'), show: ({ source_code: source }) => names.get(source) || source },
                { title: t('Units'), isNumber: true, show: ({ quantity }) => quantity },
              ]}
            />
            {total > ROWS && <p class="quiet">{t('and {count} more', { count: total - ROWS })}</p>}
          </>
        )}
      </Loaded>
    </Part>
  );
}
