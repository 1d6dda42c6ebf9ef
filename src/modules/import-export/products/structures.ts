import type { In } from '../../../kernel/types.ts';
import type { OptionInput as BundleOptionInput } from '../../bundle/types.ts';
import type { CustomOption, ProductLink } from '../../catalog/products/types.ts';
import { CellFault, type Cell } from '../../../platform/row-import/rows.ts';
import { pairsOf, partsOf, recordsOf, type Pairs } from './lists.ts';
import { flagOf, integerOf, numberOf, textOf } from '../../../platform/row-import/values.ts';

type OptionInput = In<typeof CustomOption>;
type LinkInput = In<typeof ProductLink>;

/** Reads the named parts of a record; each part that is asked for has to be of its kind. */
export class PairReader {
  readonly #column: string;
  readonly #pairs: Pairs;

  constructor(column: string, pairs: Pairs, names: readonly string[]) {
    this.#column = column;
    this.#pairs = pairs;
    const unknown = [...pairs.keys()].find((name) => !names.includes(name));
    if (unknown !== undefined) throw new CellFault(column, `"${unknown}" is not one of ${names.join(', ')}`);
  }

  text(name: string): string | undefined {
    return this.#read(name, textOf);
  }

  /** The text of the first of some names that is given. */
  first(...names: readonly string[]): string | undefined {
    return names.map((name) => this.text(name)).find((text) => text !== undefined);
  }

  required(name: string): string {
    const text = this.text(name);
    if (text === undefined) throw new CellFault(this.#column, `${name} is missing`);
    return text;
  }

  number(name: string): number | undefined {
    return this.#read(name, numberOf);
  }

  integer(name: string): number | undefined {
    return this.#read(name, integerOf);
  }

  flag(name: string): boolean | undefined {
    return this.#read(name, flagOf);
  }

  #read<T>(name: string, read: (column: string, cell: Cell) => T): T | undefined {
    const value = this.#pairs.get(name);
    if (value === undefined || value === '') return undefined;
    try {
      return read(this.#column, value);
    } catch (error) {
      throw error instanceof CellFault ? new CellFault(error.column, `${name}: ${error.message}`) : error;
    }
  }
}

/** Names of the parts of a custom option's record. */
export const customOptionNames =
  `name type required price price_type sku max_characters file_extension image_size_x image_size_y
  option_title option_sort_order sort_order view_type id option_id`.split(/\s+/);
/** Types of custom options whose buyers choose from values. */
const choiceTypes: ReadonlySet<string> = new Set(['drop_down', 'radio', 'checkbox', 'multiple']);

/** Custom options from `name=Engraving,type=field,price=5,price_type=fixed|…`; records of one name and type are its values. */
export function customOptionsOf(column: string, cell: Cell, sku: string): OptionInput[] {
  const found = new Map<string, OptionInput>();
  for (const pairs of recordsOf(column, cell)) {
    const reader = new PairReader(column, pairs, customOptionNames);
    const [title, type] = [reader.required('name'), reader.required('type')];
    const prices = { price: reader.number('price') ?? 0, price_type: reader.text('price_type') ?? 'fixed' };
    const key = `${type}\n${title}`;
    const isChoice = choiceTypes.has(type);
    const option = found.get(key) ?? {
      product_sku: sku,
      title,
      type,
      is_require: reader.flag('required') ?? false,
      sort_order: reader.integer('sort_order') ?? found.size + 1,
    };
    found.set(key, option);
    if (isChoice) {
      option.values ??= [];
      option.values.push({
        title: reader.required('option_title'),
        sort_order: reader.integer('option_sort_order') ?? option.values.length + 1,
        ...prices,
        ...given('sku', reader.text('sku')),
      });
      continue;
    }
    Object.assign(
      option,
      prices,
      given('sku', reader.text('sku')),
      given('file_extension', reader.text('file_extension')),
    );
    for (const name of ['max_characters', 'image_size_x', 'image_size_y'] as const) {
      Object.assign(option, given(name, reader.integer(name)));
    }
  }
  return [...found.values()];
}

const bundleNames = `name type required sku price default default_qty price_type can_change_qty position
  option_position`.split(/\s+/);
const bundlePriceTypes: ReadonlyMap<string, number> = new Map([
  ['fixed', 0],
  ['percent', 1],
]);

/** The beginning of the name of a title for one store view, which its code follows. */
export const VIEW_TITLE = 'name_';

/**
 * Options of a bundle from `name=Ball,name_de=Kugel,type=select,required=1,sku=A,…|…`; records of one name and type are its selections.
 * `viewId` returns the id of a store view by its code, and undefined for an unknown one.
 */
export function bundleOptionsOf(
  column: string,
  cell: Cell,
  { sku, viewId }: { readonly sku: string; viewId(code: string): number | undefined },
): BundleOptionInput[] {
  const found = new Map<
    string,
    BundleOptionInput & { product_links: NonNullable<BundleOptionInput['product_links']> }
  >();
  for (const pairs of recordsOf(column, cell)) {
    const titleNames = [...pairs.keys()].filter((name) => name.startsWith(VIEW_TITLE));
    const reader = new PairReader(column, pairs, [...bundleNames, ...titleNames]);
    const [title, type] = [reader.required('name'), reader.text('type') ?? 'select'];
    const key = `${type}\n${title}`;
    const option = found.get(key) ?? {
      title,
      type,
      sku,
      required: reader.flag('required') ?? true,
      position: reader.integer('option_position') ?? found.size + 1,
      titles: Object.fromEntries(titleNames.map((name) => viewTitle(column, reader, { name, viewId }))),
      product_links: [],
    };
    found.set(key, option);
    const priceType = reader.text('price_type') ?? 'fixed';
    const price_type = bundlePriceTypes.get(priceType);
    if (price_type === undefined)
      throw new CellFault(column, `price_type: "${priceType}" is neither fixed nor percent`);
    option.product_links.push({
      sku: reader.required('sku'),
      qty: reader.number('default_qty') ?? 1,
      position: reader.integer('position') ?? option.product_links.length + 1,
      is_default: reader.flag('default') ?? false,
      price: reader.number('price') ?? 0,
      price_type,
      can_change_quantity: Number(reader.flag('can_change_qty') ?? false),
    });
  }
  return [...found.values()];
}

function viewTitle(
  column: string,
  reader: PairReader,
  { name, viewId }: { readonly name: string; viewId(code: string): number | undefined },
): [number, string] {
  const code = name.slice(VIEW_TITLE.length);
  const id = viewId(code);
  if (id === undefined) throw new CellFault(column, `there is no store view "${code}"`);
  return [id, reader.required(name)];
}

/** Products of a grouped product from `sku=2,other=1`: SKU and quantity. */
export function associatedOf(column: string, cell: Cell, sku: string): LinkInput[] {
  const isObject = typeof cell === 'object' && !Array.isArray(cell);
  const pairs = isObject
    ? [...pairsOf(column, cell)]
    : partsOf(column, cell, ',').map((part): [string, Cell] => {
        const at = part.lastIndexOf('=');
        return at < 0 ? [part, '0'] : [part.slice(0, at).trim(), part.slice(at + 1)];
      });
  return pairs.map(([linked_product_sku, qty], i) => ({
    sku,
    link_type: 'associated',
    linked_product_sku,
    position: i + 1,
    extension_attributes: { qty: numberOf(column, qty) },
  }));
}

/** Links to other products from their SKUs, `a,b`, and their positions, `1,2`. */
export function linksOf(
  { column, type, separator }: { readonly column: string; readonly type: string; readonly separator: string },
  cells: { readonly skus: Cell; readonly positions: Cell },
  sku: string,
): LinkInput[] {
  const skus = partsOf(column, cells.skus, separator);
  const positions = cells.positions === undefined ? [] : partsOf(column, cells.positions, separator);
  if (positions.length > 0 && positions.length !== skus.length) {
    throw new CellFault(column, `there are ${skus.length} SKUs and ${positions.length} positions`);
  }
  return skus.map((linked_product_sku, i) => {
    const position = positions[i];
    return {
      sku,
      link_type: type,
      linked_product_sku,
      position: position === undefined ? i + 1 : integerOf(column, position),
    };
  });
}

/** A record with one field; none for an undefined value. */
export function given<N extends string, T>(name: N, value: T | undefined): { [K in N]?: T } {
  const record: { [K in N]?: T } = {};
  if (value !== undefined) record[name] = value;
  return record;
}
