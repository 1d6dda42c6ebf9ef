import { t } from '../texts/text.ts';

/** The choice whether a store view has the value of all store views. `name`: that of the value for people. */
export function InheritedChoice({
  name,
  isInherited,
  set,
}: {
  name: string;
  isInherited: boolean;
  set: (isInherited: boolean) => void;
}) {
  return (
    <label>
      <input
        type="checkbox"
        checked={isInherited}
        aria-label={t('Use default for {name}', { name })}
        onChange={(event) => set(event.currentTarget.checked)}
      />{' '}
      {t('Use default')}
    </label>
  );
}
