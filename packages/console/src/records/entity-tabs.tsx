/** A list of a page. */
export interface EntityTab {
  readonly title: string;
  readonly address: string;
}

/** The lists of a page, as tabs. */
export function EntityTabs({ tabs, current }: { tabs: readonly EntityTab[]; current: string }) {
  if (tabs.length < 2) return null;
  return (
    <nav aria-label="Lists" class="tabs">
      {tabs.map(({ title, address }) => (
        <a key={address} href={address} aria-current={address === current ? 'page' : undefined}>
          {title}
        </a>
      ))}
    </nav>
  );
}
