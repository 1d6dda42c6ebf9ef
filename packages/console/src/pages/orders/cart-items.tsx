import { useState } from 'preact/hooks';
import { Loaded, useLoad } from '../../load.tsx';
import { OutcomeOf, useAction } from '../../parts/action.tsx';
import { Field } from '../../parts/field.tsx';
import { Table } from '../../parts/table.tsx';
import { TextInput } from '../../parts/text-input.tsx';
import { CartProduct } from './cart-product.tsx';
import type { StaffCart } from './new-order.tsx';
import { t } from '../../texts/text.ts';
import { numberText } from '../../texts/format.ts';

/** The items of a cart, and the products to add. */
export function CartItems({ cart, changed }: { cart: StaffCart; changed: () => void }) {
  const { shop, id: cartId } = cart;
  const items = useLoad((signal) => shop.request('GET /V1/carts/:cartId/items', { cartId }, { signal }), [cartId]);
  const { outcome, isBusy, run } = useAction();
  const refresh = (): void => {
    items.reload();
    changed();
  };
  const act = (work: () => Promise<string>): void => void run(work).then(refresh);
  return (
    <section>
      <h2>{t('Items')}</h2>
      <OutcomeOf outcome={outcome} />
      <Loaded of={items}>
        {(rows) => (
          <Table
            caption={t('Items')}
            rows={rows}
            keyOf={(item) => item.item_id!}
            none={t('No items yet.')}
            columns={[
              { title: 'SKU', show: (item) => item.sku },
              { title: t('Product'), show: (item) => item.name },
              { title: t('Price'), isNumber: true, show: (item) => item.price != null && numberText(item.price, 2) },
              {
                title: t('Quantity'),
                isNumber: true,
                show: (item) => (
                  <input
                    class="amount"
                    type="number"
                    min={0}
                    step="any"
                    aria-label={t('Quantity of {name}', { name: item.name })}
                    defaultValue={String(item.qty)}
                    onChange={({ currentTarget: { value } }) =>
                      act(async () => {
                        const cartItem = { quote_id: String(cartId), qty: Number(value) };
                        await shop.request('PUT /V1/carts/:cartId/items/:itemId', {
                          cartId: String(cartId),
                          itemId: String(item.item_id),
                          cartItem,
                        });
                        return t('Quantity changed.');
                      })
                    }
                  />
                ),
              },
              {
                title: t('Remove'),
                show: (item) => (
                  <button
                    type="button"
                    disabled={isBusy}
                    aria-label={t('Remove {name}', { name: item.name })}
                    onClick={() =>
                      act(async () => {
                        await shop.request('DELETE /V1/carts/:cartId/items/:itemId', { cartId, itemId: item.item_id! });
                        return t('Item removed.');
                      })
                    }
                  >
                    {t('Remove')}
                  </button>
                ),
              },
            ]}
          />
        )}
      </Loaded>
      <ProductSearch cart={cart} added={refresh} />
    </section>
  );
}

function ProductSearch({ cart, added }: { cart: StaffCart; added: () => void }) {
  const { shop } = cart;
  const [search, setSearch] = useState('');
  const [sku, setSku] = useState<string>();
  const found = useLoad(
    async (signal) => {
      if (search === '') return [];
      const like = { like: `%${search}%` };
      const criteria = { anyOf: { sku: like, name: like }, where: { status: 1 }, pageSize: 20 } as const;
      return (await shop.products.list(criteria, { signal, fields: 'items[id,sku,name,price,type_id]' }).page()).items;
    },
    [shop, search],
  );
  return (
    <>
      <div class="filters">
        <Field label={t('Add a product: SKU or name')}>
          <TextInput type="search" value={search} enter={setSearch} />
        </Field>
      </div>
      <Loaded of={found}>
        {(products) =>
          search !== '' && (
            <Table
              caption={t('Products')}
              rows={products}
              keyOf={(product) => product.sku ?? ''}
              none={t('No matching products.')}
              columns={[
                { title: 'SKU', show: (product) => product.sku },
                { title: t('Name'), show: (product) => product.name },
                {
                  title: t('Price'),
                  isNumber: true,
                  show: (product) => product.price != null && numberText(product.price, 2),
                },
                {
                  title: t('Add'),
                  show: (product) => (
                    <button
                      type="button"
                      aria-label={t('Add… {sku}', { sku: product.sku })}
                      onClick={() => setSku(product.sku ?? undefined)}
                    >
                      {t('Add…')}
                    </button>
                  ),
                },
              ]}
            />
          )
        }
      </Loaded>
      {sku !== undefined && <CartProduct cart={cart} sku={sku} added={added} close={() => setSku(undefined)} />}
    </>
  );
}
