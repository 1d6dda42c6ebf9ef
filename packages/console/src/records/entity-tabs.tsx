import { t } from '../texts/text.ts';

/** A list of a page, or a part of a record. */
export interface EntityTab {
  readonly title: string;
  readonly address: string;
}

/** Parts of a page that have addresses, as tabs. */
export function EntityTabs({
  tabs,
  current,
  label = t('Lists'),
}: {
  tabs: readonly EntityTab[];
  current: string;
  /** Name of the tabs for screen readers. */
  label?: string;
}) {
  if (tabs.length < 2) return null;
  return (
    <nav aria-label={label} class="tabs">
      {tabs.map(({ title, address }) => (
        <a key={address} href={address} aria-current={address === current ? 'page' : undefined}>
          {title}
        </a>
      ))}
    </nav>
  );
}
