import { EntitySection } from '../records/entity-section.tsx';
import { customerEntities } from '../records/customers.ts';

/** Customers, their groups, and returns. */
export function Customers() {
  return <EntitySection place="/console/customers" entities={customerEntities} />;
}
