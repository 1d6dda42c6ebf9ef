import { useState } from 'preact/hooks';
import { Loaded } from '../../load.tsx';
import { CallDialog } from '../../parts/call-dialog.tsx';
import { Table } from '../../parts/table.tsx';
import { DraftForm } from '../../parts/draft-form.tsx';
import { ProductSearch } from '../../parts/product-search.tsx';
import { useProductNames } from './product-names.ts';
import type { ProductTabProperties } from './product-tab.ts';
import type { ProductRecord } from './product.tsx';
import { t, tn } from '../../texts/text.ts';

type Link = NonNullable<ProductRecord['product_links']>[number];

/** The kinds of links: code, title, and their use in the shop. */
const kinds = [
  ['related', t('Related products'), t('The product page shows them as further suggestions.')],
  ['upsell', t('Up-sells'), t('The product page shows them as better alternatives.')],
  ['crosssell', t('Cross-sells'), t('The cart shows them as additions.')],
] as const;
type LinkKind = (typeof kinds)[number][0];

/** The orders of links that are not saved: SKUs by kind. */
type LinkOrders = Readonly<Partial<Record<LinkKind, readonly string[]>>>;

const skuOf = (link: Link): string => link.linked_product_sku ?? '';

/** The links of a kind in their order, or in that of a draft, behind which new ones stand. */
function linksOf({ product_links: links }: ProductRecord, kind: LinkKind, order?: readonly string[]): Link[] {
  const stored = (links ?? [])
    .filter((link) => link.link_type === kind)
    .toSorted((a, b) => (a.position ?? 0) - (b.position ?? 0));
  if (!order) return stored;
  const placeOf = (link: Link): number => (order.includes(skuOf(link)) ? order.indexOf(skuOf(link)) : order.length);
  return stored.toSorted((a, b) => placeOf(a) - placeOf(b));
}

/** The tab of the links to other products. */
export function ProductLinks({ product, changed, saved }: ProductTabProperties) {
  const [orders, setOrders] = useState<LinkOrders>({});
  const [adding, setAdding] = useState<LinkKind>();
  const [removing, setRemoving] = useState<Link>();
  const linked = useProductNames((product.product_links ?? []).map(skuOf));
  const sku = product.sku ?? '';
  const items = kinds.flatMap(([kind]) =>
    linksOf(product, kind, orders[kind]).flatMap((link, position) =>
      orders[kind] && link.position !== position ? [{ ...link, position }] : [],
    ),
  );
  const move = (kind: LinkKind, link: Link, place: number): void => {
    const order = linksOf(product, kind, orders[kind]).map(skuOf);
    setOrders({ ...orders, [kind]: order.filter((one) => one !== skuOf(link)).toSpliced(place, 0, skuOf(link)) });
  };
  return (
    <>
      <Loaded of={linked}>
        {(names) => (
          <DraftForm
            submit={t('Save order')}
            call={(client) => client.productLinks.setProductLinks({ sku, items })}
            hasChanges={items.length > 0}
            saved={saved}
            discard={() => setOrders({})}
          >
            {kinds.map(([kind, title, hint]) => (
              <LinkSection
                key={kind}
                title={title}
                hint={hint}
                links={linksOf(product, kind, orders[kind])}
                names={names}
                move={(link, place) => move(kind, link, place)}
                add={() => setAdding(kind)}
                remove={setRemoving}
              />
            ))}
          </DraftForm>
        )}
      </Loaded>
      {adding && <AddLinks product={product} kind={adding} done={changed} close={() => setAdding(undefined)} />}
      {removing && (
        <CallDialog
          label={t('Remove link to {sku}', { sku: skuOf(removing) })}
          submit={t('Remove link')}
          call={(client) =>
            client.request('DELETE /V1/products/:sku/links/:type/:linkedProductSku', {
              sku,
              type: removing.link_type ?? '',
              linkedProductSku: skuOf(removing),
            })
          }
          success={t('Link removed.')}
          done={changed}
          close={() => setRemoving(undefined)}
        />
      )}
    </>
  );
}

function LinkSection({
  title,
  hint,
  links,
  names,
  move,
  add,
  remove,
}: {
  title: string;
  hint: string;
  links: readonly Link[];
  names: ReadonlyMap<string, string>;
  move: (link: Link, place: number) => void;
  add: () => void;
  remove: (link: Link) => void;
}) {
  return (
    <section>
      <div class="head">
        <h2>{title}</h2>
        <button type="button" aria-label={t('Add products… ({title})', { title })} onClick={add}>
          {t('Add products…')}
        </button>
      </div>
      <p class="quiet">{hint}</p>
      <Table
        caption={title}
        rows={links}
        keyOf={skuOf}
        none={t('No links yet.')}
        columns={[
          {
            title: t('Product'),
            show: (link) => (
              <a href={`/console/catalog/products/${encodeURIComponent(skuOf(link))}`}>
                {names.get(skuOf(link)) ?? skuOf(link)}
              </a>
            ),
          },
          { title: 'SKU', show: skuOf },
          {
            title: t('Actions'),
            show: (link) => {
              const place = links.indexOf(link);
              return (
                <div class="actions">
                  <button
                    type="button"
                    disabled={place === 0}
                    aria-label={t('Move {name} up', { name: skuOf(link) })}
                    onClick={() => move(link, place - 1)}
                  >
                    ↑
                  </button>
                  <button
                    type="button"
                    disabled={place === links.length - 1}
                    aria-label={t('Move {name} down', { name: skuOf(link) })}
                    onClick={() => move(link, place + 1)}
                  >
                    ↓
                  </button>
                  <button
                    type="button"
                    aria-label={t('Remove {name}…', { name: skuOf(link) })}
                    onClick={() => remove(link)}
                  >
                    {t('Remove…')}
                  </button>
                </div>
              );
            },
          },
        ]}
      />
    </section>
  );
}

function AddLinks({
  product,
  kind,
  done,
  close,
}: {
  product: ProductRecord;
  kind: LinkKind;
  done: (text: string) => void;
  close: () => void;
}) {
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const sku = product.sku ?? '';
  const links = linksOf(product, kind);
  const first = Math.max(-1, ...links.map(({ position }) => position ?? 0)) + 1;
  return (
    <CallDialog
      label={t('Add products: {title}', { title: kinds.find(([one]) => one === kind)?.[1] })}
      submit={t('Add products')}
      call={async (client) => {
        if (chosen.length === 0) throw new Error(t('No products chosen.'));
        const items = chosen.map((linked_product_sku, i) => ({
          sku,
          link_type: kind,
          linked_product_sku,
          position: first + i,
        }));
        await client.productLinks.setProductLinks({ sku, items });
      }}
      success={tn(chosen.length, 'Product added.', '{count} products added.')}
      done={done}
      close={close}
    >
      <ProductSearch chosen={chosen} set={setChosen} without={new Set([sku, ...links.map(skuOf)])} />
    </CallDialog>
  );
}
