import { useLocation } from 'preact-iso';
import { lackOf } from '../load.tsx';
import { ForbiddenPage, NoSuchPage } from '../parts/page.tsx';
import { useSession } from '../session.ts';
import type { Entity } from './entity.ts';
import { EntityList } from './entity-list.tsx';
import { EntityTabs, type EntityTab } from './entity-tabs.tsx';
import { RecordPage } from './record-page.tsx';

/**
 * A page of the console with several entities: lists as tabs, and the pages of their records, such as
 * `/console/customers/groups/1`. `place`: the address of the page.
 */
export function EntitySection({
  place,
  entities,
  before = [],
  after = [],
}: {
  place: string;
  entities: readonly Entity[];
  /** Tabs of other lists of the page, before and after those of the entities. */
  before?: readonly EntityTab[];
  after?: readonly EntityTab[];
}) {
  const { path } = useLocation();
  const { may, me } = useSession();
  const [name = '', id = ''] = path.slice(place.length + 1).split('/');
  const existing = entities.filter(({ module }) => module === undefined || me.modules?.includes(module));
  const entity =
    name === ''
      ? (existing.find(({ permission }) => may(permission)) ?? existing[0])
      : existing.find((one) => one.name === name);
  if (!entity) return <NoSuchPage />;
  if (!may(entity.permission)) return <ForbiddenPage title={entity.title} lack={lackOf([entity.permission])} />;
  const address = `${place}/${entity.name}`;
  if (id !== '') {
    const key = id === 'new' ? undefined : decodeURIComponent(id);
    return <RecordPage key={`${address}/${id}`} entity={entity} id={key} address={address} />;
  }
  const tabs = existing
    .filter(({ permission }) => may(permission))
    .map((one) => ({ title: one.title, address: `${place}/${one.name}` }));
  return (
    <EntityList
      key={address}
      entity={entity}
      place={place}
      head={<EntityTabs tabs={[...before, ...tabs, ...after]} current={address} />}
    />
  );
}
