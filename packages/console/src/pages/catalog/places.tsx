import { useState } from 'preact/hooks';
import { Loaded, useLoad } from '../../load.tsx';
import type { ClientCall } from '../../parts/call-dialog.tsx';
import { CategoryChoice } from '../../parts/category-choice.tsx';
import { DraftForm } from '../../parts/draft-form.tsx';
import { useSession } from '../../session.ts';
import { nodeOf, type CategoryNode } from '../categories/tree.ts';
import type { ProductTabProperties } from './product-tab.ts';
import { t } from '../../texts/text.ts';

/** Boxes that were set or cleared, by id. */
type Choices = ReadonlyMap<number, boolean>;

/** The ids that were added to the stored ones, and those that were removed. */
function differences(choices: Choices, stored: ReadonlySet<number>): readonly [added: number[], removed: number[]] {
  const changed = [...choices].filter(([id, isChosen]) => stored.has(id) !== isChosen);
  const idsWith = (isAdded: boolean): number[] => changed.filter(([, one]) => one === isAdded).map(([id]) => id);
  return [idsWith(true), idsWith(false)];
}

/** A website of the shop. */
interface Website {
  readonly id: number;
  readonly name: string;
}

/** The tab of the categories that a product is in, and of the websites that sell it. */
export function ProductPlaces(tab: ProductTabProperties) {
  const { shop, may } = useSession();
  const [mayReadCategories, mayReadWebsites] = [may('Magento_Catalog::categories'), may('Magento_Backend::store')];
  const read = useLoad(
    async (signal) => {
      const [root, websites] = await Promise.all([
        mayReadCategories ? shop.categories.getTree({ rootCategoryId: 1 }, { signal }) : undefined,
        mayReadWebsites ? shop.request('GET /V1/store/websites', {}, { signal }) : undefined,
      ]);
      return {
        root: root && nodeOf(root),
        websites: websites
          ?.map(({ id, name, code }) => ({ id: id ?? 0, name: name || (code ?? '') }))
          .filter(({ id }) => id !== 0),
      };
    },
    [shop],
  );
  return <Loaded of={read}>{(loaded) => <PlacesForm {...tab} {...loaded} />}</Loaded>;
}

function PlacesForm({
  product,
  changed,
  saved,
  root,
  websites,
}: ProductTabProperties & {
  /** Undefined: the caller may not read categories. */
  root: CategoryNode | undefined;
  /** Undefined: the caller may not read websites. */
  websites: readonly Website[] | undefined;
}) {
  const { may } = useSession();
  const [categories, setCategories] = useState<Choices>(new Map());
  const [sites, setSites] = useState<Choices>(new Map());
  const sku = product.sku ?? '';
  const { category_links: links, website_ids: siteIds } = product.extension_attributes ?? {};
  const storedCategories = new Set((links ?? []).map(({ category_id: id }) => Number(id)));
  const storedSites = new Set(siteIds ?? []);
  const maySell = may('Magento_Catalog::products');
  const [enteredCategories, leftCategories] = differences(categories, storedCategories);
  const [enteredSites, leftSites] = differences(sites, storedSites);
  /** A call for each change, so that other changes of the product meanwhile stay. */
  const save: ClientCall = async (client) => {
    for (const id of enteredCategories) {
      const productLink = { sku, category_id: String(id) };
      await client.request('POST /V1/categories/:categoryId/products', { categoryId: String(id), productLink });
    }
    for (const categoryId of leftCategories)
      await client.request('DELETE /V1/categories/:categoryId/products/:sku', { categoryId, sku });
    for (const id of enteredSites) {
      const productWebsiteLink = { sku, website_id: id };
      await client.request('POST /V1/products/:sku/websites', { sku, productWebsiteLink });
    }
    for (const websiteId of leftSites)
      await client.request('DELETE /V1/products/:sku/websites/:websiteId', { sku, websiteId });
  };
  return (
    <DraftForm
      call={save}
      hasChanges={[enteredCategories, leftCategories, enteredSites, leftSites].some((ids) => ids.length > 0)}
      isReadOnly={root === undefined && !maySell}
      saved={saved}
      failed={() => changed('')}
      discard={() => {
        setCategories(new Map());
        setSites(new Map());
      }}
    >
      {root && (
        <fieldset>
          <legend>{t('Categories')}</legend>
          <CategoryChoice
            root={root}
            box={({ id }) => (
              <input
                type="checkbox"
                checked={categories.get(id) ?? storedCategories.has(id)}
                onChange={(event) => setCategories(new Map([...categories, [id, event.currentTarget.checked]]))}
              />
            )}
          />
        </fieldset>
      )}
      {websites && (
        <fieldset class="checked">
          <legend>{t('Websites')}</legend>
          {websites.map(({ id, name }) => (
            <label key={id}>
              <input
                type="checkbox"
                disabled={!maySell}
                checked={sites.get(id) ?? storedSites.has(id)}
                onChange={(event) => setSites(new Map([...sites, [id, event.currentTarget.checked]]))}
              />{' '}
              {name}
            </label>
          ))}
        </fieldset>
      )}
    </DraftForm>
  );
}
