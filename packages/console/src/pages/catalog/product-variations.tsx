import { useState } from 'preact/hooks';
import { Loaded, useLoad } from '../../load.tsx';
import { Badge } from '../../parts/badge.tsx';
import { CallDialog, type ClientCall } from '../../parts/call-dialog.tsx';
import { Table } from '../../parts/table.tsx';
import { useSession } from '../../session.ts';
import { ProductSearch } from '../../parts/product-search.tsx';
import type { ProductTabProperties } from './product-tab.ts';
import { readSetAttributes } from './set-attributes.ts';
import { VariationForm } from './variation-form.tsx';
import { readVariations, variationAttributes, type Variation, type VariationAttribute } from './variations.ts';
import { numberText } from '../../texts/format.ts';
import { t } from '../../texts/text.ts';

/** The tab of the variations of a configurable product. */
export function ProductVariations({ product, changed }: ProductTabProperties) {
  const session = useSession();
  const { shop } = session;
  const [isCreating, setCreating] = useState(false);
  const sku = product.sku ?? '';
  const attributeSetId = String(product.attribute_set_id);
  const variations = useLoad((signal) => readVariations(shop, sku, signal), [shop, sku, product]);
  const attributes = useLoad(
    async (signal) => variationAttributes(await readSetAttributes(session, attributeSetId, signal)),
    [session, attributeSetId],
  );
  return (
    <Loaded of={attributes}>
      {(all) => (
        <Loaded of={variations}>
          {(existing) => {
            const options = product.extension_attributes?.configurable_product_options ?? [];
            const used = options.flatMap((option) => all.find(({ id }) => id === option.attribute_id) ?? []);
            return (
              <>
                <Attributes product={product} changed={changed} />
                {isCreating ? (
                  <VariationForm
                    product={product}
                    attributes={options.length > 0 ? used : all}
                    isOpen={options.length === 0}
                    existing={existing}
                    done={changed}
                    close={() => setCreating(false)}
                  />
                ) : (
                  <div class="actions">
                    <button type="button" class="primary" onClick={() => setCreating(true)}>
                      {t('New variations')}
                    </button>
                    {options.length > 0 && <LinkButton sku={sku} existing={existing} changed={changed} />}
                  </div>
                )}
                <VariationList sku={sku} attributes={used} variations={existing} changed={changed} />
              </>
            );
          }}
        </Loaded>
      )}
    </Loaded>
  );
}

/** The attributes by which the variations differ. */
function Attributes({ product, changed }: Pick<ProductTabProperties, 'product' | 'changed'>) {
  const options = product.extension_attributes?.configurable_product_options ?? [];
  const [removed, setRemoved] = useState<(typeof options)[number]>();
  const sku = product.sku ?? '';
  if (options.length === 0)
    return <p>{t('Choose the attributes by which variations differ with the first variations.')}</p>;
  return (
    <>
      <ul class="choices" aria-label={t('Attributes of the variations')}>
        {options.map((option) => (
          <li key={option.id}>
            {option.label}{' '}
            <button
              type="button"
              class="link"
              aria-label={t('Remove {name}…', { name: option.label })}
              onClick={() => setRemoved(option)}
            >
              {t('Remove…')}
            </button>
          </li>
        ))}
      </ul>
      {removed && (
        <CallDialog
          label={t('Remove attribute {name}', { name: removed.label })}
          submit={t('Remove attribute')}
          call={(client) =>
            client.request('DELETE /V1/configurable-products/:sku/options/:id', { sku, id: removed.id ?? 0 })
          }
          success={t('Attribute removed.')}
          done={changed}
          close={() => setRemoved(undefined)}
        >
          <p>{t('All variations are unlinked from the product. They stay as products of their own.')}</p>
        </CallDialog>
      )}
    </>
  );
}

function LinkButton({
  sku,
  existing,
  changed,
}: {
  sku: string;
  existing: readonly Variation[];
  changed: (text: string) => void;
}) {
  const [isOpen, setOpen] = useState(false);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const link: ClientCall = async (client) => {
    if (chosen.length === 0) throw new Error(t('No products chosen.'));
    for (const childSku of chosen) await client.request('POST /V1/configurable-products/:sku/child', { sku, childSku });
  };
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        {t('Link existing products…')}
      </button>
      {isOpen && (
        <CallDialog
          label={t('Link existing products')}
          submit={t('Link products')}
          call={link}
          success={t('Products linked.')}
          done={(text) => {
            setChosen([]);
            changed(text);
          }}
          close={() => setOpen(false)}
        >
          <ProductSearch chosen={chosen} set={setChosen} without={new Set([sku, ...existing.map((one) => one.sku)])} />
        </CallDialog>
      )}
    </>
  );
}

function VariationList({
  sku,
  attributes,
  variations,
  changed,
}: {
  sku: string;
  attributes: readonly VariationAttribute[];
  variations: readonly Variation[];
  changed: (text: string) => void;
}) {
  const [removed, setRemoved] = useState<Variation>();
  const labelOf = ({ code, values }: VariationAttribute, variation: Variation): string => {
    const value = variation.values.get(code) ?? '';
    return values.find(([one]) => one === value)?.[1] ?? value;
  };
  return (
    <>
      <Table
        caption={t('Variations')}
        rows={variations}
        keyOf={(one) => one.sku}
        none={t('No variations yet.')}
        columns={[
          {
            title: t('Name'),
            show: (one) => <a href={`/console/catalog/products/${encodeURIComponent(one.sku)}`}>{one.name}</a>,
          },
          { title: 'SKU', show: (one) => one.sku },
          ...attributes.map((attribute) => ({
            title: attribute.label,
            show: (one: Variation) => labelOf(attribute, one),
          })),
          { title: t('Price'), isNumber: true, show: (one) => numberText(one.price, 2) },
          {
            title: t('Status'),
            show: ({ isEnabled }) =>
              isEnabled ? <Badge kind="good">{t('enabled')}</Badge> : <Badge kind="plain">{t('disabled')}</Badge>,
          },
          {
            title: t('Actions'),
            show: (one) => (
              <button type="button" aria-label={t('Unlink {name}…', { name: one.sku })} onClick={() => setRemoved(one)}>
                {t('Unlink…')}
              </button>
            ),
          },
        ]}
      />
      {removed && (
        <CallDialog
          label={t('Unlink {name}', { name: removed.name })}
          submit={t('Unlink variation')}
          call={(client) =>
            client.request('DELETE /V1/configurable-products/:sku/children/:childSku', { sku, childSku: removed.sku })
          }
          success={t('Variation unlinked.')}
          done={changed}
          close={() => setRemoved(undefined)}
        >
          <p>{t('The variation stays as a product of its own.')}</p>
        </CallDialog>
      )}
    </>
  );
}
