import { useState } from 'preact/hooks';
import { OutcomeOf, useAction } from '../../parts/action.tsx';
import { CallPreview } from '../../parts/call-dialog.tsx';
import { Field } from '../../parts/field.tsx';
import { Table } from '../../parts/table.tsx';
import { useSession } from '../../session.ts';
import { useUnsaved } from '../../unsaved.ts';
import type { ProductRecord } from './product.tsx';
import {
  combinations,
  createVariations,
  MOST_VARIATIONS,
  requireFreeSkus,
  usualSku,
  type NewVariation,
  type Variation,
  type VariationAttribute,
  type VariationFields,
} from './variations.ts';
import { t, tn } from '../../texts/text.ts';

interface FormProperties {
  readonly product: ProductRecord;
  /** The attributes of the product, or those to choose from while it has none. */
  readonly attributes: readonly VariationAttribute[];
  readonly isOpen: boolean;
  readonly existing: readonly Variation[];
  /** Takes the sentence that reports how many were created, also after a failure. */
  readonly done: (text: string) => void;
  readonly close: () => void;
}

/** Creates variations: attributes and their values are chosen, and each combination gets a SKU, a price and a quantity. */
export function VariationForm({ product, attributes, isOpen, existing, done, close }: FormProperties) {
  const { shop } = useSession();
  const { outcome, isBusy, run } = useAction();
  const [codes, setCodes] = useState<readonly string[]>([]);
  const [chosen, setChosen] = useState<Readonly<Record<string, readonly string[]>>>({});
  const [fields, setFields] = useState<VariationFields>({});
  const [usual, setUsual] = useState({ price: product.price ? String(product.price) : '', quantity: '0' });
  const used = isOpen ? attributes.filter(({ code }) => codes.includes(code)) : attributes;
  const all = combinations(used, chosen, existing);
  const isTooMany = all.length > MOST_VARIATIONS;
  const variations = isTooMany ? [] : all;
  useUnsaved(variations.length > 0);
  const complete: VariationFields = Object.fromEntries(
    variations.map(({ key }) => [key, { ...usual, ...fields[key] }]),
  );
  const create = async (): Promise<void> => {
    let count = 0;
    const isDone = await run(async () => {
      await requireFreeSkus(shop, product, variations, complete);
      await createVariations(shop, product, used, variations, complete, () => (count += 1));
      return '';
    });
    if (isDone) close();
    if (isDone || count > 0) done(tn(count, 'Variation created.', '{count} variations created.'));
  };
  return (
    <form
      class="stack card"
      onSubmit={(event) => {
        event.preventDefault();
        void create();
      }}
    >
      <h2>{t('New variations')}</h2>
      {isOpen && (
        <Checks
          label={t('Attributes')}
          all={attributes.map(({ code, label }) => [code, label])}
          chosen={codes}
          set={setCodes}
        />
      )}
      {used.map(({ code, label, values }) => (
        <Checks
          key={code}
          label={t('Values of {name}', { name: label })}
          all={values}
          chosen={chosen[code] ?? []}
          set={(next) => setChosen({ ...chosen, [code]: next })}
        />
      ))}
      {isTooMany && (
        <p class="notice">
          {t('More than {count} variations at once: choose fewer values.', { count: MOST_VARIATIONS })}
        </p>
      )}
      {variations.length > 0 && (
        <>
          <div class="filters">
            <Field label={t('Price of new variations')}>
              <input
                type="number"
                min={0}
                step="any"
                value={usual.price}
                onInput={(event) => setUsual({ ...usual, price: event.currentTarget.value })}
              />
            </Field>
            <Field label={t('Quantity of new variations')}>
              <input
                type="number"
                step="any"
                value={usual.quantity}
                onInput={(event) => setUsual({ ...usual, quantity: event.currentTarget.value })}
              />
            </Field>
          </div>
          <VariationTable product={product} variations={variations} fields={complete} typed={fields} set={setFields} />
          <CallPreview call={(client) => createVariations(client, product, used, variations, complete)} />
        </>
      )}
      {outcome?.isFailure && <OutcomeOf outcome={outcome} />}
      <div class="actions">
        <button type="submit" class="primary" disabled={isBusy || variations.length === 0}>
          {tn(variations.length, 'Create variation', 'Create {count} variations')}
        </button>
        <button type="button" disabled={isBusy} onClick={close}>
          {t('Cancel')}
        </button>
      </div>
    </form>
  );
}

function Checks({
  label,
  all,
  chosen,
  set,
}: {
  label: string;
  all: readonly (readonly [value: string, label: string])[];
  chosen: readonly string[];
  set: (chosen: readonly string[]) => void;
}) {
  const values = all.map(([value]) => value);
  return (
    <fieldset class="checked">
      <legend>{label}</legend>
      {all.map(([value, text]) => (
        <label key={value}>
          <input
            type="checkbox"
            checked={chosen.includes(value)}
            onChange={(event) => {
              const isChosen = event.currentTarget.checked;
              set(values.filter((one) => (one === value ? isChosen : chosen.includes(one))));
            }}
          />{' '}
          {text}
        </label>
      ))}
      {all.length > 2 && (
        <button type="button" class="link" aria-label={t('Choose all: {label}', { label })} onClick={() => set(values)}>
          {t('all')}
        </button>
      )}
    </fieldset>
  );
}

const inputLabels = {
  sku: (variation: string) => t('SKU of {name}', { name: variation }),
  price: (variation: string) => t('Price of {name}', { name: variation }),
  quantity: (variation: string) => t('Quantity of {name}', { name: variation }),
};

function VariationTable({
  product,
  variations,
  fields,
  typed,
  set,
}: {
  product: ProductRecord;
  variations: readonly NewVariation[];
  fields: VariationFields;
  typed: VariationFields;
  set: (fields: VariationFields) => void;
}) {
  const input = (one: NewVariation, name: 'sku' | 'price' | 'quantity') => (
    <input
      {...(name === 'sku' ? {} : { class: 'amount', type: 'number', step: 'any' })}
      required
      aria-label={inputLabels[name](one.labels.join(', '))}
      value={fields[one.key]?.[name] ?? (name === 'sku' ? usualSku(product.sku ?? '', one) : '')}
      onInput={(event) => set({ ...typed, [one.key]: { ...typed[one.key], [name]: event.currentTarget.value } })}
    />
  );
  return (
    <Table
      caption={t('New variations')}
      rows={variations}
      keyOf={({ key }) => key}
      none=""
      columns={[
        { title: t('Variation'), show: ({ labels }) => labels.join(', ') },
        { title: 'SKU', show: (one) => input(one, 'sku') },
        { title: t('Price'), show: (one) => input(one, 'price') },
        { title: t('Quantity'), show: (one) => input(one, 'quantity') },
      ]}
    />
  );
}
