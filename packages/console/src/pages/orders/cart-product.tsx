import { useState } from 'preact/hooks';
import { Loaded, useLoad } from '../../load.tsx';
import { CallDialog } from '../../parts/call-dialog.tsx';
import { Field } from '../../parts/field.tsx';
import type { StaffCart } from './new-order.tsx';
import { t } from '../../texts/text.ts';

/** An option of a product that a buyer chooses. */
interface ProductChoice {
  readonly kind: 'custom' | 'configurable';
  readonly id: string;
  readonly title: string;
  readonly isRequired: boolean;
  /** Absent: a text. */
  readonly values?: readonly (readonly [value: string, label: string])[] | undefined;
}

/** Types whose choices this form has. */
const orderable = new Set(['simple', 'virtual', 'configurable']);

/** Reads the custom options of a product, and the attributes of its variants. */
async function readChoices({ shop }: StaffCart, sku: string, signal: AbortSignal) {
  const product = await shop.products.get({ sku }, { signal });
  const custom = (product.options ?? []).map((option): ProductChoice => ({
    kind: 'custom',
    id: String(option.option_id),
    title: option.title ?? '',
    isRequired: option.is_require === true,
    values: option.values?.length
      ? option.values.map((value) => [String(value.option_type_id), value.title ?? ''])
      : undefined,
  }));
  const configurable = product.extension_attributes?.configurable_product_options ?? [];
  const ids = configurable.map((option) => Number(option.attribute_id));
  const attributes =
    ids.length > 0
      ? (await shop.request('GET /V1/products/attributes', { where: { attribute_id: ids } }, { signal })).items
      : [];
  const variants = configurable.map((option): ProductChoice => {
    const attribute = attributes.find((one) => String(one.attribute_id) === option.attribute_id);
    const labelOf = (value: number | null): string =>
      attribute?.options?.find((one) => one.value === String(value))?.label ?? String(value);
    return {
      kind: 'configurable',
      id: option.attribute_id ?? '',
      title: option.label ?? '',
      isRequired: true,
      values: (option.values ?? []).map(({ value_index: value }) => [String(value), labelOf(value)]),
    };
  });
  return { product, choices: [...variants, ...custom] };
}

/** A dialog that puts a product with the buyer's choices into a cart. */
export function CartProduct({
  cart,
  sku,
  added,
  close,
}: {
  cart: StaffCart;
  sku: string;
  added: () => void;
  close: () => void;
}) {
  const read = useLoad((signal) => readChoices(cart, sku, signal), [cart.id, sku]);
  const [qty, setQty] = useState('1');
  const [chosen, setChosen] = useState<Readonly<Record<string, string>>>({});
  const choices = read.value?.choices ?? [];
  const valuesOf = (kind: ProductChoice['kind']): [string, string][] =>
    choices.flatMap((one): [string, string][] => {
      const value = chosen[one.id] ?? '';
      return one.kind === kind && value !== '' ? [[one.id, value]] : [];
    });
  const variants = valuesOf('configurable').map(([option_id, value]) => ({ option_id, option_value: Number(value) }));
  const custom = valuesOf('custom').map(([option_id, option_value]) => ({ option_id, option_value }));
  const extension_attributes = {
    ...(variants.length > 0 && { configurable_item_options: variants }),
    ...(custom.length > 0 && { custom_options: custom }),
  };
  const hasChoices = variants.length + custom.length > 0;
  return (
    <CallDialog
      label={t('Add {sku}', { sku })}
      submit={t('Add to cart')}
      call={(client) =>
        client.with({ store: cart.store }).request('POST /V1/carts/:quoteId/items', {
          quoteId: String(cart.id),
          cartItem: {
            sku,
            qty: Number(qty),
            quote_id: String(cart.id),
            ...(hasChoices && { product_option: { extension_attributes } }),
          },
        })
      }
      success={t('Product added.')}
      done={added}
      close={close}
    >
      <Loaded of={read}>
        {({ product, choices: all }) => (
          <>
            {!orderable.has(product.type_id ?? 'simple') && (
              <p class="notice">{t('Choices of this type of product are made in a storefront.')}</p>
            )}
            {all.map((choice) => (
              <Field
                key={choice.id}
                label={choice.isRequired ? choice.title : t('{label} (optional)', { label: choice.title })}
              >
                <ChoiceInput
                  choice={choice}
                  value={chosen[choice.id] ?? ''}
                  set={(value) => setChosen({ ...chosen, [choice.id]: value })}
                />
              </Field>
            ))}
          </>
        )}
      </Loaded>
      <Field label={t('Quantity')}>
        <input
          class="amount"
          type="number"
          min={0}
          step="any"
          required
          value={qty}
          onInput={(event) => setQty(event.currentTarget.value)}
        />
      </Field>
    </CallDialog>
  );
}

function ChoiceInput({
  choice: { values, isRequired },
  value,
  set,
}: {
  choice: ProductChoice;
  value: string;
  set: (value: string) => void;
}) {
  if (!values) {
    return <input required={isRequired} value={value} onInput={(event) => set(event.currentTarget.value)} />;
  }
  return (
    <select required={isRequired} value={value} onChange={(event) => set(event.currentTarget.value)}>
      <option value="" />
      {values.map(([one, label]) => (
        <option key={one} value={one}>
          {label}
        </option>
      ))}
    </select>
  );
}
