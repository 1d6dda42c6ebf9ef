import { useState } from 'preact/hooks';
import { CallDialog } from '../../parts/call-dialog.tsx';
import { Field } from '../../parts/field.tsx';
import {
  hasValues,
  isText,
  newValue,
  optionOf,
  optionTypes,
  type OptionDraft,
  type PriceDraft,
  type ValueDraft,
} from './option-draft.ts';
import { t } from '../../texts/text.ts';

interface OptionProperties {
  readonly sku: string;
  readonly store: string;
  readonly option: OptionDraft;
  readonly done: (text: string) => void;
  readonly close: () => void;
}

/** The dialog of a new custom option, or of a stored one. */
export function OptionDialog({ sku, store, option, done, close }: OptionProperties) {
  const [draft, setDraft] = useState(option);
  const set = (change: Partial<OptionDraft>): void => setDraft({ ...draft, ...change });
  const isNew = option.id === undefined;
  return (
    <CallDialog
      label={isNew ? t('Add option') : t('Edit {name}', { name: option.title })}
      submit={isNew ? t('Add option') : t('Save option')}
      call={(client) => {
        const scoped = client.with({ store });
        const input = optionOf(sku, draft);
        return draft.id === undefined
          ? scoped.request('POST /V1/products/options', { option: input })
          : scoped.request('PUT /V1/products/options/:optionId', { optionId: draft.id, option: input });
      }}
      success={isNew ? t('Option added.') : t('Option saved.')}
      done={done}
      close={close}
    >
      <div class="cards">
        <Field label={t('Title')}>
          <input required value={draft.title} onInput={(event) => set({ title: event.currentTarget.value })} />
        </Field>
        <Field label={t('Kind')}>
          <select value={draft.type} onChange={(event) => set({ type: event.currentTarget.value })}>
            {optionTypes.map(([code, label]) => (
              <option key={code} value={code}>
                {label}
              </option>
            ))}
          </select>
        </Field>
        <Field label={t('Position')}>
          <input
            type="number"
            min={0}
            step={1}
            value={draft.position}
            onInput={(event) => set({ position: event.currentTarget.value })}
          />
        </Field>
      </div>
      <label>
        <input
          type="checkbox"
          checked={draft.isRequired}
          onChange={(event) => set({ isRequired: event.currentTarget.checked })}
        />{' '}
        {t('Buyers must fill it in')}
      </label>
      {hasValues(draft) ? (
        <Values values={draft.values} set={(values) => set({ values })} />
      ) : (
        <SingleFields draft={draft} set={set} />
      )}
    </CallDialog>
  );
}

/** The fields of an option without a list. */
function SingleFields({ draft, set }: { draft: OptionDraft; set: (change: Partial<OptionDraft>) => void }) {
  return (
    <div class="cards">
      <PriceFields price={draft} set={set} />
      <Field label={t('SKU suffix')}>
        <input value={draft.sku} onInput={(event) => set({ sku: event.currentTarget.value })} />
      </Field>
      {isText(draft) && (
        <Field label={t('Maximum length in characters')} hint={t('0: no limit')}>
          <input
            type="number"
            min={0}
            step={1}
            value={draft.maxCharacters}
            onInput={(event) => set({ maxCharacters: event.currentTarget.value })}
          />
        </Field>
      )}
      {draft.type === 'file' && (
        <Field label={t('File extensions')} hint={t('With commas between: png, jpg')}>
          <input value={draft.extensions} onInput={(event) => set({ extensions: event.currentTarget.value })} />
        </Field>
      )}
    </div>
  );
}

/** The values of a list, in their order. */
function Values({ values, set }: { values: readonly ValueDraft[]; set: (values: readonly ValueDraft[]) => void }) {
  const change = (i: number, next: Partial<ValueDraft>): void =>
    set(values.map((value, at) => (at === i ? { ...value, ...next } : value)));
  return (
    <fieldset>
      <legend>{t('Choices')}</legend>
      {values.map((value, i) => (
        <div key={value.id ?? `new ${i}`} class="form-row">
          <div class="cards">
            <Field label={t('Title of choice {number}', { number: i + 1 })}>
              <input
                required
                value={value.title}
                onInput={(event) => change(i, { title: event.currentTarget.value })}
              />
            </Field>
            <PriceFields price={value} set={(price) => change(i, price)} number={i + 1} />
            <Field label={t('SKU suffix of choice {number}', { number: i + 1 })}>
              <input value={value.sku} onInput={(event) => change(i, { sku: event.currentTarget.value })} />
            </Field>
          </div>
          <div class="actions">
            <button
              type="button"
              disabled={i === 0}
              aria-label={t('Move choice {number} up', { number: i + 1 })}
              onClick={() => set(values.toSpliced(i, 1).toSpliced(i - 1, 0, value))}
            >
              ↑
            </button>
            <button
              type="button"
              disabled={values.length === 1}
              onClick={() => set(values.filter((_, at) => at !== i))}
            >
              {t('Remove choice {number}', { number: i + 1 })}
            </button>
          </div>
        </div>
      ))}
      <button type="button" onClick={() => set([...values, newValue])}>
        {t('Add choice')}
      </button>
    </fieldset>
  );
}

function PriceFields({
  price,
  set,
  number,
}: {
  price: PriceDraft;
  set: (change: Partial<PriceDraft>) => void;
  /** The place of the choice that has the surcharge, from 1; absent: the option itself has it. */
  number?: number;
}) {
  return (
    <>
      <Field label={number === undefined ? t('Surcharge') : t('Surcharge of choice {number}', { number })}>
        <input
          type="number"
          step="any"
          value={price.price}
          onInput={(event) => set({ price: event.currentTarget.value })}
        />
      </Field>
      <Field
        label={number === undefined ? t('Kind of surcharge') : t('Kind of surcharge of choice {number}', { number })}
      >
        <select value={price.priceType} onChange={(event) => set({ priceType: event.currentTarget.value })}>
          <option value="fixed">{t('Amount')}</option>
          <option value="percent">{t('Percent of the price')}</option>
        </select>
      </Field>
    </>
  );
}
