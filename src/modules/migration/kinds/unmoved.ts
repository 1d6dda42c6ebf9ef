import { objectOf } from '../../../kernel/plain-objects.ts';
import { NotMoved, type MigrationKind, type MigrationPart } from '../kind.ts';
import type { SourceClient } from '../source/client.ts';
import { orNone } from '../source/errors.ts';
import type { SourceRecord } from '../source/record.ts';

/** Records that are counted in the source and not moved, so that the report names them. */
function unmovedKind(name: string, part: MigrationPart, path: string): MigrationKind {
  const reason = `${name} are not moved by this release`;
  return {
    name,
    part,
    listing: {
      all: ({ client }) => orNone(countOf(client, path)),
    },
    keyOf: () => 'all',
    nameOf: ({ count }) => `${String(count)} in the source`,
    complete: (_, records) => Promise.resolve(records.map(() => new NotMoved(reason))),
    save: () => Promise.reject(new NotMoved(reason)),
  };
}

/** The number of records of a list, as a record of its own; none for an empty list. */
async function countOf(client: SourceClient, path: string): Promise<SourceRecord[]> {
  const query = 'searchCriteria[pageSize]=1&searchCriteria[currentPage]=1';
  const count = Number(objectOf(await client.get(path, query))['total_count'] ?? 0);
  return count > 0 ? [{ count }] : [];
}

/** Kinds that this program has, and does not move. */
export const unmovedKinds: readonly MigrationKind[] = [
  unmovedKind('companies', 'companies', '/V1/company/'),
  unmovedKind('returns', 'returns', '/V1/returns'),
];
