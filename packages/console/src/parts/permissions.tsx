import { useMemo, useState } from 'preact/hooks';
import type { Answer } from '../calls.ts';
import { Loaded, useLoad } from '../load.tsx';
import { useSession } from '../session.ts';
import { Field } from './field.tsx';

type Permission = Answer<'GET /_/console/permissions'>[number];
const ROOT = 'Magento_Backend::all';

/** The tree of permissions. Checking one also checks its descendants, which can be unchecked one by one. */
export function Permissions({ chosen, choose }: { chosen: readonly string[]; choose: (ids: string[]) => void }) {
  const { console: call } = useSession();
  const read = useLoad((signal) => call('GET /_/console/permissions', {}, { signal }), []);
  return <Loaded of={read}>{(all) => <Tree all={all} chosen={chosen} choose={choose} />}</Loaded>;
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
  const matches = (id: string): boolean => branch(id).some((one) => one.toLowerCase().includes(search.toLowerCase()));
  const list = (parent: string) => {
    const children = (below.get(parent) ?? []).filter(({ id }) => id !== ROOT && matches(id!));
    if (children.length === 0) return null;
    return (
      <ul>
        {children.map(({ id }) => (
          <li key={id}>
            <label>
              <input
                type="checkbox"
                checked={isEverything || held.has(id!)}
                disabled={isEverything}
                onChange={(event) => toggle(id!, event.currentTarget.checked)}
              />{' '}
              {id}
            </label>
            {list(id!)}
          </li>
        ))}
      </ul>
    );
  };
  return (
    <fieldset>
      <legend>Permissions</legend>
      <label>
        <input
          type="checkbox"
          checked={isEverything}
          onChange={(event) => choose(event.currentTarget.checked ? [ROOT] : [])}
        />{' '}
        All permissions
      </label>
      <Field label="Filter">
        <input type="search" value={search} onInput={(event) => setSearch(event.currentTarget.value)} />
      </Field>
      <div class="tree" role="region" aria-label="Permission tree" tabIndex={0}>
        {list('')}
        {list(ROOT)}
      </div>
    </fieldset>
  );
}
