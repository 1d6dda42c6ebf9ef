import { useState } from 'preact/hooks';
import type { Client } from '../../../../client/src/index.ts';
import { Loaded } from '../../load.tsx';
import { AmountCell } from '../../parts/cell-inputs.tsx';
import { DraftForm } from '../../parts/draft-form.tsx';
import { Table } from '../../parts/table.tsx';
import { AddProducts } from './add-products.tsx';
import { useProductNames } from './product-names.ts';
import type { ProductTabProperties } from './product-tab.ts';
import type { ProductRecord } from './product.tsx';
import { t } from '../../texts/text.ts';

/** A part of a grouped product, with the quantity that its page suggests. */
interface Part {
  readonly sku: string;
  readonly quantity: string;
}

const LINK_TYPE = 'associated';

function partsOf({ product_links: links }: ProductRecord): Part[] {
  return (links ?? [])
    .filter(({ link_type }) => link_type === LINK_TYPE)
    .toSorted((a, b) => (a.position ?? 0) - (b.position ?? 0))
    .map(({ linked_product_sku, extension_attributes }) => ({
      sku: linked_product_sku ?? '',
      quantity: String(extension_attributes?.qty ?? 0),
    }));
}

/** Saves parts in their order, and deletes the stored ones that are none of them. */
async function saveParts(client: Client, sku: string, stored: readonly Part[], parts: readonly Part[]): Promise<void> {
  const items = parts.map((part, position) => ({
    sku,
    link_type: LINK_TYPE,
    linked_product_sku: part.sku,
    position,
    extension_attributes: { qty: Number(part.quantity) },
  }));
  if (items.length > 0) await client.productLinks.setProductLinks({ sku, items });
  for (const { sku: linkedProductSku } of stored.filter((one) => !parts.some((part) => part.sku === one.sku))) {
    await client.request('DELETE /V1/products/:sku/links/:type/:linkedProductSku', {
      sku,
      type: LINK_TYPE,
      linkedProductSku,
    });
  }
}

/** The tab of the products that a grouped product consists of. */
export function GroupedParts({ product, saved }: ProductTabProperties) {
  const linked = useProductNames(partsOf(product).map(({ sku }) => sku));
  return <Loaded of={linked}>{(names) => <PartsForm product={product} names={names} saved={saved} />}</Loaded>;
}

interface FormProperties extends Pick<ProductTabProperties, 'product' | 'saved'> {
  readonly names: ReadonlyMap<string, string>;
}

function PartsForm({ product, names, saved }: FormProperties) {
  const stored = partsOf(product);
  const [parts, setParts] = useState<readonly Part[]>(stored);
  const [isAdding, setAdding] = useState(false);
  const sku = product.sku ?? '';
  const move = (part: Part, place: number): void =>
    setParts(parts.filter((one) => one !== part).toSpliced(place, 0, part));
  return (
    <>
      <DraftForm
        call={(client) => saveParts(client, sku, stored, parts)}
        hasChanges={JSON.stringify(parts) !== JSON.stringify(stored)}
        saved={saved}
        discard={() => setParts(stored)}
      >
        <p class="quiet">{t('The product page lists them, and customers choose how many of each they buy.')}</p>
        <Table
          caption={t('Products of the group')}
          rows={parts}
          keyOf={(part) => part.sku}
          none={t('No products yet.')}
          columns={[
            {
              title: t('Product'),
              show: (part) => (
                <a href={`/console/catalog/products/${encodeURIComponent(part.sku)}`}>
                  {names.get(part.sku) ?? part.sku}
                </a>
              ),
            },
            { title: 'SKU', show: (part) => part.sku },
            {
              title: t('Suggested quantity'),
              show: (part) => (
                <AmountCell
                  label={t('Suggested quantity of {sku}', { sku: part.sku })}
                  min={0}
                  value={part.quantity}
                  set={(quantity) => setParts(parts.map((one) => (one === part ? { ...one, quantity } : one)))}
                />
              ),
            },
            {
              title: t('Actions'),
              show: (part) => (
                <PartActions
                  sku={part.sku}
                  place={parts.indexOf(part)}
                  last={parts.length - 1}
                  move={(place) => move(part, place)}
                  remove={() => setParts(parts.filter((one) => one !== part))}
                />
              ),
            },
          ]}
        />
        <div class="actions">
          <button type="button" onClick={() => setAdding(true)}>
            {t('Add products…')}
          </button>
        </div>
      </DraftForm>
      {isAdding && (
        <AddProducts
          title={t('Products of the group')}
          without={new Set([sku, ...parts.map((part) => part.sku)])}
          add={(skus) => setParts([...parts, ...skus.map((one) => ({ sku: one, quantity: '1' }))])}
          close={() => setAdding(false)}
        />
      )}
    </>
  );
}

interface ActionProperties {
  readonly sku: string;
  readonly place: number;
  readonly last: number;
  readonly move: (place: number) => void;
  readonly remove: () => void;
}

function PartActions({ sku, place, last, move, remove }: ActionProperties) {
  return (
    <div class="actions">
      <button
        type="button"
        disabled={place === 0}
        aria-label={t('Move {name} up', { name: sku })}
        onClick={() => move(place - 1)}
      >
        ↑
      </button>
      <button
        type="button"
        disabled={place === last}
        aria-label={t('Move {name} down', { name: sku })}
        onClick={() => move(place + 1)}
      >
        ↓
      </button>
      <button type="button" aria-label={t('Remove {name}', { name: sku })} onClick={remove}>
        {t('Remove')}
      </button>
    </div>
  );
}
