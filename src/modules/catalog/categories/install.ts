import type { Call } from '../../../kernel/call.ts';
import { formatTime } from '../../../kernel/time.ts';
import { nextIds } from '../../../storage/sequences.ts';
import { TREE_ROOT, type CategoryValues } from './category.ts';
import { countBelow, insertCategory } from './rows.ts';

/** Inserts the root of the tree and the root category of the first store, with the ids that clients know. */
export async function installCategories(call: Call): Promise<void> {
  const now = formatTime(call.clock.now());
  const insert = (
    place: { id: number; parent_id: number; path: string; level: number; position: number },
    values: CategoryValues,
  ) => insertCategory(call.db, { ...place, created_at: now, updated_at: now, values });
  const [root, defaultCategory] = await nextIds(call.db, 'category', 2);
  if (root !== TREE_ROOT || defaultCategory === undefined) throw new Error('Categories are there already');
  await insert(
    { id: root, parent_id: 0, path: '1', level: 0, position: 0 },
    { name: 'Root Catalog', include_in_menu: '1' },
  );
  await insert(
    { id: defaultCategory, parent_id: root, path: '1/2', level: 1, position: 1 },
    { name: 'Default Category', is_active: '1', include_in_menu: '1', display_mode: 'PRODUCTS' },
  );
  await countBelow(call, [root], 1, now);
}
