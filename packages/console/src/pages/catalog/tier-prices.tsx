import { useState } from 'preact/hooks';
import type { Answered } from '../../../../client/src/index.ts';
import { Loaded, useLoad } from '../../load.tsx';
import { Table } from '../../parts/table.tsx';
import { useSession } from '../../session.ts';
import { AmountCell, SelectCell, type CellChoices } from '../../parts/cell-inputs.tsx';
import { DraftForm } from '../../parts/draft-form.tsx';
import type { ProductTabProperties } from './product-tab.ts';
import { ALL_GROUPS, changesOf, emptyTier, problemOf, rowOf, saveTierPrices, type TierRow } from './tier-rows.ts';
import { t } from '../../texts/text.ts';

type TierPrice = Answered<'tierPriceStorage', 'get'>[number];

/** The groups and websites that prices can be for, as far as the caller may read them. */
function useChoices(prices: readonly TierPrice[] | undefined) {
  const { shop, may } = useSession();
  const mayReadGroups = may('Magento_Customer::group');
  const mayReadWebsites = may('Magento_Backend::store');
  const { value } = useLoad(
    async (signal) => {
      const [groups, websites] = await Promise.all([
        mayReadGroups ? shop.customerGroups.list({}, { signal }).all() : [],
        mayReadWebsites ? shop.websites.list({}, { signal }) : [],
      ]);
      return {
        groups: groups.map(({ code }) => code ?? ''),
        websites: websites.filter(({ id }) => id !== 0).map(({ id, name }) => [String(id), name ?? ''] as const),
      };
    },
    [shop, mayReadGroups, mayReadWebsites],
  );
  const named = [ALL_GROUPS, ...(value?.groups ?? []), ...(prices ?? []).map((one) => one.customer_group ?? '')];
  const groups: CellChoices = [...new Set(named)].map((code) => [code, code === ALL_GROUPS ? t('All groups') : code]);
  const websites: CellChoices = [['0', t('All websites')], ...(value?.websites ?? [])];
  return { groups, websites };
}

/** The tab of prices by customer group and quantity. */
export function ProductTierPrices({ product, saved }: ProductTabProperties) {
  const { shop } = useSession();
  const sku = product.sku ?? '';
  const read = useLoad((signal) => shop.tierPriceStorage.get({ skus: [sku] }, { signal }), [shop, sku]);
  const choices = useChoices(read.value);
  const isPercentOnly = product.type_id === 'bundle';
  return (
    <Loaded of={read}>
      {(prices) => <TierPriceForm sku={sku} prices={prices} isPercentOnly={isPercentOnly} saved={saved} {...choices} />}
    </Loaded>
  );
}

interface FormProperties {
  readonly sku: string;
  readonly prices: readonly TierPrice[];
  readonly isPercentOnly: boolean;
  readonly groups: CellChoices;
  readonly websites: CellChoices;
  readonly saved: (text: string) => void;
}

function TierPriceForm({ sku, prices, isPercentOnly, groups, websites, saved }: FormProperties) {
  const stored = prices.map((price, i) => rowOf(price, i));
  const [rows, setRows] = useState<readonly TierRow[]>(stored);
  const set = (key: number, change: Partial<TierRow>): void =>
    setRows(rows.map((row) => (row.key === key ? { ...row, ...change } : row)));
  const { changed, removed } = changesOf(stored, rows);
  const add = (): void => {
    const key = Math.max(-1, ...rows.map((row) => row.key)) + 1;
    setRows([...rows, { ...emptyTier, key, type: isPercentOnly ? 'discount' : 'fixed' }]);
  };
  const numberOf = (row: TierRow): number => rows.indexOf(row) + 1;
  return (
    <DraftForm
      call={(client) => saveTierPrices(client, sku, stored, rows)}
      hasChanges={changed.length + removed.length > 0}
      problem={problemOf(rows)}
      saved={saved}
      discard={() => setRows(stored)}
    >
      <Table
        caption={t('Prices by group and quantity')}
        rows={rows}
        keyOf={({ key }) => key}
        none={t('No prices by group or quantity yet.')}
        columns={[
          {
            title: t('Customer group'),
            show: (row) => (
              <SelectCell
                label={t('Customer group of price {number}', { number: numberOf(row) })}
                value={row.group}
                options={groups}
                set={(group) => set(row.key, { group })}
              />
            ),
          },
          ...(websites.length > 2 || rows.some(({ website }) => website !== '0')
            ? [
                {
                  title: t('Website'),
                  show: (row: TierRow) => (
                    <SelectCell
                      label={t('Website of price {number}', { number: numberOf(row) })}
                      value={row.website}
                      options={websites}
                      set={(website) => set(row.key, { website })}
                    />
                  ),
                },
              ]
            : []),
          {
            title: t('From quantity'),
            show: (row) => (
              <AmountCell
                label={t('Quantity of price {number}', { number: numberOf(row) })}
                min={1}
                value={row.quantity}
                set={(quantity) => set(row.key, { quantity })}
              />
            ),
          },
          {
            title: t('Kind'),
            show: (row) => (
              <SelectCell
                label={t('Kind of price {number}', { number: numberOf(row) })}
                value={row.type}
                options={isPercentOnly ? [percent] : [['fixed', t('Price of each')], percent]}
                set={(type) => set(row.key, { type })}
              />
            ),
          },
          {
            title: t('Value'),
            show: (row) => (
              <AmountCell
                label={t('Value of price {number}', { number: numberOf(row) })}
                min={0}
                max={row.type === 'discount' ? 100 : undefined}
                value={row.price}
                set={(price) => set(row.key, { price })}
              />
            ),
          },
          {
            title: t('Actions'),
            show: (row) => (
              <button
                type="button"
                aria-label={t('Remove price {number}', { number: numberOf(row) })}
                onClick={() => setRows(rows.filter(({ key }) => key !== row.key))}
              >
                {t('Remove')}
              </button>
            ),
          },
        ]}
      />
      <div class="actions">
        <button type="button" onClick={add}>
          {t('Add price')}
        </button>
      </div>
    </DraftForm>
  );
}

const percent = ['discount', t('Percent off')] as const;
