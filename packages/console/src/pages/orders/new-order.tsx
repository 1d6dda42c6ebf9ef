import { useState } from 'preact/hooks';
import type { Answered } from '../../../../client/src/index.ts';
import { useFilters } from '../../filters.ts';
import { Loaded, useLoad } from '../../load.tsx';
import { OutcomeOf, useAction } from '../../parts/action.tsx';
import { Field } from '../../parts/field.tsx';
import { Page } from '../../parts/page.tsx';
import { StoreViewOptions, useStoreViews } from '../../parts/store-views.tsx';
import { Table } from '../../parts/table.tsx';
import { TextInput } from '../../parts/text-input.tsx';
import { kindPermissions } from '../sections.ts';
import { useSession, type Session } from '../../session.ts';
import { CartCheckout } from './cart-checkout.tsx';
import { CartItems } from './cart-items.tsx';
import { t } from '../../texts/text.ts';
import { tx } from '../../texts/elements.tsx';

/** A customer who orders. */
export type OrderingCustomer = Answered<'customers', 'get'>;

/** A cart of the shop's staff, in the store view that it is for. */
export interface StaffCart {
  readonly id: number;
  /** Code of the store view. */
  readonly store: string;
  /** The client of the store view. */
  readonly shop: Session['shop'];
  readonly customer: OrderingCustomer | undefined;
}

/** Creates an order for a customer or a guest: a cart that is filled and ordered by the routes of the interface. */
export function NewOrder() {
  const [{ cart = '', store = '', customer = '' }] = useFilters();
  return (
    <Page title={t('New order')}>
      <p>
        <a href="/console/orders">{t('All orders')}</a>
      </p>
      {cart === '' ? <Start /> : <Cart id={Number(cart)} store={store} customerId={Number(customer)} />}
    </Page>
  );
}

function Cart({ id, store, customerId }: { id: number; store: string; customerId: number }) {
  const { shop: all } = useSession();
  const [shop] = useState(() => all.with({ store }));
  const [version, setVersion] = useState(0);
  const customer = useLoad(
    async (signal) => (customerId > 0 ? await shop.customers.get({ customerId }, { signal }) : null),
    [shop, customerId],
  );
  const views = useStoreViews();
  return (
    <Loaded of={customer}>
      {(one) => {
        const cart: StaffCart = { id, store, shop, customer: one ?? undefined };
        return (
          <>
            <p>
              {tx('For {customer}, in the store view {store}.', {
                customer: one ? `${one.firstname} ${one.lastname} <${one.email}>` : t('a guest'),
                store: views.find(({ code }) => code === store)?.name ?? store,
              })}{' '}
              <a href="/console/orders/new">{t('Start again')}</a>
            </p>
            <CartItems cart={cart} changed={() => setVersion((before) => before + 1)} />
            <CartCheckout cart={cart} version={version} />
          </>
        );
      }}
    </Loaded>
  );
}

/** The choice of the store view and the customer, which makes the cart. */
function Start() {
  const { shop, may } = useSession();
  const [, change] = useFilters();
  const { outcome, isBusy, run } = useAction();
  const [search, setSearch] = useState('');
  const [store, setStore] = useState('default');
  const views = useStoreViews();
  const found = useLoad(
    async (signal) => {
      if (search === '') return [];
      const like = { like: `%${search}%` };
      const anyOf = { email: like, firstname: like, lastname: like };
      return (await shop.customers.list({ anyOf, pageSize: 20 }, { signal }).page()).items;
    },
    [shop, search],
  );
  const begin = (customerId?: number): void =>
    void run(async () => {
      const scoped = shop.with({ store });
      const cart =
        customerId === undefined
          ? await scoped.request('POST /V1/carts/')
          : await scoped.request('POST /V1/customers/:customerId/carts', { customerId });
      change({ cart: String(cart), store, customer: String(customerId ?? 0) });
      return t('Cart created.');
    });
  return (
    <>
      <OutcomeOf outcome={outcome} />
      <div class="filters">
        <Field label={t('Store view')}>
          <select value={store} onChange={(event) => setStore(event.currentTarget.value)}>
            {views.every(({ code }) => code !== 'default') && <option>default</option>}
            <StoreViewOptions views={views} />
          </select>
        </Field>
        {may(kindPermissions.customers) && (
          <Field label={t('Customer: email or name')}>
            <TextInput type="search" value={search} enter={setSearch} />
          </Field>
        )}
        <button type="button" disabled={isBusy} onClick={() => begin()}>
          {t('Order for a guest')}
        </button>
      </div>
      <Loaded of={found}>
        {(customers) =>
          search !== '' && (
            <Table
              caption={t('Customers')}
              rows={customers}
              keyOf={({ id }) => id!}
              none={t('No matching customers.')}
              columns={[
                { title: t('Name'), show: (one) => `${one.firstname} ${one.lastname}` },
                { title: t('Email'), show: (one) => one.email },
                {
                  title: t('Order'),
                  show: (one) => (
                    <button type="button" disabled={isBusy} onClick={() => begin(one.id!)}>
                      {t('Order for {name}', { name: `${one.firstname} ${one.lastname}` })}
                    </button>
                  ),
                },
              ]}
            />
          )
        }
      </Loaded>
    </>
  );
}
