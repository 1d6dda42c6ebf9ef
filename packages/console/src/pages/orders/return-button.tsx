import { useState } from 'preact/hooks';
import { useLoad } from '../../load.tsx';
import { CallButton } from '../../parts/call-dialog.tsx';
import { Field } from '../../parts/field.tsx';
import { useSession } from '../../session.ts';
import type { OrderActionProperties } from './order-actions.tsx';
import { named, t } from '../../texts/text.ts';

/** Attributes of a returned item that have a list of values. */
const choices = ['reason', 'condition', 'resolution'] as const;
type Choices = Readonly<Partial<Record<(typeof choices)[number], string>>>;

/** Requests a return of shipped items. Shown where the edition has returns, and something is shipped. */
export function ReturnButton(properties: OrderActionProperties) {
  const { me, may } = useSession();
  const isShipped = (properties.order.items ?? []).some(({ qty_shipped: qty }) => (qty ?? 0) > 0);
  if (!isShipped || !me.modules?.includes('Rma') || !may('Magento_Rma::magento_rma')) return null;
  return <Form {...properties} />;
}

function Form({ order, done }: OrderActionProperties) {
  const { shop: reader } = useSession();
  const attributes = useLoad((signal) => reader.request('GET /V1/returnsAttributeMetadata', {}, { signal }), [reader]);
  const shipped = (order.items ?? []).filter(({ qty_shipped: qty }) => (qty ?? 0) > 0);
  const [quantities, setQuantities] = useState<Readonly<Record<number, string>>>({});
  const [chosen, setChosen] = useState<Choices>({});
  const [comment, setComment] = useState('');
  const optionsOf = (code: string) =>
    (attributes.value?.find((one) => one.attribute_code === code)?.options ?? []).filter(({ value }) => value !== '');
  const values = Object.fromEntries(choices.map((code) => [code, chosen[code] ?? optionsOf(code)[0]?.value ?? '']));
  const items = Object.entries(quantities)
    .filter(([, qty]) => Number(qty) > 0)
    .map(([id, qty]) => Object.assign({ order_item_id: Number(id), qty_requested: Number(qty) }, values));
  return (
    <CallButton
      label={t('Return')}
      submit={t('Create return')}
      call={(shop) =>
        shop.request('POST /V1/returns', {
          rmaDataObject: {
            order_id: order.entity_id!,
            items,
            ...(comment !== '' && { comments: [{ comment, visible_on_front: true, admin: true }] }),
          },
        })
      }
      success={t('Return created.')}
      done={done}
    >
      <fieldset>
        <legend>{t('Quantities')}</legend>
        {shipped.map((item) => (
          <div key={item.item_id} class="quantity">
            <label>
              <span>
                {item.name} <small class="quiet">{item.sku}</small>
              </span>
              <span>
                <input
                  class="amount"
                  type="number"
                  min={0}
                  max={item.qty_shipped ?? 0}
                  step={item.is_qty_decimal ? 'any' : 1}
                  value={quantities[item.item_id!] ?? '0'}
                  onInput={(event) => setQuantities({ ...quantities, [item.item_id!]: event.currentTarget.value })}
                />{' '}
                {t('of {quantity}', { quantity: item.qty_shipped })}
              </span>
            </label>
          </div>
        ))}
      </fieldset>
      <div class="filters">
        {choices.map((code) => (
          <Field key={code} label={named(code[0]!.toUpperCase() + code.slice(1))}>
            <select
              value={chosen[code] ?? optionsOf(code)[0]?.value ?? ''}
              onChange={(event) => setChosen({ ...chosen, [code]: event.currentTarget.value })}
            >
              {optionsOf(code).map(({ value, label }) => (
                <option key={value} value={value ?? ''}>
                  {label}
                </option>
              ))}
            </select>
          </Field>
        ))}
      </div>
      <Field label={t('Comment for the customer (optional)')}>
        <textarea rows={3} value={comment} onInput={(event) => setComment(event.currentTarget.value)} />
      </Field>
    </CallButton>
  );
}
