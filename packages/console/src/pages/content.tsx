import { EntitySection } from '../records/entity-section.tsx';
import { contentEntities } from '../records/content.ts';

/** Pages and blocks of the storefront. */
export function Content() {
  return <EntitySection place="/console/content" entities={contentEntities} />;
}
