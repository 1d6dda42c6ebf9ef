import { Loaded, useLoad } from '../../load.tsx';
import { Table } from '../../parts/table.tsx';
import { useSession } from '../../session.ts';
import type { CatalogPart } from './catalog.tsx';
import { DialogButton } from './changes.tsx';
import { counted } from './texts.tsx';

/** The categories of a catalog. */
export function CatalogCategories({ catalog, changing, isEditable }: CatalogPart) {
  const { shop, may } = useSession();
  const { act, isBusy } = changing;
  const id = catalog.id!;
  const assign = (values: Readonly<Record<string, string>>): Promise<boolean> =>
    act(async () => {
      const { products, ...chosen } = values;
      const ids = Object.keys(chosen).map(Number);
      if (ids.length === 0) return 'No categories chosen.';
      await shop.sharedCatalogCategories.assignCategories({ id, categories: ids.map((one) => ({ id: one })) });
      const count = products === undefined ? 0 : await assignProductsOf(ids);
      return `${counted(ids.length, 'category', 'categories')} and ${counted(count, 'product')} assigned.`;
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
      return 'Category unassigned, with its products that are in no other category of the catalog.';
    });
  return (
    <section>
      <div class="head">
        <h2>Categories</h2>
        {isEditable && may('Magento_Catalog::categories') && (
          <DialogButton label="Assign categories" of={changing} send={assign}>
            <CategoryTree assigned={new Set(catalog.category_list!.map((one) => one.id!))} />
            <label>
              <input type="checkbox" name="products" defaultChecked /> Also assign their products
            </label>
          </DialogButton>
        )}
      </div>
      <Table
        caption="Categories"
        rows={catalog.category_list!}
        keyOf={(one) => one.id!}
        none="No categories yet."
        columns={[
          { title: 'Category', show: ({ name }) => name },
          ...(isEditable
            ? [
                {
                  title: 'Actions',
                  show: (one: { id: number | null; name: string | null }) => (
                    <button
                      type="button"
                      disabled={isBusy}
                      aria-label={`Unassign ${one.name}`}
                      onClick={() => unassign(one.id!)}
                    >
                      Unassign
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

/** A category of the tree with those below it. */
interface Branch {
  readonly id?: number | null;
  readonly name?: string | null;
  readonly children_data?: readonly Branch[] | null;
}

function CategoryTree({ assigned }: { assigned: ReadonlySet<number> }) {
  const { shop } = useSession();
  const read = useLoad(async (signal): Promise<Branch> => shop.categories.getTree({}, { signal }), [shop]);
  return (
    <Loaded of={read}>
      {(root) => (
        <div class="tree" role="region" aria-label="Category tree" tabIndex={0}>
          <Branches of={root.children_data ?? []} assigned={assigned} />
        </div>
      )}
    </Loaded>
  );
}

function Branches({ of, assigned }: { of: readonly Branch[]; assigned: ReadonlySet<number> }) {
  if (of.length === 0) return null;
  return (
    <ul>
      {of.map(({ id, name, children_data: below }) => (
        <li key={id}>
          <label>
            {assigned.has(id!) ? (
              <input type="checkbox" checked disabled />
            ) : (
              <input type="checkbox" name={String(id)} />
            )}{' '}
            {name}
          </label>
          <Branches of={below ?? []} assigned={assigned} />
        </li>
      ))}
    </ul>
  );
}
