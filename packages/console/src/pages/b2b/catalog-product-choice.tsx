import { useState } from 'preact/hooks';
import { Loaded } from '../../load.tsx';
import { Field } from '../../parts/field.tsx';
import { MOST_FOUND, useFoundProducts } from '../../parts/product-search.tsx';
import { useSession } from '../../session.ts';
import { t } from '../../texts/text.ts';

/** Inputs of products: checkboxes of a search where the caller may read products, and a text of SKUs. */
export function ProductChoice() {
  const { may } = useSession();
  return (
    <>
      {may('Magento_Catalog::products') && <SearchedProducts />}
      <Field label="SKUs" hint={t('One on each line, or with commas between.')}>
        <textarea name="skus" rows={3} spellcheck={false} />
      </Field>
    </>
  );
}

function SearchedProducts() {
  const [search, setSearch] = useState('');
  const read = useFoundProducts(search);
  return (
    <>
      <Field label={t('Find products by SKU or name')} hint={t('The first {count} matches.', { count: MOST_FOUND })}>
        <input type="search" value={search} onInput={(event) => setSearch(event.currentTarget.value)} />
      </Field>
      <Loaded of={read}>
        {(products) =>
          products.length === 0 ? (
            search.trim() !== '' && <p class="quiet">{t('No matching products.')}</p>
          ) : (
            <div class="tree" role="region" aria-label={t('Matching products')} tabIndex={0}>
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
