import { ErrorBoundary, lazy, useLocation } from 'preact-iso';
import { useMemo, useState } from 'preact/hooks';
import type { Answered } from '../../../../client/src/index.ts';
import { addressOf, useFilters } from '../../filters.ts';
import { Loaded, useLoad } from '../../load.tsx';
import { OutcomeOf } from '../../parts/action.tsx';
import { CallButton } from '../../parts/call-dialog.tsx';
import { NoSuchPage, Page } from '../../parts/page.tsx';
import { ScopeChoice } from '../../parts/store-views.tsx';
import { productTypes } from '../../records/product-types.ts';
import { EntityTabs } from '../../records/entity-tabs.tsx';
import { useSession } from '../../session.ts';
import { Facts } from '../b2b/texts.tsx';
import { timeOf } from '../call-parts.tsx';
import { productTabs } from './product-tabs.ts';
import { t } from '../../texts/text.ts';

/** A product of the interface. */
export type ProductRecord = Answered<'products', 'get'>;

const tabs = productTabs.map((tab) => Object.assign(tab, { Tab: lazy(tab.load) }));

function factsOf({ sku, type_id: type, updated_at: changed }: ProductRecord) {
  return [
    ['SKU', sku],
    [t('Type'), productTypes.find(([one]) => one === type)?.[1] ?? type],
    [t('Changed (UTC)'), <time>{timeOf(changed ?? '')}</time>],
  ] as const;
}

/** A product with its parts as tabs, such as `/console/catalog/products/mug/pictures`; the scope of the values is in the address. */
export function ProductPage({ sku, tab: name }: { sku: string; tab: string }) {
  const session = useSession();
  const { shop } = session;
  const { route } = useLocation();
  const [{ store = 'all' }, change] = useFilters();
  const [turn, setTurn] = useState({ changes: 0, saves: 0 });
  const [notice, setNotice] = useState({ tab: name, text: '' });
  const scoped = useMemo(() => shop.with({ store }), [shop, store]);
  const read = useLoad(
    async (signal) => ({ product: await scoped.products.get({ sku }, { signal }), store, saves: turn.saves }),
    [scoped, sku, turn],
  );
  const type = read.value?.product.type_id ?? '';
  const open = tabs.filter((one) => one.isOf(type) && one.isOpen(session));
  const current = tabs.find((one) => one.name === name);
  if (!current) return <NoSuchPage />;
  const place = `/console/catalog/products/${encodeURIComponent(sku)}`;
  const addressOfTab = (one: string): string =>
    addressOf(one === '' ? place : `${place}/${one}`, { store: store === 'all' ? '' : store });
  const done = (text: string, isSaved: boolean): void => {
    setNotice({ tab: name, text });
    setTurn(({ changes, saves }) => ({ changes: changes + 1, saves: saves + (isSaved ? 1 : 0) }));
  };
  return (
    <Page
      title={read.value?.product.name ?? sku}
      actions={
        <>
          <a class="button" href={`/console/data/products/${encodeURIComponent(sku)}`}>
            JSON
          </a>
          {read.value && session.may('Magento_Catalog::products') && (
            <CallButton
              label={t('Delete {name}', { name: sku })}
              button={t('Delete')}
              submit={t('Delete product')}
              call={(client) => client.products.delete({ sku })}
              success={t('Product deleted.')}
              done={() => route('/console/catalog')}
            />
          )}
        </>
      }
    >
      <p>
        <a href="/console/catalog">{t('All products')}</a>
      </p>
      {read.value && <Facts of={factsOf(read.value.product)} />}
      <EntityTabs
        tabs={open.map((one) => ({ title: one.title, address: addressOfTab(one.name) }))}
        current={addressOfTab(name)}
        label={t('Parts of the product')}
      />
      {current.isScoped && (
        <div class="filters">
          <ScopeChoice store={store} choose={(next) => change({ store: next })} />
        </div>
      )}
      <OutcomeOf
        outcome={notice.tab === name && notice.text !== '' ? { text: notice.text, isFailure: false } : undefined}
      />
      <Loaded of={read}>
        {({ product, ...loaded }) => (
          <ErrorBoundary>
            <current.Tab
              key={`${name} ${loaded.store} ${loaded.saves}`}
              product={product}
              store={loaded.store}
              changed={(text) => done(text, false)}
              saved={(text) => done(text, true)}
            />
          </ErrorBoundary>
        )}
      </Loaded>
    </Page>
  );
}
