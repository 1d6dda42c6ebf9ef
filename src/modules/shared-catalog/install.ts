import type { Call } from '../../kernel/call.ts';
import { formatTime } from '../../kernel/time.ts';
import { defaultGroupSetting } from '../customer/configuration.ts';
import { catalogTypes } from './types.ts';

/** Creates the public catalog, for the customer group of new customers. */
export async function installPublicCatalog(call: Call): Promise<void> {
  const stored = (await call.services.configuration.cache.get(call)).default.get(defaultGroupSetting.path);
  await call.db
    .insertInto('shared_catalog')
    .values({
      name: 'Default (General)',
      description: 'Default shared catalog',
      customer_group_id: Number(stored ?? defaultGroupSetting.default),
      type: catalogTypes.public,
      created_at: formatTime(call.clock.now()),
      created_by: null,
      store_id: 0,
    })
    .execute();
}
