import { useState } from 'preact/hooks';
import { Loaded } from '../../load.tsx';
import { DraftForm } from '../../parts/draft-form.tsx';
import { Field } from '../../parts/field.tsx';
import { AddProducts } from './add-products.tsx';
import { BundleParts } from './bundle-parts.tsx';
import {
  bundleInput,
  bundleOptionsOf,
  bundleOptionTypes,
  newBundleOption,
  newPart,
  problemOf,
  type BundleOptionDraft,
} from './bundle-draft.ts';
import { useProductNames } from './product-names.ts';
import type { ProductTabProperties } from './product-tab.ts';
import type { ProductRecord } from './product.tsx';
import { t } from '../../texts/text.ts';

const hasFixedPrice = ({ custom_attributes: values }: ProductRecord): boolean =>
  (values ?? []).some(({ attribute_code, value }) => attribute_code === 'price_type' && String(value) === '1');

/** The tab of the options of a bundle, each with the products that buyers choose from. */
export function BundleOptions({ product, saved }: ProductTabProperties) {
  const names = useProductNames(bundleOptionsOf(product).flatMap(({ parts }) => parts.map(({ sku }) => sku)));
  return <Loaded of={names}>{(all) => <OptionsForm product={product} names={all} saved={saved} />}</Loaded>;
}

interface FormProperties extends Pick<ProductTabProperties, 'product' | 'saved'> {
  readonly names: ReadonlyMap<string, string>;
}

function OptionsForm({ product, names, saved }: FormProperties) {
  const stored = bundleOptionsOf(product);
  const [options, setOptions] = useState<readonly BundleOptionDraft[]>(stored);
  const [adding, setAdding] = useState<BundleOptionDraft>();
  const sku = product.sku ?? '';
  const change = (option: BundleOptionDraft, changes: Partial<BundleOptionDraft>): void =>
    setOptions(options.map((one) => (one.key === option.key ? { ...one, ...changes } : one)));
  const move = (option: BundleOptionDraft, place: number): void =>
    setOptions(options.filter((one) => one !== option).toSpliced(place, 0, option));
  const bundle_product_options = bundleInput(sku, options);
  return (
    <>
      <DraftForm
        call={(client) =>
          client.request('PUT /V1/products/:sku', {
            sku,
            product: { sku, extension_attributes: { bundle_product_options } },
          })
        }
        hasChanges={JSON.stringify(options) !== JSON.stringify(stored)}
        problem={problemOf(options)}
        saved={saved}
        discard={() => setOptions(stored)}
      >
        <p class="quiet">{t('Buyers choose one or more products for each option.')}</p>
        {options.length === 0 && <p>{t('No options yet.')}</p>}
        {options.map((option, place) => (
          <fieldset key={option.key}>
            <legend>{t('Option {number}', { number: place + 1 })}</legend>
            <OptionFields option={option} change={(changes) => change(option, changes)} />
            <BundleParts
              option={option}
              number={place + 1}
              names={names}
              isPriced={hasFixedPrice(product)}
              set={(parts) => change(option, { parts })}
            />
            <div class="actions">
              <button
                type="button"
                aria-label={t('Add products… ({title})', { title: t('Option {number}', { number: place + 1 }) })}
                onClick={() => setAdding(option)}
              >
                {t('Add products…')}
              </button>
              <button type="button" disabled={place === 0} onClick={() => move(option, place - 1)}>
                {t('Move option {number} up', { number: place + 1 })}
              </button>
              <button type="button" onClick={() => setOptions(options.filter((one) => one !== option))}>
                {t('Remove option {number}', { number: place + 1 })}
              </button>
            </div>
          </fieldset>
        ))}
        <div class="actions">
          <button type="button" onClick={() => setOptions([...options, newBundleOption(options)])}>
            {t('Add option')}
          </button>
        </div>
      </DraftForm>
      {adding && (
        <AddProducts
          title={adding.title || t('Options')}
          without={new Set([sku, ...adding.parts.map((part) => part.sku)])}
          add={(skus) => change(adding, { parts: [...adding.parts, ...skus.map(newPart)] })}
          close={() => setAdding(undefined)}
        />
      )}
    </>
  );
}

interface OptionFieldsProperties {
  readonly option: BundleOptionDraft;
  readonly change: (changes: Partial<BundleOptionDraft>) => void;
}

function OptionFields({ option, change }: OptionFieldsProperties) {
  return (
    <div class="filters">
      <Field label={t('Title')}>
        <input required value={option.title} onInput={(event) => change({ title: event.currentTarget.value })} />
      </Field>
      <Field label={t('Kind')}>
        <select value={option.type} onChange={(event) => change({ type: event.currentTarget.value })}>
          {bundleOptionTypes.map(([code, title]) => (
            <option key={code} value={code}>
              {title}
            </option>
          ))}
        </select>
      </Field>
      <label class="choice">
        <input
          type="checkbox"
          checked={option.isRequired}
          onChange={(event) => change({ isRequired: event.currentTarget.checked })}
        />{' '}
        {t('Required')}
      </label>
    </div>
  );
}
