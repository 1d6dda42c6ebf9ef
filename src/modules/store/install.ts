import type { Call } from '../../kernel/call.ts';
import { nextId } from '../../storage/sequences.ts';

/** The rows of a fresh installation: the admin's scope and one website with one store and one view. */
export async function install(call: Call): Promise<void> {
  await call.db
    .insertInto('store_website')
    .values([
      { id: 0, code: 'admin', name: 'Admin', default_group_id: 0, is_default: 0 },
      { id: 1, code: 'base', name: 'Main Website', default_group_id: 1, is_default: 1 },
    ])
    .execute();
  await call.db
    .insertInto('store_group')
    .values([
      { id: 0, website_id: 0, root_category_id: 0, default_store_id: 0, name: 'Default', code: 'default' },
      {
        id: 1,
        website_id: 1,
        root_category_id: 2,
        default_store_id: 1,
        name: 'Main Website Store',
        code: 'main_website_store',
      },
    ])
    .execute();
  await call.db
    .insertInto('store')
    .values([
      { id: 0, code: 'admin', name: 'Admin', website_id: 0, store_group_id: 0, is_active: 1 },
      { id: 1, code: 'default', name: 'Default Store View', website_id: 1, store_group_id: 1, is_active: 1 },
    ])
    .execute();
  // Marks the ids above 0 as used.
  for (const table of ['store_website', 'store_group', 'store']) await nextId(call.db, table);
  await call.services.store.cache.invalidate(call);
}
