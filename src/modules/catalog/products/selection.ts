import type { Call, Contributions } from '../../../kernel/call.ts';
import type { NestedReads, ProductField, ProductExtension } from './extensions.ts';
import type { NestedColumns } from './added-fields.ts';

/** The further data that is read of products. Prepared queries are cached by this object, so there is one for each choice. */
export interface ProductSelection {
  readonly fields: readonly ProductField[];
  readonly extensions: readonly ProductExtension[];
  /** Whether websites and categories are read; otherwise products have none. */
  readonly places: boolean;
  /** Rows of other tables that are read together with the products. */
  readonly nested: (storeId: number) => NestedColumns;
}

/** Reads only the rows of products, with their websites and categories. */
export const rowAlone: ProductSelection = { fields: [], extensions: [], places: true, nested: () => ({}) };

/** The names of the further data to load with products. */
export interface ProductWishes {
  readonly fields?: readonly ProductField['name'][];
  readonly extensions?: readonly ProductExtension['name'][];
  /** Default: true. */
  readonly places?: boolean;
}

/** Cached selections, by the names of their data. */
const selections = new WeakMap<Contributions, Map<string, ProductSelection>>();
const forSaves = new WeakMap<Contributions, ProductSelection>();

/** The contributions that load the selected data. */
export function selectionOf({ contributions }: Call, wishes: ProductWishes): ProductSelection {
  const { fields: fieldNames = [], extensions: extensionNames = [], places = true } = wishes;
  const key = `${places}:${fieldNames.join()}:${extensionNames.join()}`;
  let known = selections.get(contributions);
  if (!known) selections.set(contributions, (known = new Map()));
  let selection = known.get(key);
  if (!selection) {
    const fields = contributions.productFields.filter(({ name }) => fieldNames.includes(name));
    const extensions = contributions.productExtensions.filter(({ name }) => name && extensionNames.includes(name));
    selection = { fields, extensions, places, nested: nestedOf([...fields, ...extensions], false) };
    known.set(key, selection);
  }
  return selection;
}

/** The selection that saves of products need. */
export function selectionForSave({ contributions }: Call): ProductSelection {
  let selection = forSaves.get(contributions);
  if (!selection) {
    const { productFields: fields, productExtensions: extensions } = contributions;
    selection = { fields, extensions, places: true, nested: nestedOf([...fields, ...extensions], true) };
    forSaves.set(contributions, selection);
  }
  return selection;
}

function nestedOf(all: readonly { readonly nested?: NestedReads }[], forSave: boolean): ProductSelection['nested'] {
  return (storeId) => {
    const reads = all.flatMap((one) => one.nested?.(storeId) ?? []);
    return Object.assign({}, ...reads.flatMap(({ display, save }) => (forSave ? [display, save] : [display])));
  };
}
