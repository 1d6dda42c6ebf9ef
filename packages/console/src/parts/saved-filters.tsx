import { useState } from 'preact/hooks';
import { t } from '../texts/text.ts';

/** Filters of a list by the names that a person gave them. */
type Saved = Readonly<Record<string, Readonly<Record<string, string>>>>;

const keyOf = (list: string): string => `souk-console-filters-${list}`;

function read(list: string): Saved {
  try {
    return JSON.parse(localStorage.getItem(keyOf(list)) ?? '{}') as Saved;
  } catch {
    return {};
  }
}

/** Filters of a list that this browser stores under a name. `names`: all filters of the list, which an applied one replaces. */
export function SavedFilters({
  list,
  query,
  names,
  apply,
}: {
  list: string;
  query: Readonly<Record<string, string>>;
  names: readonly string[];
  apply: (changes: Readonly<Record<string, string>>) => void;
}) {
  const [saved, setSaved] = useState(() => read(list));
  const [name, setName] = useState('');
  const store = (next: Saved): void => {
    localStorage.setItem(keyOf(list), JSON.stringify(next));
    setSaved(next);
  };
  const all = Object.keys(saved);
  return (
    <details class="menu">
      <summary>{all.length > 0 ? t('Saved filters ({count})', { count: all.length }) : t('Saved filters')}</summary>
      <div class="stack">
        {all.map((one) => (
          <div key={one} class="actions">
            <button
              type="button"
              class="link"
              onClick={() => apply({ ...Object.fromEntries(names.map((filter) => [filter, ''])), ...saved[one] })}
            >
              {one}
            </button>
            <button
              type="button"
              aria-label={t('Delete filter {name}', { name: one })}
              onClick={() => store(Object.fromEntries(Object.entries(saved).filter(([other]) => other !== one)))}
            >
              {t('Delete')}
            </button>
          </div>
        ))}
        <form
          class="actions"
          onSubmit={(event) => {
            event.preventDefault();
            if (name.trim() === '') return;
            store({ ...saved, [name.trim()]: query });
            setName('');
          }}
        >
          <input
            aria-label={t('Name of the filter')}
            placeholder={t('Name')}
            value={name}
            onInput={(event) => setName(event.currentTarget.value)}
          />
          <button type="submit">{t('Save this filter')}</button>
        </form>
      </div>
    </details>
  );
}
