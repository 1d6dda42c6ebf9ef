import { useState } from 'preact/hooks';
import { Loaded, useLoad } from '../../load.tsx';
import { Field } from '../../parts/field.tsx';
import { useSession } from '../../session.ts';

const MOST = 20;

/** Inputs of products: checkboxes of a search where the caller may read products, and a text of SKUs. */
export function ProductChoice() {
  const { may } = useSession();
  return (
    <>
      {may('Magento_Catalog::products') && <SearchedProducts />}
      <Field label="SKUs" hint="One on each line, or with commas between.">
        <textarea name="skus" rows={3} spellcheck={false} />
      </Field>
    </>
  );
}

function SearchedProducts() {
  const { shop } = useSession();
  const [search, setSearch] = useState('');
  const read = useLoad(
    async (signal) => {
      if (search.trim() === '') return [];
      const value = `%${search.trim()}%`;
      const filters = ['sku', 'name'].map((field) => ({ field, condition_type: 'like', value }));
      const searchCriteria = { filter_groups: [{ filters }], page_size: MOST, current_page: 1 };
      return (await shop.products.list({ searchCriteria }, { signal }).page()).items ?? [];
    },
    [shop, search],
  );
  return (
    <>
      <Field label="Find products by SKU or name" hint={`The first ${MOST} matches.`}>
        <input type="search" value={search} onInput={(event) => setSearch(event.currentTarget.value)} />
      </Field>
      <Loaded of={read}>
        {(products) =>
          products.length === 0 ? (
            search.trim() !== '' && <p class="quiet">No matching products.</p>
          ) : (
            <div class="tree" role="region" aria-label="Matching products" tabIndex={0}>
              <ul>
                {products.map(({ sku, name }) => (
                  <li key={sku}>
                    <label>
                      <input type="checkbox" name={`sku:${sku}`} /> {name} ({sku})
                    </label>
                  </li>
                ))}
              </ul>
            </div>
          )
        }
      </Loaded>
    </>
  );
}
