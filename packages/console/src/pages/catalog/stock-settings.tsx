import { useState } from 'preact/hooks';
import type { Answered } from '../../../../client/src/index.ts';
import { Loaded, useLoad } from '../../load.tsx';
import { DraftForm } from '../../parts/draft-form.tsx';
import { Field } from '../../parts/field.tsx';
import { useSession } from '../../session.ts';
import { t } from '../../texts/text.ts';

type StockItem = Answered<'stockRegistry', 'getStockItemBySku'>;

/** A setting of a product's stock, which has a value of its own or that of the shop. */
interface StockSetting {
  readonly field: 'manage_stock' | 'min_qty' | 'backorders' | 'min_sale_qty' | 'max_sale_qty' | 'notify_stock_qty';
  readonly label: string;
  readonly hint?: string;
  /** Values to choose from; absent: a quantity. */
  readonly options?: readonly (readonly [value: string, label: string])[];
}

const settings: readonly StockSetting[] = [
  {
    field: 'manage_stock',
    label: t('Count the stock'),
    options: [
      ['1', t('Yes')],
      ['0', t('No')],
    ],
  },
  {
    field: 'backorders',
    label: t('Backorders'),
    options: [
      ['0', t('No backorders')],
      ['1', t('Allowed')],
      ['2', t('Allowed, with a note to the customer')],
    ],
  },
  { field: 'min_qty', label: t('Out of stock at'), hint: t('Units that are not sold') },
  { field: 'min_sale_qty', label: t('Minimum quantity in the cart') },
  { field: 'max_sale_qty', label: t('Maximum quantity in the cart') },
  { field: 'notify_stock_qty', label: t('Notify below'), hint: t('Units below which the stock is low') },
];

/** A changed setting: its own value, or null for that of the shop. */
type ChangedSettings = Readonly<Record<string, string | null>>;

/** The value of a setting: its own one, or null where it is that of the shop. */
function ownValue(item: StockItem, field: StockSetting['field']): string | null {
  return Number(item[`use_config_${field}`]) === 1 ? null : String(Number(item[field]));
}

/** The settings of a product's stock; each follows the shop until it has a value of its own. Only changed ones are sent. */
export function StockSettings({ sku, turn, saved }: { sku: string; turn: number; saved: (text: string) => void }) {
  const { shop } = useSession();
  const read = useLoad(
    (signal) => shop.stockRegistry.getStockItemBySku({ productSku: sku }, { signal }),
    [shop, sku, turn],
  );
  return (
    <section>
      <h2>{t('Settings of the stock')}</h2>
      <Loaded of={read}>{(item) => <SettingsForm sku={sku} item={item} saved={saved} />}</Loaded>
    </section>
  );
}

function SettingsForm({ sku, item, saved }: { sku: string; item: StockItem; saved: (text: string) => void }) {
  const [draft, setDraft] = useState<ChangedSettings>({});
  const changes = settings.flatMap(({ field }) => {
    const value = draft[field];
    return value === undefined || value === ownValue(item, field) ? [] : [[field, value] as const];
  });
  const stockItem = Object.fromEntries(changes.flatMap(([field, value]) => sentFields(item, field, value)));
  return (
    <DraftForm
      call={(client) =>
        client.request('PUT /V1/products/:productSku/stockItems/:itemId', {
          productSku: sku,
          itemId: String(item.item_id ?? 0),
          stockItem,
        })
      }
      hasChanges={changes.length > 0}
      saved={(text) => {
        setDraft({});
        saved(text);
      }}
      discard={() => setDraft({})}
    >
      <div class="cards">
        {settings.map((setting) => (
          <SettingField
            key={setting.field}
            setting={setting}
            item={item}
            value={draft[setting.field] === undefined ? ownValue(item, setting.field) : draft[setting.field]!}
            set={(value) => setDraft({ ...draft, [setting.field]: value })}
          />
        ))}
      </div>
    </DraftForm>
  );
}

/** The fields of a stock item that change a setting: its value, and the flag where that changes. */
function sentFields(
  item: StockItem,
  field: StockSetting['field'],
  value: string | null,
): (readonly [string, number | boolean])[] {
  const flag = (isOfShop: boolean) =>
    [`use_config_${field}`, field === 'min_sale_qty' ? Number(isOfShop) : isOfShop] as const;
  if (value === null) return [flag(true)];
  const own = [field, field === 'manage_stock' ? value === '1' : Number(value)] as const;
  return ownValue(item, field) === null ? [own, flag(false)] : [own];
}

function SettingField({
  setting: { field, label, hint, options },
  item,
  value,
  set,
}: {
  setting: StockSetting;
  item: StockItem;
  value: string | null;
  set: (value: string | null) => void;
}) {
  // The value of the shop is unknown while the stored value is the product's own.
  const shopValue = ownValue(item, field) === null ? String(Number(item[field])) : '';
  const common = { disabled: value === null, required: true, value: value ?? shopValue };
  return (
    <div>
      <Field label={label} hint={hint}>
        {options ? (
          <select {...common} onChange={(event) => set(event.currentTarget.value)}>
            {value === null && shopValue === '' && <option value="" />}
            {options.map(([one, title]) => (
              <option key={one} value={one}>
                {title}
              </option>
            ))}
          </select>
        ) : (
          <input {...common} type="number" step="any" onInput={(event) => set(event.currentTarget.value)} />
        )}
      </Field>
      <label>
        <input
          type="checkbox"
          checked={value === null}
          aria-label={t("Use the shop's setting for {name}", { name: label })}
          onChange={(event) =>
            set(event.currentTarget.checked ? null : (ownValue(item, field) ?? String(Number(item[field]))))
          }
        />{' '}
        {t("Use the shop's setting")}
      </label>
    </div>
  );
}
