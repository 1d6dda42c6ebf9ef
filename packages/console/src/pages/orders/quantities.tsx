import type { ComponentChildren } from 'preact';
import type { OrderRecord, OrderSteps } from './order.tsx';
import { t } from '../../texts/text.ts';

/** The step that a document makes, as the field with its remaining units. */
export type RemainingUnits = 'to_invoice' | 'to_ship' | 'to_refund';

/** Quantities by item, as typed. */
export type Quantities = Readonly<Record<number, string>>;

/** All remaining units of a step, by item. */
export function remaining({ items }: OrderSteps, step: RemainingUnits): Quantities {
  return Object.fromEntries(
    (items ?? []).filter((item) => item[step]! > 0).map((item) => [item.item_id!, String(item[step])]),
  );
}

/** The items of a document, as the interface takes them. */
export function documentItems(quantities: Quantities): { order_item_id: number; qty: number }[] {
  return Object.entries(quantities)
    .map(([id, qty]) => ({ order_item_id: Number(id), qty: Number(qty) }))
    .filter(({ qty }) => qty !== 0);
}

/** Inputs for the quantities of a document. `extra`: a further input of an item. */
export function QuantityInputs({
  order,
  steps,
  step,
  quantities,
  set,
  extra,
}: {
  order: OrderRecord;
  steps: OrderSteps;
  step: RemainingUnits;
  quantities: Quantities;
  set: (next: Quantities) => void;
  extra?: (itemId: number) => ComponentChildren;
}) {
  const open = (steps.items ?? []).filter((item) => item[step]! > 0);
  return (
    <fieldset>
      <legend>{t('Quantities')}</legend>
      {open.map((one) => {
        const item = order.items?.find(({ item_id: id }) => id === one.item_id);
        const id = one.item_id!;
        return (
          <div key={id} class="quantity">
            <label>
              <span>
                {item?.name} <small class="quiet">{item?.sku}</small>
              </span>
              <span>
                <input
                  class="amount"
                  type="number"
                  min={0}
                  max={one[step] ?? undefined}
                  step={item?.is_qty_decimal ? 'any' : 1}
                  value={quantities[id] ?? '0'}
                  onInput={(event) => set({ ...quantities, [id]: event.currentTarget.value })}
                />{' '}
                {t('of {quantity}', { quantity: one[step] })}
              </span>
            </label>
            {extra?.(id)}
          </div>
        );
      })}
    </fieldset>
  );
}
