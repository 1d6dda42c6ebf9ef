import { loader } from '../../kernel/loader.ts';
import type { ListedOption } from '../eav/service.ts';

/** The options of attributes, by the text of their id; loaded for many attributes at once. */
export const optionLists = loader<number, ReadonlyMap<string, ListedOption>>(async (attributeIds, call) => {
  const found = await call.services.eav.storedOptions(call, attributeIds, call.scope.storeId);
  return attributeIds.map((id) => new Map((found.get(id) ?? []).map((one) => [one.value, one])));
});
