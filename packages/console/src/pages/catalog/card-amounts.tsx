import { useState } from 'preact/hooks';
import { Loaded, useLoad } from '../../load.tsx';
import { AmountCell, SelectCell, type CellChoices } from '../../parts/cell-inputs.tsx';
import { DraftForm } from '../../parts/draft-form.tsx';
import { Table } from '../../parts/table.tsx';
import { useSession } from '../../session.ts';
import type { ProductTabProperties } from './product-tab.ts';
import type { ProductRecord } from './product.tsx';
import { t } from '../../texts/text.ts';

/** An amount that buyers of a gift card choose, in the base currency of the website. */
interface Amount {
  /** Identifies the row while it is edited. */
  readonly key: number;
  /** Id of the website; 0: all. */
  readonly website: string;
  readonly value: string;
}

function amountsOf({ extension_attributes }: ProductRecord): Amount[] {
  return (extension_attributes?.giftcard_amounts ?? []).map(({ website_id, value }, key) => ({
    key,
    website: String(website_id ?? 0),
    value: String(value ?? ''),
  }));
}

/** The tab of the amounts of a gift card. */
export function GiftCardAmounts({ product, saved }: ProductTabProperties) {
  const { shop, may } = useSession();
  const mayRead = may('Magento_Backend::store');
  const websites = useLoad(
    async (signal) =>
      (mayRead ? await shop.websites.list({}, { signal }) : [])
        .filter(({ id }) => id !== 0)
        .map(({ id, name }) => [String(id), name ?? ''] as const),
    [shop, mayRead],
  );
  return (
    <Loaded of={websites}>
      {(all) => <AmountForm product={product} websites={[['0', t('All websites')], ...all]} saved={saved} />}
    </Loaded>
  );
}

interface FormProperties extends Pick<ProductTabProperties, 'product' | 'saved'> {
  readonly websites: CellChoices;
}

function AmountForm({ product, websites, saved }: FormProperties) {
  const stored = amountsOf(product);
  const [amounts, setAmounts] = useState<readonly Amount[]>(stored);
  const sku = product.sku ?? '';
  const set = (key: number, change: Partial<Amount>): void =>
    setAmounts(amounts.map((one) => (one.key === key ? { ...one, ...change } : one)));
  const numberOf = (one: Amount): number => amounts.indexOf(one) + 1;
  const giftcard_amounts = amounts.map(({ website, value }) => ({
    attribute_id: 0,
    website_id: Number(website),
    value: Number(value),
    website_value: Number(value),
  }));
  return (
    <DraftForm
      call={(client) =>
        client.request('PUT /V1/products/:sku', { sku, product: { sku, extension_attributes: { giftcard_amounts } } })
      }
      hasChanges={JSON.stringify(amounts) !== JSON.stringify(stored)}
      problem={problemOf(amounts)}
      saved={saved}
      discard={() => setAmounts(stored)}
    >
      <p class="quiet">
        {t('Buyers choose one of these amounts. The attributes say whether they may also enter their own.')}
      </p>
      <Table
        caption={t('Amounts of the gift card')}
        rows={amounts}
        keyOf={({ key }) => key}
        none={t('No amounts yet.')}
        columns={[
          {
            title: t('Amount'),
            show: (one) => (
              <AmountCell
                label={t('Amount {number}', { number: numberOf(one) })}
                min={0.01}
                step={0.01}
                value={one.value}
                set={(value) => set(one.key, { value })}
              />
            ),
          },
          {
            title: t('Website'),
            show: (one) => (
              <SelectCell
                label={t('Website of amount {number}', { number: numberOf(one) })}
                value={one.website}
                options={websites}
                set={(website) => set(one.key, { website })}
              />
            ),
          },
          {
            title: t('Actions'),
            show: (one) => (
              <button
                type="button"
                aria-label={t('Remove amount {number}', { number: numberOf(one) })}
                onClick={() => setAmounts(amounts.filter(({ key }) => key !== one.key))}
              >
                {t('Remove')}
              </button>
            ),
          },
        ]}
      />
      <div class="actions">
        <button
          type="button"
          onClick={() =>
            setAmounts([
              ...amounts,
              { key: Math.max(-1, ...amounts.map(({ key }) => key)) + 1, website: '0', value: '' },
            ])
          }
        >
          {t('Add amount')}
        </button>
      </div>
    </DraftForm>
  );
}

/** The reason why amounts cannot be saved. */
function problemOf(amounts: readonly Amount[]): string | undefined {
  const places = new Set(amounts.map(({ website, value }) => `${website} ${Number(value)}`));
  return places.size < amounts.length ? t('Two amounts are the same for a website.') : undefined;
}
