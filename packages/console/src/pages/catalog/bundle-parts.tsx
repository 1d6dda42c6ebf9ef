import { Table } from '../../parts/table.tsx';
import { withDefault, type BundleOptionDraft, type BundlePart } from './bundle-draft.ts';
import { t } from '../../texts/text.ts';

interface PartsProperties {
  readonly option: BundleOptionDraft;
  /** Place of the option, from 1. */
  readonly number: number;
  readonly names: ReadonlyMap<string, string>;
  /** Whether parts have prices of their own in the bundle. */
  readonly isPriced: boolean;
  readonly set: (parts: readonly BundlePart[]) => void;
}

/** The products of an option of a bundle. */
export function BundleParts({ option, number, names, isPriced, set }: PartsProperties) {
  const { parts } = option;
  const change = (part: BundlePart, changes: Partial<BundlePart>): void =>
    set(parts.map((one) => (one === part ? { ...one, ...changes } : one)));
  return (
    <Table
      caption={t('Products of option {number}', { number })}
      rows={parts}
      keyOf={({ sku }) => sku}
      none={t('No products yet.')}
      columns={[
        {
          title: t('Product'),
          show: ({ sku }) => (
            <a href={`/console/catalog/products/${encodeURIComponent(sku)}`}>{names.get(sku) ?? sku}</a>
          ),
        },
        { title: 'SKU', show: ({ sku }) => sku },
        {
          title: t('Quantity'),
          show: (part) => (
            <Amount
              label={t('Quantity of {sku}', { sku: part.sku })}
              value={part.quantity}
              set={(quantity) => change(part, { quantity })}
            />
          ),
        },
        {
          title: t('Buyers may change it'),
          show: (part) => (
            <input
              type="checkbox"
              aria-label={t('Buyers may change the quantity of {sku}', { sku: part.sku })}
              checked={part.mayChange}
              onChange={(event) => change(part, { mayChange: event.currentTarget.checked })}
            />
          ),
        },
        {
          title: t('Default'),
          show: (part) => (
            <input
              type="checkbox"
              aria-label={t('{sku} is the default', { sku: part.sku })}
              checked={part.isDefault}
              onChange={(event) => set(withDefault(option, part, event.currentTarget.checked))}
            />
          ),
        },
        ...(isPriced ? priceColumns(change) : []),
        {
          title: t('Actions'),
          show: (part) => (
            <button
              type="button"
              aria-label={t('Remove {name}', { name: part.sku })}
              onClick={() => set(parts.filter((one) => one !== part))}
            >
              {t('Remove')}
            </button>
          ),
        },
      ]}
    />
  );
}

function priceColumns(change: (part: BundlePart, changes: Partial<BundlePart>) => void) {
  return [
    {
      title: t('Price'),
      show: (part: BundlePart) => (
        <>
          <Amount
            label={t('Price of {sku}', { sku: part.sku })}
            value={part.price}
            set={(price) => change(part, { price })}
          />
          <select
            aria-label={t('Kind of price of {sku}', { sku: part.sku })}
            value={part.priceType}
            onChange={(event) => change(part, { priceType: Number(event.currentTarget.value) })}
          >
            <option value={0}>{t('Price of each')}</option>
            <option value={1}>{t('Percent of the price')}</option>
          </select>
        </>
      ),
    },
  ];
}

function Amount({ label, value, set }: { label: string; value: string; set: (value: string) => void }) {
  return (
    <input
      class="amount"
      type="number"
      aria-label={label}
      min={0}
      step="any"
      required
      value={value}
      onInput={(event) => set(event.currentTarget.value)}
    />
  );
}
