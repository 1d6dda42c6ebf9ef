import { writeStoreId, type Call } from '../../../kernel/call.ts';
import { categoryAttributes, type StoredCategory } from './category.ts';
import { createCategory } from './create.ts';
import { findPlace, getCategory } from './load.ts';
import { lockTree } from './rows.ts';
import type { CategoryInput } from './types.ts';
import { updateCategory } from './update.ts';

/** Creates a category of another shop, with its id there unless another category has it. Returns its id. */
export async function createMovedCategory(call: Call, id: number, input: CategoryInput): Promise<number> {
  await lockTree(call);
  const isTaken = (await findPlace(call, id)) !== undefined;
  return createCategory(call, await categoryAttributes(call), input, isTaken ? undefined : id);
}

/**
 * Saves a category: the one with the input's id, otherwise a new one. The call's scope decides which store view is
 * written. Returns the category as that store view shows it.
 */
export async function saveCategory(call: Call, input: CategoryInput): Promise<StoredCategory> {
  const attributes = await categoryAttributes(call);
  call.written.storeId = input.id ? writeStoreId(call.scope, true) : 0;
  if (input.id) await updateCategory(call, attributes, input.id, input);
  const id = input.id || (await createCategory(call, attributes, input));
  return await getCategory(call, id, writeStoreId(call.scope, true));
}
