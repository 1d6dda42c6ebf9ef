import { useState } from 'preact/hooks';
import { OutcomeOf, useAction } from '../../parts/action.tsx';
import { CallPreview } from '../../parts/call-dialog.tsx';
import { Field } from '../../parts/field.tsx';
import { useUnsaved } from '../../unsaved.ts';
import { useSession, type Session } from '../../session.ts';
import {
  changedProduct,
  shownAttributes,
  valueOf,
  type ChangedValues,
  type ProductAttribute,
} from './product-values.ts';
import type { ProductRecord } from './product.tsx';

/** The values of a product by the attributes of its set. Only changed values are sent. */
export function ProductForm({
  product,
  defaults,
  attributes,
  store,
  saved,
}: {
  product: ProductRecord;
  /** The product with the values of all store views. */
  defaults: ProductRecord;
  attributes: readonly ProductAttribute[];
  store: string;
  saved: () => void;
}) {
  const { shop, may } = useSession();
  const [changes, setChanges] = useState<ChangedValues>({});
  const { outcome, isBusy, run } = useAction();
  const hasChanges = Object.keys(changes).length > 0;
  useUnsaved(hasChanges);
  const sku = product.sku ?? '';
  const save = (client: Session['shop']) =>
    client.with({ store }).request('PUT /V1/products/:sku', { sku, product: changedProduct(sku, changes) });
  const mayChange = may('Magento_Catalog::products');
  return (
    <form
      class="stack"
      onSubmit={(event) => {
        event.preventDefault();
        void run(async () => {
          await save(shop);
          return 'Saved.';
        }).then((isDone) => isDone && saved());
      }}
    >
      <div class="cards">
        {shownAttributes(attributes, product.type_id ?? '').map((attribute) => (
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
      <OutcomeOf outcome={outcome} />
      {hasChanges && <CallPreview call={save} />}
      {mayChange && (
        <div class="actions">
          <button type="submit" class="primary" disabled={isBusy || !hasChanges}>
            Save
          </button>
          <button type="button" disabled={isBusy || !hasChanges} onClick={() => setChanges({})}>
            Discard changes
          </button>
        </div>
      )}
    </form>
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

/** The input of an attribute; in a store view with the choice of the inherited value. */
function AttributeField({ attribute, store, value, inherited, changes, set }: AttributeFieldProperties) {
  const code = attribute.attribute_code ?? '';
  const isChanged = code in changes;
  const changed = changes[code];
  const isInherited = isChanged ? changed === null : value === inherited;
  const isOfScope = store === 'all' || attribute.scope !== 'global';
  const change = (next: string | null): void => {
    if (next === value) set(Object.fromEntries(Object.entries(changes).filter(([one]) => one !== code)));
    else set({ ...changes, [code]: next });
  };
  return (
    <div>
      <Field
        label={`${attribute.default_frontend_label}${attribute.is_required ? ' *' : ''}`}
        hint={isOfScope ? (attribute.note ?? undefined) : 'The same in all store views'}
      >
        <AttributeInput
          attribute={attribute}
          value={(isChanged ? (changed ?? inherited) : value) || ''}
          isDisabled={!isOfScope || (store !== 'all' && isInherited)}
          set={change}
        />
      </Field>
      {store !== 'all' && isOfScope && (
        <label>
          <input
            type="checkbox"
            checked={isInherited}
            aria-label={`Use default for ${attribute.default_frontend_label}`}
            onChange={(event) => set({ ...changes, [code]: event.currentTarget.checked ? null : inherited })}
          />{' '}
          Use default
        </label>
      )}
    </div>
  );
}

function AttributeInput({
  attribute: { frontend_input: input, options },
  value,
  isDisabled,
  set,
}: {
  attribute: ProductAttribute;
  value: string;
  isDisabled: boolean;
  set: (value: string) => void;
}) {
  const choices = (options ?? []).filter((one) => one.value !== '' && one.value !== null);
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
          value={value}
          onInput={(event) => set(event.currentTarget.value)}
        />
      );
    default:
      return <input {...common} value={value} onInput={(event) => set(event.currentTarget.value)} />;
  }
}
