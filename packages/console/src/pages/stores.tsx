import { EntitySection } from '../records/entity-section.tsx';
import { storeEntities } from '../records/stores.ts';

/** Store views, taxes and stock. */
export function Stores() {
  return <EntitySection place="/console/stores" entities={storeEntities} />;
}
