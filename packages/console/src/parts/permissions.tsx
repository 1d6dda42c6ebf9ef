import { useMemo, useState } from 'preact/hooks';
import type { Answer } from '../calls.ts';
import { Loaded, useLoad } from '../load.tsx';
import { useSession } from '../session.ts';
import { Field } from './field.tsx';
import { named, t } from '../texts/text.ts';

type Permission = Answer<'GET /_/console/permissions'>[number];
const ROOT = 'Magento_Backend::all';
/** The permission that those of the shop stand under. */
const SHOP = 'Magento_Backend::admin';

/** Common choices of permissions. */
const presets = [
  {
    title: t('ERP: stock and prices'),
    resources: [
      'Magento_Catalog::catalog',
      'Magento_Catalog::catalog_inventory',
      'Magento_Catalog::products',
      'Magento_InventoryApi::source',
      'Magento_InventoryApi::stock',
    ],
  },
  { title: t('Orders: read'), resources: ['Magento_Sales::actions_view'] },
  {
    title: 'PIM',
    resources: [
      'Magento_Catalog::catalog',
      'Magento_Catalog::catalog_inventory',
      'Magento_Catalog::products',
      'Magento_Catalog::categories',
      'Magento_Catalog::attributes_attributes',
      'Magento_Catalog::sets',
      'Magento_Backend::store',
    ],
  },
] as const;

/** The tree of permissions. Checking one also checks its descendants, which can be unchecked one by one. */
export function Permissions({ chosen, choose }: { chosen: readonly string[]; choose: (ids: string[]) => void }) {
  const { console: call } = useSession();
  const read = useLoad((signal) => call('GET /_/console/permissions', {}, { signal }), []);
  return (
    <>
      <div class="actions" role="group" aria-label={t('Presets')}>
        {presets.map(({ title, resources }) => (
          <button key={title} type="button" onClick={() => choose([...resources])}>
            {title}
          </button>
        ))}
      </div>
      <Loaded of={read}>{(all) => <Tree all={all} chosen={chosen} choose={choose} />}</Loaded>
    </>
  );
}

function Tree({
  all,
  chosen,
  choose,
}: {
  all: readonly Permission[];
  chosen: readonly string[];
  choose: (ids: string[]) => void;
}) {
  const [search, setSearch] = useState('');
  const below = useMemo(() => Map.groupBy(all, ({ parent }) => parent ?? ''), [all]);
  const isEverything = chosen.includes(ROOT);
  const held = new Set(chosen);
  const branch = (id: string): string[] => [id, ...(below.get(id) ?? []).flatMap((one) => branch(one.id!))];
  const toggle = (id: string, isOn: boolean): void => {
    const ids = branch(id);
    choose(isOn ? [...new Set([...chosen, ...ids])] : chosen.filter((one) => !ids.includes(one)));
  };
  const byId = useMemo(() => new Map(all.map((one) => [one.id, one])), [all]);
  /** The title with those above it: `Catalog > Products`. */
  const pathOf = (id: string): string => {
    const { title, parent } = byId.get(id) ?? {};
    const own = named(title!);
    return parent == null || parent === SHOP ? own : `${pathOf(parent)} > ${own}`;
  };
  const texts = useMemo(() => new Map(all.map(({ id }) => [id, `${id} ${pathOf(id!)}`.toLowerCase()])), [all]);
  const matches = (id: string): boolean => branch(id).some((one) => texts.get(one)?.includes(search.toLowerCase()));
  const list = (parent: string) => {
    const children = (below.get(parent) ?? []).filter(({ id }) => id !== ROOT && matches(id!));
    if (children.length === 0) return null;
    return (
      <ul>
        {children.map(({ id, title }) => (
          <li key={id}>
            <label>
              <input
                type="checkbox"
                aria-label={pathOf(id!)}
                checked={isEverything || held.has(id!)}
                disabled={isEverything}
                onChange={(event) => toggle(id!, event.currentTarget.checked)}
              />{' '}
              <span>
                {named(title!)} <small class="quiet">{id}</small>
              </span>
            </label>
            {list(id!)}
          </li>
        ))}
      </ul>
    );
  };
  return (
    <fieldset>
      <legend>{t('Permissions')}</legend>
      <label>
        <input
          type="checkbox"
          checked={isEverything}
          onChange={(event) => choose(event.currentTarget.checked ? [ROOT] : [])}
        />{' '}
        {t('All permissions')}
      </label>
      <Field label={t('Filter')} hint={t('Part of a title or id, such as “products” or “Magento_Sales”.')}>
        <input type="search" value={search} onInput={(event) => setSearch(event.currentTarget.value)} />
      </Field>
      <div class="tree" role="region" aria-label={t('Permission tree')} tabIndex={0}>
        {list('')}
        {list(ROOT)}
      </div>
    </fieldset>
  );
}
