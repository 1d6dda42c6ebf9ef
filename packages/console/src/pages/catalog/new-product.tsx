import { useLocation } from 'preact-iso';
import { useState } from 'preact/hooks';
import { Loaded, useLoad } from '../../load.tsx';
import { CallDialog, type ClientCall } from '../../parts/call-dialog.tsx';
import { Field } from '../../parts/field.tsx';
import { useSession } from '../../session.ts';
import { productTypes } from '../../records/product-types.ts';
import { t } from '../../texts/text.ts';

/** Types with prices of their own; those of the others follow from their parts. */
const priced = new Set(['simple', 'virtual', 'downloadable', 'giftcard']);

/** A button that creates a product and opens it. Attribute sets are needed for that. */
export function NewProduct() {
  const { may } = useSession();
  const [isOpen, setOpen] = useState(false);
  if (!may('Magento_Catalog::sets')) return null;
  return (
    <>
      <button type="button" class="primary" onClick={() => setOpen(true)}>
        {t('New product…')}
      </button>
      {isOpen && <NewProductDialog close={() => setOpen(false)} />}
    </>
  );
}

function NewProductDialog({ close }: { close: () => void }) {
  const { shop } = useSession();
  const { route } = useLocation();
  const [draft, setDraft] = useState({ name: '', sku: '', type: 'simple', set: '', price: '', isEnabled: false });
  const sets = useLoad((signal) => shop.catalogAttributeSets.list({}, { signal }).all(), [shop]);
  const set = draft.set || String(sets.value?.[0]?.attribute_set_id ?? '');
  const create: ClientCall = async (client) => {
    // Saving a product with the SKU of another one changes that one.
    const { items } = await client.products.list({ where: { sku: draft.sku }, pageSize: 1 }).page();
    if (items.length > 0) throw new Error(t('A product has the SKU {sku} already.', { sku: draft.sku }));
    await client.request('POST /V1/products', {
      product: {
        sku: draft.sku,
        name: draft.name,
        attribute_set_id: Number(set),
        type_id: draft.type,
        status: draft.isEnabled ? 1 : 2,
        visibility: 4,
        ...(priced.has(draft.type) && { price: Number(draft.price) }),
      },
    });
  };
  return (
    <CallDialog
      label={t('New product')}
      submit={t('Create product')}
      call={create}
      success={t('Product created.')}
      done={() => route(`/console/catalog/products/${encodeURIComponent(draft.sku)}`)}
      close={close}
    >
      <Loaded of={sets}>
        {(all) => (
          <div class="cards">
            <Field label={t('Name')}>
              <input
                required
                value={draft.name}
                onInput={(event) => setDraft({ ...draft, name: event.currentTarget.value })}
              />
            </Field>
            <Field label="SKU">
              <input
                required
                maxLength={64}
                value={draft.sku}
                onInput={(event) => setDraft({ ...draft, sku: event.currentTarget.value })}
              />
            </Field>
            <Field label={t('Type')}>
              <select value={draft.type} onChange={(event) => setDraft({ ...draft, type: event.currentTarget.value })}>
                {productTypes.map(([type, title]) => (
                  <option key={type} value={type}>
                    {title}
                  </option>
                ))}
              </select>
            </Field>
            <Field label={t('Attribute set')}>
              <select value={set} onChange={(event) => setDraft({ ...draft, set: event.currentTarget.value })}>
                {all.map((one) => (
                  <option key={one.attribute_set_id} value={String(one.attribute_set_id)}>
                    {one.attribute_set_name}
                  </option>
                ))}
              </select>
            </Field>
            {priced.has(draft.type) && (
              <Field label={t('Price')}>
                <input
                  type="number"
                  min={0}
                  step="any"
                  required
                  value={draft.price}
                  onInput={(event) => setDraft({ ...draft, price: event.currentTarget.value })}
                />
              </Field>
            )}
          </div>
        )}
      </Loaded>
      <label>
        <input
          type="checkbox"
          checked={draft.isEnabled}
          onChange={(event) => setDraft({ ...draft, isEnabled: event.currentTarget.checked })}
        />{' '}
        {t('Enable at once')}
      </label>
    </CallDialog>
  );
}
