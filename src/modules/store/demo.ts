import type { Call } from '../../kernel/call.ts';
import { valueAt } from '../../kernel/lookup.ts';
import { createStoreView } from './creation.ts';
import { loadStores } from './stores.ts';

const german = { code: 'de', name: 'Deutsch', currency: 'EUR', locale: 'de_DE' } as const;

/** Creates the German store view beside the default one. */
export async function demoView(call: Call): Promise<void> {
  const { views, groups, defaultView } = await loadStores(call);
  const group = valueAt(groups.byId, defaultView.store_group_id).code;
  if (!views.byCode.has(german.code)) await createStoreView(call, { ...german, group });
}
