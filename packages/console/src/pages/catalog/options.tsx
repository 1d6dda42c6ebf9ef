import { useState } from 'preact/hooks';
import { CallDialog } from '../../parts/call-dialog.tsx';
import { Table } from '../../parts/table.tsx';
import { OptionDialog } from './option-dialog.tsx';
import { inputOf, optionTypes, newOption, type CustomOption, type OptionDraft } from './option-draft.ts';
import type { ProductTabProperties } from './product-tab.ts';
import { numberText } from '../../texts/format.ts';
import { t } from '../../texts/text.ts';

/** The tab of custom options: texts, files, dates and lists that buyers fill in or choose from. */
export function ProductOptions({ product, store, changed }: ProductTabProperties) {
  const [edited, setEdited] = useState<OptionDraft>();
  const [removed, setRemoved] = useState<CustomOption>();
  const sku = product.sku ?? '';
  const options = (product.options ?? []).toSorted((a, b) => (a.sort_order ?? 0) - (b.sort_order ?? 0));
  return (
    <>
      <div class="actions">
        <button
          type="button"
          class="primary"
          onClick={() => setEdited(newOption(Math.max(0, ...options.map((one) => (one.sort_order ?? 0) + 1))))}
        >
          {t('Add option…')}
        </button>
      </div>
      <Table
        caption={t('Options')}
        rows={options}
        keyOf={(one) => one.option_id ?? 0}
        none={t('No options yet: buyers order the product as it is.')}
        columns={[
          { title: t('Title'), show: ({ title }) => title },
          { title: t('Kind'), show: ({ type }) => optionTypes.find(([code]) => code === type)?.[1] ?? type },
          { title: t('Required'), show: ({ is_require: isRequired }) => (isRequired ? t('yes') : t('no')) },
          { title: t('Choices and prices'), show: (one) => <Prices of={one} /> },
          {
            title: t('Actions'),
            show: (one) => (
              <div class="actions">
                <button
                  type="button"
                  aria-label={t('Edit {name}…', { name: one.title })}
                  onClick={() => setEdited(inputOf(one))}
                >
                  {t('Edit…')}
                </button>
                <button
                  type="button"
                  aria-label={t('Remove {name}…', { name: one.title })}
                  onClick={() => setRemoved(one)}
                >
                  {t('Remove…')}
                </button>
              </div>
            ),
          },
        ]}
      />
      {edited && (
        <OptionDialog sku={sku} store={store} option={edited} done={changed} close={() => setEdited(undefined)} />
      )}
      {removed && (
        <CallDialog
          label={t('Remove {name}', { name: removed.title })}
          submit={t('Remove option')}
          call={(client) =>
            client.request('DELETE /V1/products/:sku/options/:optionId', { sku, optionId: removed.option_id ?? 0 })
          }
          success={t('Option removed.')}
          done={changed}
          close={() => setRemoved(undefined)}
        />
      )}
    </>
  );
}

function Prices({ of: option }: { of: CustomOption }) {
  if (!option.values?.length) return <>{surcharge(option)}</>;
  return (
    <>
      {option.values.map((value) => (
        <div key={value.option_type_id}>
          {value.title} <span class="quiet">{surcharge(value)}</span>
        </div>
      ))}
    </>
  );
}

function surcharge({ price, price_type: type }: Pick<CustomOption, 'price' | 'price_type'>): string {
  if (!price) return '';
  return type === 'percent' ? `+${numberText(price)} %` : `+${numberText(price, 2)}`;
}
