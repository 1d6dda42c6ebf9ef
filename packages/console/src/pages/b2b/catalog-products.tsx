import type { Answer } from '../../calls.ts';
import { useFilters } from '../../filters.ts';
import { Loaded, useLoad } from '../../load.tsx';
import { Field } from '../../parts/field.tsx';
import { Pager } from '../../parts/pager.tsx';
import { Table } from '../../parts/table.tsx';
import { TextInput } from '../../parts/text-input.tsx';
import { useSession } from '../../session.ts';
import type { CatalogPart } from './catalog.tsx';
import { ProductChoice } from './catalog-product-choice.tsx';
import { DialogButton } from './changes.tsx';
import { Money } from './texts.tsx';
import { t, tn } from '../../texts/text.ts';

type Product = NonNullable<Answer<'GET /_/console/shared-catalogs/:catalogId/products'>['items']>[number];
type Price = NonNullable<Product['prices']>[number];
type Values = Readonly<Record<string, string>>;

const SIZE = 20;

/** The products of a catalog with its prices. */
export function CatalogProducts({ catalog, changing, isEditable }: CatalogPart) {
  const { console: call, shop } = useSession();
  const [{ search = '', page = '1' }, change] = useFilters();
  const number = Number(page) || 1;
  const id = catalog.id!;
  const read = useLoad(
    (signal) =>
      call(
        'GET /_/console/shared-catalogs/:catalogId/products',
        { catalogId: id, search, page: number, limit: SIZE },
        { signal },
      ),
    [id, search, number, catalog],
  );
  const { act, isBusy } = changing;
  const unassign = (sku: string): void =>
    void act(async () => {
      await shop.sharedCatalogProducts.unassignProducts({ id, products: [{ sku }] });
      return t('{name} unassigned.', { name: sku });
    });
  const price = (skus: readonly string[], values: Values): Promise<boolean> =>
    act(async () => {
      const prices = skus.map((sku) => priceRow(sku, values));
      await shop.assignTierPrice.assignTierPrices({ sharedCatalogId: id, prices });
      return skus.length === 1
        ? t('Price of {sku} saved.', { sku: skus[0] })
        : tn(skus.length, 'Price of {count} product saved.', 'Price of {count} products saved.');
    });
  const reset = (sku: string): void =>
    void act(async () => {
      await shop.assignTierPrice.resetTierPrices({ sharedCatalogId: id, skus: [sku] });
      return t('{sku} has the price for everybody.', { sku });
    });
  const priceAll = async (values: Values): Promise<boolean> =>
    price(await shop.sharedCatalogProducts.getProducts({ id }), values);
  return (
    <section>
      <div class="head">
        <h2>{t('Products')}</h2>
        {isEditable && (
          <div class="actions">
            <DialogButton
              label={t('Assign products')}
              of={changing}
              send={(values) =>
                act(async () => {
                  const skus = skusOf(values);
                  if (skus.length === 0) return t('No products chosen.');
                  await shop.sharedCatalogProducts.assignProducts({ id, products: skus.map((sku) => ({ sku })) });
                  return tn(skus.length, '{count} product assigned.', '{count} products assigned.');
                })
              }
            >
              <ProductChoice />
            </DialogButton>
            {catalog.products! > 0 && (
              <DialogButton
                label={t('Set discount for all products')}
                submit={t('Set discount')}
                of={changing}
                send={priceAll}
              >
                <input type="hidden" name="type" value="discount" />
                <input type="hidden" name="quantity" value="1" />
                <Field label={t('Percent off the price for everybody')}>
                  <input name="price" type="number" min="0" max="100" step="any" required />
                </Field>
              </DialogButton>
            )}
          </div>
        )}
      </div>
      <div class="filters">
        <Field label={t('SKU or name contains')}>
          <TextInput type="search" value={search} enter={(text) => change({ search: text, page: '' })} />
        </Field>
      </div>
      <Loaded of={read}>
        {({ items, currency, total_count: total }) => (
          <>
            <p class="quiet" role="status">
              {tn(total!, '{count} product', '{count} products')}
            </p>
            <Table
              caption={t('Products')}
              rows={items!}
              keyOf={({ sku }) => sku!}
              none={search === '' ? t('No products yet.') : t('No matching products.')}
              columns={[
                { title: 'SKU', show: ({ sku }) => sku },
                { title: t('Name'), show: ({ name }) => name },
                {
                  title: t('Price for everybody'),
                  isNumber: true,
                  show: (one) => (one.price == null ? '' : <Money value={one.price} currency={currency} />),
                },
                {
                  title: t('Prices of the catalog'),
                  show: ({ prices }) => <Prices of={prices!} currency={currency} />,
                },
                ...(isEditable
                  ? [
                      {
                        title: t('Actions'),
                        show: ({ sku, prices }: Product) => (
                          <div class="actions">
                            <DialogButton
                              label={t('Set price of {sku}', { sku })}
                              button={t('Set price')}
                              submit={t('Save price')}
                              of={changing}
                              send={(values) => price([sku!], values)}
                            >
                              <PriceFields currency={currency} />
                            </DialogButton>
                            {prices!.length > 0 && (
                              <button
                                type="button"
                                disabled={isBusy}
                                aria-label={t('Reset prices of {sku}', { sku })}
                                onClick={() => reset(sku!)}
                              >
                                {t('Reset prices')}
                              </button>
                            )}
                            <button
                              type="button"
                              disabled={isBusy}
                              aria-label={t('Unassign {sku}', { sku })}
                              onClick={() => unassign(sku!)}
                            >
                              {t('Unassign')}
                            </button>
                          </div>
                        ),
                      },
                    ]
                  : []),
              ]}
            />
            {total! > SIZE && (
              <Pager page={number} isLast={number * SIZE >= total!} go={(to) => change({ page: String(to) })} />
            )}
          </>
        )}
      </Loaded>
    </section>
  );
}

/** A tier price of all websites from the values of a form. The catalog's customer group is that of the route. */
const priceRow = (sku: string, { type = 'fixed', price, quantity }: Values) => ({
  sku,
  price: Number(price),
  price_type: type,
  website_id: 0,
  customer_group: '',
  quantity: Number(quantity),
});

/** The checked products, and the SKUs of the text. */
function skusOf({ skus = '', ...checked }: Values): string[] {
  const typed = skus.split(/[\n,]/).flatMap((sku) => sku.trim() || []);
  const chosen = Object.keys(checked).flatMap((name) => (name.startsWith('sku:') ? name.slice(4) : []));
  return [...new Set([...chosen, ...typed])];
}

function Prices({ of, currency }: { of: readonly Price[]; currency: string | null }) {
  return (
    <>
      {of.map(({ quantity, price, price_type: type }) => (
        <div key={quantity}>
          {type === 'discount' ? t('{price} % off', { price }) : <Money value={price} currency={currency} />}
          {quantity !== 1 && <small class="quiet"> {t('from {quantity}', { quantity })}</small>}
        </div>
      ))}
    </>
  );
}

function PriceFields({ currency }: { currency: string | null }) {
  return (
    <>
      <Field label={t('Kind')}>
        <select name="type">
          <option value="fixed">{t('price of each ({currency})', { currency })}</option>
          <option value="discount">{t('percent off the price for everybody')}</option>
        </select>
      </Field>
      <Field label={t('Value')}>
        <input name="price" type="number" min="0" step="any" required />
      </Field>
      <Field label={t('From quantity')}>
        <input name="quantity" type="number" min="1" step="any" required defaultValue="1" />
      </Field>
    </>
  );
}
