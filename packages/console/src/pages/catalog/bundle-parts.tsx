import { AmountCell, SelectCell } from '../../parts/cell-inputs.tsx';
import { Table } from '../../parts/table.tsx';
import { withDefault, type BundleOptionDraft, type BundlePart } from './bundle-draft.ts';
import { t } from '../../texts/text.ts';

/** Kinds of prices, by their codes in the interface. */
const priceTypes = [
  ['0', t('Price of each')],
  ['1', t('Percent of the price')],
] as const;

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
            <AmountCell
              label={t('Quantity of {sku}', { sku: part.sku })}
              min={0}
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
          <AmountCell
            label={t('Price of {sku}', { sku: part.sku })}
            min={0}
            value={part.price}
            set={(price) => change(part, { price })}
          />
          <SelectCell
            label={t('Kind of price of {sku}', { sku: part.sku })}
            value={String(part.priceType)}
            options={priceTypes}
            set={(type) => change(part, { priceType: Number(type) })}
          />
        </>
      ),
    },
  ];
}
