import { useState } from 'preact/hooks';
import { Loaded, useLoad } from '../../load.tsx';
import type { ClientCall } from '../../parts/call-dialog.tsx';
import { Field } from '../../parts/field.tsx';
import { InheritedChoice } from '../../parts/inherited-choice.tsx';
import { useSession } from '../../session.ts';
import { DraftForm } from '../../parts/draft-form.tsx';
import type { ProductTabProperties } from './product-tab.ts';
import {
  arrangedAttributes,
  changedProduct,
  shownAttributes,
  valueOf,
  type ChangedValues,
  type ProductAttribute,
} from './product-values.ts';
import type { ProductRecord } from './product.tsx';
import { readSetAttributes } from './set-attributes.ts';
import { t } from '../../texts/text.ts';

/** The tab of the attributes of a product's set. */
export function ProductAttributes(tab: ProductTabProperties) {
  const session = useSession();
  const { shop } = session;
  const { product } = tab;
  const sku = product.sku ?? '';
  const attributeSetId = String(product.attribute_set_id);
  const read = useLoad(
    async (signal) => {
      const [defaults, attributes] = await Promise.all([
        shop.products.get({ sku }, { signal }),
        readSetAttributes(session, attributeSetId, signal),
      ]);
      return { defaults, attributes };
    },
    [shop, sku, attributeSetId],
  );
  return <Loaded of={read}>{(loaded) => <ProductForm {...tab} {...loaded} />}</Loaded>;
}

/** The values of a product by the attributes of its set. Only changed values are sent. */
function ProductForm({
  product,
  defaults,
  attributes,
  store,
  saved,
}: ProductTabProperties & {
  /** The product with the values of all store views. */
  defaults: ProductRecord;
  attributes: readonly ProductAttribute[];
}) {
  const { may } = useSession();
  const [changes, setChanges] = useState<ChangedValues>({});
  const sku = product.sku ?? '';
  const save: ClientCall = (client) =>
    client.with({ store }).request('PUT /V1/products/:sku', { sku, product: changedProduct(sku, changes) });
  const [main, more] = arrangedAttributes(shownAttributes(attributes, product.type_id ?? ''));
  const inputs = (shown: readonly ProductAttribute[]) => (
    <div class="cards">
      {shown.map((attribute) => (
        <AttributeField
          key={attribute.attribute_code}
          attribute={attribute}
          store={store}
          value={valueOf(product, attribute.attribute_code ?? '')}
          inherited={valueOf(defaults, attribute.attribute_code ?? '')}
          changes={changes}
          set={setChanges}
        />
      ))}
    </div>
  );
  return (
    <DraftForm
      call={save}
      hasChanges={Object.keys(changes).length > 0}
      isReadOnly={!may('Magento_Catalog::products')}
      saved={saved}
      discard={() => setChanges({})}
    >
      {inputs(main)}
      {more.length > 0 && (
        <details>
          <summary>{t('More attributes ({count})', { count: more.length })}</summary>
          {inputs(more)}
        </details>
      )}
    </DraftForm>
  );
}

interface AttributeFieldProperties {
  readonly attribute: ProductAttribute;
  readonly store: string;
  readonly value: string;
  readonly inherited: string;
  readonly changes: ChangedValues;
  readonly set: (next: ChangedValues) => void;
}

/** Long texts have the whole width. */
const classOf = ({ frontend_input: input }: ProductAttribute) => (input === 'textarea' ? 'wide' : undefined);

/** The input of an attribute; in a store view with the choice of the inherited value. */
function AttributeField({ attribute, store, value, inherited, changes, set }: AttributeFieldProperties) {
  const code = attribute.attribute_code ?? '';
  const isChanged = code in changes;
  const changed = changes[code];
  const isInherited = isChanged ? changed === null : value === inherited;
  const isOfScope = store === 'all' || attribute.isGlobal !== true;
  const change = (next: string | null): void => {
    if (next === value) set(Object.fromEntries(Object.entries(changes).filter(([one]) => one !== code)));
    else set({ ...changes, [code]: next });
  };
  return (
    <div class={classOf(attribute)}>
      <Field
        label={`${attribute.default_frontend_label}${attribute.is_required ? ' *' : ''}`}
        hint={isOfScope ? (attribute.note ?? undefined) : t('The same in all store views')}
      >
        <AttributeInput
          attribute={attribute}
          value={(isChanged ? (changed ?? inherited) : value) || ''}
          isDisabled={!isOfScope || (store !== 'all' && isInherited)}
          set={change}
        />
      </Field>
      {store !== 'all' && isOfScope && (
        <InheritedChoice
          name={attribute.default_frontend_label ?? code}
          isInherited={isInherited}
          set={(next) => set({ ...changes, [code]: next ? null : inherited })}
        />
      )}
    </div>
  );
}

/** Attributes of bundles whose value 0 means yes: the SKU, price or weight follows from the chosen products. */
const dynamicCodes = new Set(['sku_type', 'price_type', 'weight_type']);

/** The choices of a boolean attribute, which has no options in the interface. */
function yesOrNo(code: string) {
  const [yes, no] = dynamicCodes.has(code) ? ['0', '1'] : ['1', '0'];
  return [
    { value: yes, label: t('Yes') },
    { value: no, label: t('No') },
  ];
}

function AttributeInput({
  attribute: { attribute_code: code, frontend_input: input, options },
  value,
  isDisabled,
  set,
}: {
  attribute: ProductAttribute;
  value: string;
  isDisabled: boolean;
  set: (value: string) => void;
}) {
  const choices = input === 'boolean' ? yesOrNo(code ?? '') : (options ?? []).filter((one) => Boolean(one.value));
  const common = { disabled: isDisabled };
  switch (input) {
    case 'textarea':
      return <textarea {...common} rows={5} value={value} onInput={(event) => set(event.currentTarget.value)} />;
    case 'boolean':
    case 'select':
      return (
        <select {...common} value={value} onChange={(event) => set(event.currentTarget.value)}>
          <option value="" />
          {choices.map((one) => (
            <option key={one.value} value={one.value ?? ''}>
              {one.label}
            </option>
          ))}
        </select>
      );
    case 'multiselect':
      return (
        <select
          {...common}
          multiple
          onChange={(event) => set([...event.currentTarget.selectedOptions].map((one) => one.value).join(','))}
        >
          {choices.map((one) => (
            <option key={one.value} value={one.value ?? ''} selected={value.split(',').includes(one.value ?? '')}>
              {one.label}
            </option>
          ))}
        </select>
      );
    case 'date':
    case 'datetime':
      return (
        <input {...common} type="date" value={value.slice(0, 10)} onInput={(event) => set(event.currentTarget.value)} />
      );
    case 'price':
    case 'weight':
      return (
        <input
          {...common}
          type="number"
          step="any"
          min={0}
          value={value === '' ? '' : String(Number(value))}
          onInput={(event) => set(event.currentTarget.value)}
        />
      );
    default:
      return <input {...common} value={value} onInput={(event) => set(event.currentTarget.value)} />;
  }
}
