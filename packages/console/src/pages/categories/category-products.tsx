import { useState } from 'preact/hooks';
import type { Client } from '../../../../client/src/index.ts';
import { Loaded, useLoad } from '../../load.tsx';
import { CallDialog } from '../../parts/call-dialog.tsx';
import { ListPager } from '../../parts/pager.tsx';
import { Table } from '../../parts/table.tsx';
import { useSession } from '../../session.ts';
import { DraftForm } from '../../parts/draft-form.tsx';
import { ProductSearch } from '../../parts/product-search.tsx';
import { t, tn } from '../../texts/text.ts';

/** Products of a page. */
const SIZE = 20;

/** A product of a category. */
interface CategoryProduct {
  readonly sku: string;
  readonly name: string;
  readonly position: number;
  /** Whether the product is in the category itself, rather than in one below it. */
  readonly isOwn: boolean;
}

/** Names of the products of a page, and whether each is in the category itself; nothing for callers who may not read products. */
async function readDetails(shop: Client, id: number, skus: readonly string[], signal: AbortSignal) {
  // A SKU with a comma cannot stand in a list of values.
  const listed = skus.filter((sku) => !sku.includes(','));
  if (listed.length === 0) return new Map<string, { name: string; isOwn: boolean }>();
  const fields = 'items[sku,name,extension_attributes[category_links]],total_count';
  const { items } = await shop.products.list({ where: { sku: listed }, pageSize: SIZE }, { signal, fields }).page();
  return new Map(
    items.map(({ sku, name, extension_attributes: extension }) => [
      sku ?? '',
      { name: name ?? '', isOwn: (extension?.category_links ?? []).some((link) => link?.category_id === String(id)) },
    ]),
  );
}

/** The products of a category with their positions; those of the categories below are listed, and cannot be changed here. */
export function CategoryProducts({ id, changed }: { id: number; changed: (text: string) => void }) {
  const { shop, may } = useSession();
  const mayReadProducts = may('Magento_Catalog::products');
  const [page, setPage] = useState(1);
  const [positions, setPositions] = useState<Readonly<Record<string, string>>>({});
  const [isAdding, setAdding] = useState(false);
  const [removed, setRemoved] = useState<CategoryProduct>();
  const read = useLoad(
    async (signal) => {
      const links = await shop.categoryLinks.getAssignedProducts({ categoryId: id }, { signal });
      const shown = links.slice((page - 1) * SIZE, page * SIZE);
      const skus = shown.map(({ sku }) => sku ?? '');
      const details = mayReadProducts ? await readDetails(shop, id, skus, signal) : undefined;
      const products = shown.map(({ sku, position }): CategoryProduct => {
        const { name, isOwn } = details?.get(sku ?? '') ?? { name: sku ?? '', isOwn: true };
        return { sku: sku ?? '', name, isOwn, position: position ?? 0 };
      });
      return { products, skus: new Set(links.map(({ sku }) => sku ?? '')) };
    },
    [shop, id, page, mayReadProducts],
  );
  const done = (text: string): void => {
    changed(text);
    read.reload();
  };
  const moved = Object.entries(positions);
  const inputOf = (sku: string, position: number) => ({ sku, position, category_id: String(id) });
  return (
    <>
      <div class="head">
        <h2>{t('Products')}</h2>
        {mayReadProducts && (
          <button type="button" onClick={() => setAdding(true)}>
            {t('Add products…')}
          </button>
        )}
      </div>
      <Loaded of={read}>
        {({ products, skus }) => (
          <>
            <DraftForm
              submit={t('Save positions')}
              call={async (client) => {
                for (const [sku, position] of moved) {
                  const productLink = inputOf(sku, Number(position));
                  await client.request('PUT /V1/categories/:categoryId/products', { categoryId: id, productLink });
                }
              }}
              hasChanges={moved.length > 0}
              saved={(text) => {
                setPositions({});
                done(text);
              }}
              discard={() => setPositions({})}
            >
              <Table
                caption={t('Products of the category')}
                rows={products}
                keyOf={({ sku }) => sku}
                none={t('No products yet.')}
                columns={[
                  {
                    title: t('Name'),
                    show: ({ sku, name }) => (
                      <a href={`/console/catalog/products/${encodeURIComponent(sku)}`}>{name}</a>
                    ),
                  },
                  { title: 'SKU', show: ({ sku }) => sku },
                  {
                    title: t('Position'),
                    show: ({ sku, position, isOwn }) => (
                      <input
                        class="amount"
                        type="number"
                        step={1}
                        required
                        disabled={!isOwn}
                        aria-label={t('Position of {name}', { name: sku })}
                        value={positions[sku] ?? position}
                        onInput={(event) => {
                          const next = event.currentTarget.value;
                          const others = Object.fromEntries(moved.filter(([one]) => one !== sku));
                          setPositions(next === String(position) ? others : { ...others, [sku]: next });
                        }}
                      />
                    ),
                  },
                  {
                    title: t('Actions'),
                    show: (one) =>
                      one.isOwn ? (
                        <button
                          type="button"
                          aria-label={t('Remove {name}…', { name: one.sku })}
                          onClick={() => setRemoved(one)}
                        >
                          {t('Remove…')}
                        </button>
                      ) : (
                        <span class="quiet">{t('in a category below')}</span>
                      ),
                  },
                ]}
              />
            </DraftForm>
            <ListPager page={page} size={SIZE} total={skus.size} go={setPage} />
            {isAdding && <AddProducts id={id} skus={skus} done={done} close={() => setAdding(false)} />}
          </>
        )}
      </Loaded>
      {removed && (
        <CallDialog
          label={t('Remove {name}', { name: removed.sku })}
          submit={t('Remove from category')}
          call={(client) => client.categoryLinks.deleteByIds({ categoryId: id, sku: removed.sku })}
          success={t('Product removed from the category.')}
          done={done}
          close={() => setRemoved(undefined)}
        />
      )}
    </>
  );
}

function AddProducts({
  id,
  skus,
  done,
  close,
}: {
  id: number;
  /** SKUs of the products of the category. */
  skus: ReadonlySet<string>;
  done: (text: string) => void;
  close: () => void;
}) {
  const [chosen, setChosen] = useState<readonly string[]>([]);
  return (
    <CallDialog
      label={t('Add products')}
      call={async (client) => {
        if (chosen.length === 0) throw new Error(t('No products chosen.'));
        for (const sku of chosen) {
          const productLink = { sku, category_id: String(id) };
          await client.request('POST /V1/categories/:categoryId/products', { categoryId: id, productLink });
        }
      }}
      success={tn(chosen.length, 'Product added.', '{count} products added.')}
      done={done}
      close={close}
    >
      <ProductSearch chosen={chosen} set={setChosen} without={skus} />
    </CallDialog>
  );
}
