import { EntitySection } from '../records/entity-section.tsx';
import { marketingEntities } from '../records/marketing.ts';

/** Price rules and gift cards. */
export function Marketing() {
  return <EntitySection place="/console/marketing" entities={marketingEntities} />;
}
