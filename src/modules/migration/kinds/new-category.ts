import type { Services } from '../../../kernel/merged-types.ts';
import { decodeInput } from '../../../platform/execution/call-route.ts';
import type { Saving } from '../kind.ts';
import type { SourceRecord } from '../source/record.ts';
import { textIn } from '../wire.ts';

type SentCategory = Parameters<Services['catalog']['createMovedCategory']>[2];

const repository = 'catalogCategoryRepositoryV1';

/** Creates the category of a record from its fields here; with `--keep-ids` it has the id of the source. */
export async function createHere(
  { run, call, route }: Saving,
  record: SourceRecord,
  category: Readonly<Record<string, unknown>>,
): Promise<number> {
  if (!run.options.keepsIds) return (await route<{ id: number }>(repository, 'save', { category })).id;
  const decoded = await decodeInput<{ category: SentCategory }>(run.platform, repository, 'save', { category });
  return call.services.catalog.createMovedCategory(call, Number(textIn(record, 'id')), decoded.category);
}
