import { useState } from 'preact/hooks';
import { Loaded, useLoad } from '../../load.tsx';
import { Field } from '../../parts/field.tsx';
import { Table } from '../../parts/table.tsx';
import { useSession } from '../../session.ts';
import { DraftForm } from '../../parts/draft-form.tsx';
import type { ProductTabProperties } from './product-tab.ts';
import { StockSettings } from './stock-settings.tsx';
import { t } from '../../texts/text.ts';

/** Units of a product in a source, as typed. */
interface Units {
  readonly quantity: string;
  readonly isInStock: boolean;
}

/** The properties of a part of the tab. */
interface StockPartProperties {
  readonly sku: string;
  /** Counts the changes of the stock by other parts: the part reads again. */
  readonly turn: number;
  readonly saved: (text: string) => void;
}

/**
 * The tab of the stock: units by source, or the default stock where there are no sources, or the caller may not read them; and the
 * settings of the product's stock.
 */
export function ProductStock({ product, changed }: ProductTabProperties) {
  const { me, may } = useSession();
  const [turn, setTurn] = useState(0);
  const hasSources = me.modules?.includes('Inventory') && may('Magento_InventoryApi::source');
  const part = {
    sku: product.sku ?? '',
    turn,
    saved: (text: string) => {
      changed(text);
      setTurn(turn + 1);
    },
  };
  return (
    <>
      {hasSources ? <SourceStock {...part} /> : <DefaultStock {...part} />}
      {may('Magento_Catalog::catalog_inventory') && <StockSettings {...part} />}
    </>
  );
}

function SourceStock({ sku, turn, saved }: StockPartProperties) {
  const { shop } = useSession();
  const read = useLoad(
    async (signal) => {
      const [items, sources] = await Promise.all([
        shop.apiSourceItems.list({ where: { sku } }, { signal }).all(),
        shop.apiSources.list({}, { signal }).all(),
      ]);
      const stored = items.map((item): [string, Units] => [
        item.source_code ?? '',
        { quantity: String(item.quantity ?? 0), isInStock: item.status === 1 },
      ]);
      const names = sources.map(({ source_code: code, name }): [string, string] => [code ?? '', name ?? code ?? '']);
      return { stored: new Map(stored), names: new Map(names) };
    },
    [shop, sku, turn],
  );
  return (
    <Loaded of={read}>
      {(loaded) => <SourceForm key={JSON.stringify([...loaded.stored])} sku={sku} saved={saved} {...loaded} />}
    </Loaded>
  );
}

interface SourceFormProperties {
  readonly sku: string;
  readonly stored: ReadonlyMap<string, Units>;
  /** Names of all sources by code. */
  readonly names: ReadonlyMap<string, string>;
  readonly saved: (text: string) => void;
}

function SourceForm({ sku, stored, names, saved }: SourceFormProperties) {
  const { may } = useSession();
  const mayChange = may('Magento_InventoryApi::stock_source_item_assign');
  const [units, setUnits] = useState(stored);
  const changed = [...units].filter(([code, { quantity, isInStock }]) => {
    const before = stored.get(code);
    return before?.quantity !== quantity || before.isInStock !== isInStock;
  });
  const removed = [...stored.keys()].filter((code) => !units.has(code));
  const set = (code: string, change: Partial<Units>): void => {
    const before = units.get(code) ?? { quantity: '0', isInStock: true };
    setUnits(new Map([...units, [code, { ...before, ...change }]]));
  };
  const others = [...names].filter(([code]) => !units.has(code));
  const nameOf = (code: string): string => names.get(code) ?? code;
  return (
    <DraftForm
      call={async (client) => {
        const sourceItems = changed.map(([source_code, { quantity, isInStock }]) => ({
          sku,
          source_code,
          quantity: Number(quantity),
          status: isInStock ? 1 : 0,
        }));
        if (sourceItems.length > 0) await client.apiSourceItemsSave.execute({ sourceItems });
        if (removed.length > 0) {
          const gone = removed.map((source_code) => ({ sku, source_code }));
          await client.apiSourceItemsDelete.execute({ sourceItems: gone });
        }
      }}
      hasChanges={changed.length + removed.length > 0}
      isReadOnly={!mayChange}
      saved={saved}
      discard={() => setUnits(stored)}
    >
      <Table
        caption={t('Units by source')}
        rows={[...units.keys()]}
        keyOf={(code) => code}
        none={t('The product is in no source.')}
        columns={[
          { title: t('Source'), show: nameOf },
          {
            title: t('Quantity'),
            show: (code) => (
              <input
                class="amount"
                type="number"
                step="any"
                required
                disabled={!mayChange}
                aria-label={t('Quantity in {source}', { source: nameOf(code) })}
                value={units.get(code)?.quantity}
                onInput={(event) => set(code, { quantity: event.currentTarget.value })}
              />
            ),
          },
          {
            title: t('Status'),
            show: (code) => (
              <select
                disabled={!mayChange}
                aria-label={t('Status in {source}', { source: nameOf(code) })}
                value={units.get(code)?.isInStock ? '1' : '0'}
                onChange={(event) => set(code, { isInStock: event.currentTarget.value === '1' })}
              >
                <option value="1">{t('In stock')}</option>
                <option value="0">{t('Out of stock')}</option>
              </select>
            ),
          },
          ...(mayChange
            ? [
                {
                  title: t('Actions'),
                  show: (code: string) => (
                    <button
                      type="button"
                      aria-label={t('Remove {name}', { name: nameOf(code) })}
                      onClick={() => setUnits(new Map([...units].filter(([one]) => one !== code)))}
                    >
                      {t('Remove')}
                    </button>
                  ),
                },
              ]
            : []),
        ]}
      />
      {mayChange && others.length > 0 && (
        <Field label={t('Add source')}>
          <select
            value=""
            onChange={(event) => {
              set(event.currentTarget.value, {});
              event.currentTarget.value = '';
            }}
          >
            <option value="" />
            {others.map(([code, name]) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
          </select>
        </Field>
      )}
    </DraftForm>
  );
}

function DefaultStock({ sku: productSku, turn, saved }: StockPartProperties) {
  const { shop } = useSession();
  const read = useLoad(
    (signal) => shop.stockRegistry.getStockItemBySku({ productSku }, { signal }),
    [shop, productSku, turn],
  );
  return (
    <Loaded of={read}>
      {({ item_id: id, qty, is_in_stock: isInStock }) => (
        <DefaultForm
          key={`${qty} ${isInStock}`}
          sku={productSku}
          id={id ?? 0}
          stored={{ quantity: String(qty ?? 0), isInStock: isInStock === true }}
          saved={saved}
        />
      )}
    </Loaded>
  );
}

function DefaultForm({
  sku,
  id,
  stored,
  saved,
}: {
  sku: string;
  id: number;
  stored: Units;
  saved: (text: string) => void;
}) {
  const [units, setUnits] = useState(stored);
  const stockItem = {
    ...(units.quantity !== stored.quantity && { qty: Number(units.quantity) }),
    ...(units.isInStock !== stored.isInStock && { is_in_stock: units.isInStock }),
  };
  return (
    <DraftForm
      call={(client) =>
        client.request('PUT /V1/products/:productSku/stockItems/:itemId', { productSku: sku, itemId: id, stockItem })
      }
      hasChanges={Object.keys(stockItem).length > 0}
      saved={saved}
      discard={() => setUnits(stored)}
    >
      <div class="cards">
        <Field label={t('Quantity')}>
          <input
            type="number"
            step="any"
            required
            value={units.quantity}
            onInput={(event) => setUnits({ ...units, quantity: event.currentTarget.value })}
          />
        </Field>
        <Field label={t('Status')}>
          <select
            value={units.isInStock ? '1' : '0'}
            onChange={(event) => setUnits({ ...units, isInStock: event.currentTarget.value === '1' })}
          >
            <option value="1">{t('In stock')}</option>
            <option value="0">{t('Out of stock')}</option>
          </select>
        </Field>
      </div>
    </DraftForm>
  );
}
