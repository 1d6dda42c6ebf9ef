import type { Call, Contributions } from '../../../kernel/call.ts';
import { isWanted, wantedIn, type Wanted } from '../../../kernel/fields-filter.ts';
import type { NestedReads, ProductField, ProductPart } from '../extensions.ts';
import type { NestedColumns } from './added-fields.ts';

/** What is read of products besides their rows. One object for each such choice: queries are kept by it. */
export interface Besides {
  readonly fields: readonly ProductField[];
  readonly parts: readonly ProductPart[];
  /** Whether their websites and categories are; products read without have none. */
  readonly places: boolean;
  /** Rows of other tables that come with the products themselves. */
  readonly nested: (storeId: number) => NestedColumns;
}

/** For those who ask for something else by themselves, or need nothing else. */
export const rowAlone: Besides = { fields: [], parts: [], places: true, nested: () => ({}) };

/** The choices that have been made among the contributions, by what was chosen. */
const choices = new WeakMap<Contributions, Map<string, Besides>>();
const forSaves = new WeakMap<Contributions, Besides>();

/** What the wanted fields of a product are made of. Lists show less of it than a single product. */
export function besidesShown(
  { contributions }: Call,
  wanted: Wanted,
  { inList }: { readonly inList: boolean },
): Besides {
  const extension = wantedIn(wanted, 'extension_attributes');
  const fields = contributions.productFields.filter(({ name }) => isWanted(wanted, name));
  const parts = contributions.productParts.filter(
    (part) => (part.inLists || !inList) && part.fields.some((name) => isWanted(extension, name)),
  );
  const places =
    isWanted(wanted, 'custom_attributes') ||
    isWanted(extension, 'website_ids') ||
    isWanted(extension, 'category_links');
  const chosen = [places, ...fields.map(({ name }) => name), ...parts.flatMap((part) => part.fields)].join();
  let known = choices.get(contributions);
  if (!known) choices.set(contributions, (known = new Map()));
  let besides = known.get(chosen);
  if (!besides)
    known.set(chosen, (besides = { fields, parts, places, nested: nestedOf([...fields, ...parts], false) }));
  return besides;
}

/** What saves of products need. */
export function besidesSaved({ contributions }: Call): Besides {
  let besides = forSaves.get(contributions);
  if (!besides) {
    const { productFields: fields, productParts: parts } = contributions;
    besides = { fields, parts, places: true, nested: nestedOf([...fields, ...parts], true) };
    forSaves.set(contributions, besides);
  }
  return besides;
}

function nestedOf(all: readonly { readonly nested?: NestedReads }[], forSave: boolean): Besides['nested'] {
  return (storeId) => {
    const reads = all.flatMap((one) => one.nested?.(storeId) ?? []);
    return Object.assign({}, ...reads.flatMap(({ shown, save }) => (forSave ? [shown, save] : [shown])));
  };
}
