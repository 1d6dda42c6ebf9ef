import type { Call } from '../../../kernel/call.ts';
import type { ExtensionFields, ProductHead } from '../extensions.ts';
import { sentAttribute } from './change.ts';
import type { ProductInput } from './types.ts';

const nothing: ExtensionFields = {};

/** What all modules add to products, by product id: one query for each module, whatever the number of products. */
export async function loadParts(
  call: Call,
  products: readonly ProductHead[],
  { inList }: { inList: boolean },
): Promise<(id: number) => ExtensionFields> {
  const loaded: ReadonlyMap<number, ExtensionFields>[] = [];
  for (const part of call.contributions.productParts) {
    if (part.inLists || !inList) loaded.push(await part.load(call, products));
  }
  return (id) => merge(loaded.map((fields) => fields.get(id)));
}

/** Has all modules save what was sent with a product; gives their fields as they are now. */
export async function saveParts(
  call: Call,
  product: ProductHead,
  input: ProductInput,
  isNew: boolean,
): Promise<ExtensionFields> {
  const sent = {
    isNew,
    fields: input.extension_attributes ?? nothing,
    customAttribute: (code: string) => sentAttribute(input.custom_attributes, code),
  };
  const saved: ExtensionFields[] = [];
  for (const part of call.contributions.productParts) saved.push(await part.save(call, product, sent));
  return merge(saved);
}

function merge(all: readonly (ExtensionFields | undefined)[]): ExtensionFields {
  return all.length === 1 ? (all[0] ?? nothing) : Object.assign({}, ...all);
}
