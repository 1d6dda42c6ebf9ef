import { useState } from 'preact/hooks';
import type { Answered } from '../../../../client/src/index.ts';
import { DraftForm } from '../../parts/draft-form.tsx';
import { Field } from '../../parts/field.tsx';
import { InheritedChoice } from '../../parts/inherited-choice.tsx';
import { textOf } from '../../values.ts';
import { t } from '../../texts/text.ts';

type CategoryRecord = Answered<'categories', 'get'>;

/** A value of a category that the form changes. */
interface CategoryField {
  readonly code: string;
  readonly label: string;
  readonly input: 'line' | 'text' | 'flag';
  /** Whether it is a field of the category, and not one of its attributes. */
  readonly isOwn?: boolean;
}

const fields: readonly CategoryField[] = [
  { code: 'name', label: t('Name'), input: 'line', isOwn: true },
  { code: 'url_key', label: t('URL key'), input: 'line' },
  { code: 'description', label: t('Description (HTML)'), input: 'text' },
  { code: 'meta_title', label: t('Title for search engines'), input: 'line' },
  { code: 'meta_description', label: t('Description for search engines'), input: 'text' },
  { code: 'is_active', label: t('Enabled'), input: 'flag', isOwn: true },
  { code: 'include_in_menu', label: t('Shown in the menu'), input: 'flag', isOwn: true },
];

type Value = string | boolean;
/** The changed values of a category by field; null: the value of all store views. */
type CategoryChanges = Readonly<Record<string, Value | null>>;

function valueOf(category: CategoryRecord, { code, input, isOwn }: CategoryField): Value {
  const value = isOwn
    ? Reflect.get(category, code)
    : category.custom_attributes?.find((one) => one.attribute_code === code)?.value;
  return input === 'flag' ? value === true : textOf(value);
}

/** The values of a category in a scope, of which only the changed ones are sent. `defaults`: those of all store views. */
export function CategoryForm({
  category,
  defaults,
  store,
  saved,
}: {
  category: CategoryRecord;
  defaults: CategoryRecord;
  store: string;
  saved: (text: string) => void;
}) {
  const [changes, setChanges] = useState<CategoryChanges>({});
  const changed = fields.filter(({ code }) => code in changes);
  const own = changed.filter(({ isOwn }) => isOwn).map(({ code }) => [code, changes[code]]);
  const custom = changed
    .filter(({ isOwn }) => !isOwn)
    .map(({ code }) => ({ attribute_code: code, value: changes[code] ?? null }));
  return (
    <DraftForm
      call={(client) =>
        client.with({ store }).request('PUT /V1/categories/:id', {
          id: String(category.id),
          category: { ...Object.fromEntries(own), ...(custom.length > 0 && { custom_attributes: custom }) },
        })
      }
      hasChanges={changed.length > 0}
      saved={saved}
      discard={() => setChanges({})}
    >
      <div class="cards">
        {fields.map((field) => (
          <CategoryInput
            key={field.code}
            field={field}
            store={store}
            value={valueOf(category, field)}
            inherited={valueOf(defaults, field)}
            changes={changes}
            set={setChanges}
          />
        ))}
      </div>
    </DraftForm>
  );
}

function CategoryInput({
  field: { code, label, input },
  store,
  value,
  inherited,
  changes,
  set,
}: {
  field: CategoryField;
  store: string;
  value: Value;
  inherited: Value;
  changes: CategoryChanges;
  set: (next: CategoryChanges) => void;
}) {
  const changed = changes[code];
  const isInherited = changed === undefined ? value === inherited : changed === null;
  const isDisabled = store !== 'all' && isInherited;
  const shown = changed === undefined ? value : (changed ?? inherited);
  const change = (next: Value | null): void => {
    const others = Object.entries(changes).filter(([one]) => one !== code);
    set(Object.fromEntries(next === value ? others : [...others, [code, next]]));
  };
  const text = { disabled: isDisabled, value: String(shown) };
  return (
    <div>
      {input === 'flag' ? (
        <label>
          <input
            type="checkbox"
            disabled={isDisabled}
            checked={shown === true}
            onChange={(event) => change(event.currentTarget.checked)}
          />{' '}
          {label}
        </label>
      ) : (
        <Field label={label}>
          {input === 'text' ? (
            <textarea {...text} rows={4} onInput={(event) => change(event.currentTarget.value)} />
          ) : (
            <input {...text} required={code === 'name'} onInput={(event) => change(event.currentTarget.value)} />
          )}
        </Field>
      )}
      {store !== 'all' && (
        <div>
          <InheritedChoice
            name={label}
            isInherited={isInherited}
            set={(next) => set({ ...changes, [code]: next ? null : inherited })}
          />
        </div>
      )}
    </div>
  );
}
