import { useState } from 'preact/hooks';
import { Loaded, useLoad } from '../load.tsx';
import { Field } from './field.tsx';
import { useSession } from '../session.ts';
import { t } from '../texts/text.ts';

/** Products that a search finds at most. */
export const MOST_FOUND = 20;

/** The products whose SKU or name has some words; none without words. */
export function useFoundProducts(search: string) {
  const { shop } = useSession();
  const words = search.trim();
  return useLoad(
    async (signal) => {
      if (words === '') return [];
      const filters = ['sku', 'name'].map((field) => ({ field, condition_type: 'like', value: `%${words}%` }));
      const searchCriteria = { filter_groups: [{ filters }], page_size: MOST_FOUND, current_page: 1 };
      const { items } = await shop.products
        .list({ searchCriteria }, { signal, fields: 'items[sku,name],total_count' })
        .page();
      return items.map(({ sku, name }) => ({ sku: sku ?? '', name: name ?? '' }));
    },
    [shop, words],
  );
}

/** Checkboxes of the products that a search by SKU or name finds. `without`: SKUs that are not offered. */
export function ProductSearch({
  chosen,
  set,
  without,
}: {
  /** SKUs in the order of their choice. */
  chosen: readonly string[];
  set: (chosen: readonly string[]) => void;
  without: ReadonlySet<string>;
}) {
  const [search, setSearch] = useState('');
  const read = useFoundProducts(search);
  return (
    <>
      <Field label={t('Find products by SKU or name')} hint={t('The first {count} matches.', { count: MOST_FOUND })}>
        <input
          type="search"
          value={search}
          onInput={(event) => setSearch(event.currentTarget.value)}
          // The form of the dialog is sent by its button.
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        />
      </Field>
      <Loaded of={read}>
        {(products) => {
          const found = products.filter(({ sku }) => !without.has(sku) && !chosen.includes(sku));
          if (found.length === 0)
            return search.trim() !== '' && <p class="quiet">{t('No further matching products.')}</p>;
          return (
            <fieldset class="tree">
              <legend>{t('Matching products')}</legend>
              {found.map(({ sku, name }) => (
                <label key={sku}>
                  <input type="checkbox" checked={false} onChange={() => set([...chosen, sku])} /> {name} ({sku})
                </label>
              ))}
            </fieldset>
          );
        }}
      </Loaded>
      {chosen.length > 0 && (
        <fieldset class="tree">
          <legend>{t('Chosen products')}</legend>
          {chosen.map((sku) => (
            <label key={sku}>
              <input type="checkbox" checked onChange={() => set(chosen.filter((one) => one !== sku))} /> {sku}
            </label>
          ))}
        </fieldset>
      )}
    </>
  );
}
