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
import { counted, Money } from './texts.tsx';

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
      return `${sku} unassigned.`;
    });
  const price = (skus: readonly string[], values: Values): Promise<boolean> =>
    act(async () => {
      const prices = skus.map((sku) => priceRow(sku, values));
      await shop.assignTierPrice.assignTierPrices({ sharedCatalogId: id, prices });
      return `Price of ${skus.length === 1 ? skus[0] : counted(skus.length, 'product')} saved.`;
    });
  const reset = (sku: string): void =>
    void act(async () => {
      await shop.assignTierPrice.resetTierPrices({ sharedCatalogId: id, skus: [sku] });
      return `${sku} has the price for everybody.`;
    });
  const priceAll = async (values: Values): Promise<boolean> =>
    price(await shop.sharedCatalogProducts.getProducts({ id }), values);
  return (
    <section>
      <div class="head">
        <h2>Products</h2>
        {isEditable && (
          <div class="actions">
            <DialogButton
              label="Assign products"
              of={changing}
              send={(values) =>
                act(async () => {
                  const skus = skusOf(values);
                  if (skus.length === 0) return 'No products chosen.';
                  await shop.sharedCatalogProducts.assignProducts({ id, products: skus.map((sku) => ({ sku })) });
                  return `${counted(skus.length, 'product')} assigned.`;
                })
              }
            >
              <ProductChoice />
            </DialogButton>
            {catalog.products! > 0 && (
              <DialogButton label="Set discount for all products" submit="Set discount" of={changing} send={priceAll}>
                <input type="hidden" name="type" value="discount" />
                <input type="hidden" name="quantity" value="1" />
                <Field label="Percent off the price for everybody">
                  <input name="price" type="number" min="0" max="100" step="any" required />
                </Field>
              </DialogButton>
            )}
          </div>
        )}
      </div>
      <div class="filters">
        <Field label="SKU or name contains">
          <TextInput type="search" value={search} enter={(text) => change({ search: text, page: '' })} />
        </Field>
      </div>
      <Loaded of={read}>
        {({ items, currency, total_count: total }) => (
          <>
            <p class="quiet" role="status">
              {counted(total!, 'product')}
            </p>
            <Table
              caption="Products"
              rows={items!}
              keyOf={({ sku }) => sku!}
              none={search === '' ? 'No products yet.' : 'No matching products.'}
              columns={[
                { title: 'SKU', show: ({ sku }) => sku },
                { title: 'Name', show: ({ name }) => name },
                {
                  title: 'Price for everybody',
                  isNumber: true,
                  show: (one) => (one.price == null ? '' : <Money value={one.price} currency={currency} />),
                },
                { title: 'Prices of the catalog', show: ({ prices }) => <Prices of={prices!} currency={currency} /> },
                ...(isEditable
                  ? [
                      {
                        title: 'Actions',
                        show: ({ sku, prices }: Product) => (
                          <div class="actions">
                            <DialogButton
                              label={`Set price of ${sku}`}
                              button="Set price"
                              submit="Save price"
                              of={changing}
                              send={(values) => price([sku!], values)}
                            >
                              <PriceFields currency={currency} />
                            </DialogButton>
                            {prices!.length > 0 && (
                              <button
                                type="button"
                                disabled={isBusy}
                                aria-label={`Reset prices of ${sku}`}
                                onClick={() => reset(sku!)}
                              >
                                Reset prices
                              </button>
                            )}
                            <button
                              type="button"
                              disabled={isBusy}
                              aria-label={`Unassign ${sku}`}
                              onClick={() => unassign(sku!)}
                            >
                              Unassign
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
          {type === 'discount' ? `${price} % off` : <Money value={price} currency={currency} />}
          {quantity !== 1 && <small class="quiet"> from {quantity}</small>}
        </div>
      ))}
    </>
  );
}

function PriceFields({ currency }: { currency: string | null }) {
  return (
    <>
      <Field label="Kind">
        <select name="type">
          <option value="fixed">price of each ({currency})</option>
          <option value="discount">percent off the price for everybody</option>
        </select>
      </Field>
      <Field label="Value">
        <input name="price" type="number" min="0" step="any" required />
      </Field>
      <Field label="From quantity">
        <input name="quantity" type="number" min="1" step="any" required defaultValue="1" />
      </Field>
    </>
  );
}
