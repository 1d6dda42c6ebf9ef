import { useMemo, useState } from 'preact/hooks';
import type { Answered } from '../../../../client/src/index.ts';
import { useFilters } from '../../filters.ts';
import { Loaded, useLoad } from '../../load.tsx';
import { Field } from '../../parts/field.tsx';
import { Page } from '../../parts/page.tsx';
import { StoreViewOptions, useStoreViews } from '../../parts/store-views.tsx';
import { useSession } from '../../session.ts';
import { ProductForm } from './product-form.tsx';

/** A product of the interface. */
export type ProductRecord = Answered<'products', 'get'>;

/** A product with the fields of its attribute set, in a scope that is in the address. */
export function ProductPage({ sku }: { sku: string }) {
  const { shop } = useSession();
  const [{ store = 'all' }, change] = useFilters();
  const [version, setVersion] = useState(0);
  const scoped = useMemo(() => shop.with({ store }), [shop, store]);
  const views = useStoreViews();
  const read = useLoad(
    async (signal) => {
      const [product, defaults] = await Promise.all([
        scoped.products.get({ sku }, { signal }),
        shop.products.get({ sku }, { signal }),
      ]);
      const attributeSetId = String(product.attribute_set_id);
      const attributes = await shop.request(
        'GET /V1/products/attribute-sets/:attributeSetId/attributes',
        { attributeSetId },
        { signal },
      );
      return { product, defaults, attributes, store };
    },
    [scoped, sku, version],
  );
  return (
    <Page
      title={read.value?.product.name ?? sku}
      actions={
        <a class="button" href={`/console/data/products/${encodeURIComponent(sku)}`}>
          JSON
        </a>
      }
    >
      <p>
        <a href="/console/catalog">All products</a>
      </p>
      <Field label="Values of">
        <select value={store} onChange={(event) => change({ store: event.currentTarget.value })}>
          <option value="all">all store views</option>
          <StoreViewOptions views={views} />
        </select>
      </Field>
      <Loaded of={read}>
        {(loaded) => (
          <ProductForm
            key={`${loaded.store} ${version}`}
            {...loaded}
            saved={() => setVersion((before) => before + 1)}
          />
        )}
      </Loaded>
    </Page>
  );
}
