import { Loaded, useLoad } from '../../load.tsx';
import { CategoryChoice } from '../../parts/category-choice.tsx';
import { Table } from '../../parts/table.tsx';
import { useSession } from '../../session.ts';
import { nodeOf } from '../categories/tree.ts';
import type { CatalogPart } from './catalog.tsx';
import { DialogButton } from './changes.tsx';
import { t, tn } from '../../texts/text.ts';

/** The categories of a catalog. */
export function CatalogCategories({ catalog, changing, isEditable }: CatalogPart) {
  const { shop, may } = useSession();
  const { act, isBusy } = changing;
  const id = catalog.id!;
  const assign = (values: Readonly<Record<string, string>>): Promise<boolean> =>
    act(async () => {
      const { products, ...chosen } = values;
      const ids = Object.keys(chosen).map(Number);
      if (ids.length === 0) return t('No categories chosen.');
      await shop.sharedCatalogCategories.assignCategories({ id, categories: ids.map((one) => ({ id: one })) });
      const count = products === undefined ? 0 : await assignProductsOf(ids);
      return t('{categories} and {products} assigned.', {
        categories: tn(ids.length, '{count} category', '{count} categories'),
        products: tn(count, '{count} product', '{count} products'),
      });
    });
  /** Assigns the products of categories; returns how many. */
  const assignProductsOf = async (ids: readonly number[]): Promise<number> => {
    const skus = new Set<string>();
    for (const categoryId of ids) {
      const links = await shop.categoryLinks.getAssignedProducts({ categoryId });
      for (const { sku } of links) if (sku) skus.add(sku);
    }
    if (skus.size > 0)
      await shop.sharedCatalogProducts.assignProducts({ id, products: [...skus].map((sku) => ({ sku })) });
    return skus.size;
  };
  const unassign = (category: number): void =>
    void act(async () => {
      await shop.sharedCatalogCategories.unassignCategories({ id, categories: [{ id: category }] });
      return t('Category unassigned, with its products that are in no other category of the catalog.');
    });
  return (
    <section>
      <div class="head">
        <h2>{t('Categories')}</h2>
        {isEditable && may('Magento_Catalog::categories') && (
          <DialogButton label={t('Assign categories')} of={changing} send={assign}>
            <CategoryTree assigned={new Set(catalog.category_list!.map((one) => one.id!))} />
            <label>
              <input type="checkbox" name="products" defaultChecked /> {t('Also assign their products')}
            </label>
          </DialogButton>
        )}
      </div>
      <Table
        caption={t('Categories')}
        rows={catalog.category_list!}
        keyOf={(one) => one.id!}
        none={t('No categories yet.')}
        columns={[
          { title: t('Category'), show: ({ name }) => name },
          ...(isEditable
            ? [
                {
                  title: t('Actions'),
                  show: (one: { id: number | null; name: string | null }) => (
                    <button
                      type="button"
                      disabled={isBusy}
                      aria-label={t('Unassign {name}', { name: one.name })}
                      onClick={() => unassign(one.id!)}
                    >
                      {t('Unassign')}
                    </button>
                  ),
                },
              ]
            : []),
        ]}
      />
    </section>
  );
}

function CategoryTree({ assigned }: { assigned: ReadonlySet<number> }) {
  const { shop } = useSession();
  const read = useLoad(async (signal) => nodeOf(await shop.categories.getTree({}, { signal })), [shop]);
  return (
    <Loaded of={read}>
      {(root) => (
        <CategoryChoice
          root={root}
          box={({ id }) =>
            assigned.has(id) ? <input type="checkbox" checked disabled /> : <input type="checkbox" name={String(id)} />
          }
        />
      )}
    </Loaded>
  );
}
