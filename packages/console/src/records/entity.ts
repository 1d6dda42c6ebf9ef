import type { RouteName } from '../calls.ts';
import { named } from '../texts/text.ts';

/** A record of the interface. */
export type RecordFields = Readonly<Record<string, unknown>>;

/** Values to choose from: value and label, and the country that it belongs to where only that country has it. */
export type Options = readonly (readonly [value: string, label: string, country?: string])[];

/** A list of records of which a field names one by its key. */
export interface OptionSource {
  readonly route: RouteName;
  /** The input of the route, or how it follows from the record that is shown. */
  readonly sent?: RecordFields | ((record: RecordFields) => RecordFields);
  /** The field of the listed record whose entries are the choices, such as the regions of countries; absent: the record itself. */
  readonly list?: string;
  /** The field of the listed record that is the country of its entries. */
  readonly country?: string;
  /** A further choice, before the others. */
  readonly first?: readonly [value: string, label: string];
  /** The field of the listed record that is the value. */
  readonly value: string;
  readonly label: string;
}

/** The choice of a field: its values, or the records that it names. */
export type Choice = Options | OptionSource;

/** A column of the list of an entity: a field, its title, and how the value is shown. */
export interface EntityColumn {
  readonly field: string;
  readonly title: string;
  readonly isNumber?: boolean;
  /** Decimals of a number, such as two of an amount; absent: as it is stored. */
  readonly decimals?: number;
  /** Whether the list can be sorted by the field; default: true. */
  readonly isSorted?: boolean;
  /** The page that the value leads to. */
  readonly link?: (record: RecordFields) => string;
  /** Labels of values; default: those of the field's choice, such as the names of websites. */
  readonly options?: Options;
}

/** A filter of the list of an entity by the values of a field. */
export interface EntityFilter {
  /** Its name in the address of the page. */
  readonly name: string;
  readonly field: string;
  readonly label: string;
  readonly options: Options;
}

/** A page that belongs to a record. */
export interface RelatedPage {
  readonly title: string;
  readonly address: string;
  readonly permission: string;
}

/** Inputs that types cannot describe: trees of conditions, by the rules that have them. */
export type CustomInput = 'cart conditions' | 'item conditions' | 'product conditions' | 'customer conditions';

/** Parts of records that are changed by routes of their own. */
export type EntityPanel = 'coupons' | 'return' | 'segment' | 'set';

/** A type of record with a list and a form: all that the console knows of it beside the declared types of its routes. */
export interface Entity {
  /** Its name in the address. */
  readonly name: string;
  readonly title: string;
  readonly noun: readonly [one: string, many: string];
  /** The permission to read the records. */
  readonly permission: string;
  /** The permission to save and to delete them, where it is another one. */
  readonly change?: string;
  readonly remove?: string;
  /** The module of the records; some editions do not have it. */
  readonly module?: string;
  readonly routes: {
    readonly list: RouteName;
    readonly read?: RouteName;
    readonly create?: RouteName;
    readonly save?: RouteName;
    readonly remove?: RouteName;
  };
  /** Whether the list returns all records at once, without search criteria. */
  readonly isWhole?: boolean;
  /** The argument that is the record; absent: the fields of the record are the arguments. */
  readonly argument?: string;
  /** The field that identifies a record, and the field that names it for people. */
  readonly key: string;
  readonly label: string;
  readonly columns: readonly EntityColumn[];
  /** Fields that a word of the search can be in. */
  readonly search: readonly string[];
  readonly searchLabel?: string;
  readonly filters?: readonly EntityFilter[];
  readonly sort: string;
  /** The fields of the form that come first; the others follow below "More fields". */
  readonly main: readonly string[];
  /** Fields that the form omits, such as those that the server sets; `address.fax`: those of a part of the record. */
  readonly hidden?: readonly string[];
  /** Fields that the form shows and does not change; of rows, that none are added or removed. */
  readonly fixed?: readonly string[];
  /** The first fields of the parts of a record, by the name of the part. */
  readonly order?: Readonly<Record<string, readonly string[]>>;
  /** Fields that a new record needs although the interface declares them as optional. */
  readonly required?: readonly string[];
  readonly labels?: Readonly<Record<string, string>>;
  readonly hints?: Readonly<Record<string, string>>;
  /** Choices of fields by name, in addition to `commonChoices`; `items.status`: of a field of a part of the record. */
  readonly choices?: Readonly<Record<string, Choice>>;
  /** Whether the title of a record is its noun with the label, because the label is a number. */
  readonly isNumbered?: boolean;
  /** Pages that belong to a record, for callers with a permission. */
  readonly related?: (record: RecordFields) => readonly RelatedPage[];
  /** Text fields that are days, such as `2026-11-30`. */
  readonly days?: readonly string[];
  /** Fields with long texts. */
  readonly long?: readonly string[];
  /** Fields with an input of their own. */
  readonly inputs?: Readonly<Record<string, CustomInput>>;
  /** A part of its own below the form of a stored record. */
  readonly panel?: EntityPanel;
  /**
   * Fields of a stored record that each save sends beside the changed ones: those that the route requires, or all of them where the route
   * resets absent fields. Absent: none, because the route keeps the fields that it does not get.
   */
  readonly alwaysSent?: readonly string[] | 'all';
  /** The field that enables a record; lists enable and disable selected ones by it. Their route keeps the fields that it does not get. */
  readonly enabledBy?: string;
  /** The fields of a new record that have values at first. */
  readonly fresh?: RecordFields;
}

/** The parameters in the path of a route. */
export function parametersIn(route: string): string[] {
  return route.match(/(?<=:)\w+/g) ?? [];
}

/** The arguments of a route that names a record by its key. */
export function argumentsFor(route: string, key: string): Readonly<Record<string, string>> {
  return Object.fromEntries(parametersIn(route).map((name) => [name, key]));
}

/** The label of a field, translated where there is a text: `tax_class_id` is `Tax class`. */
export function labelOf(name: string, labels: Readonly<Record<string, string>> = {}): string {
  const given = labels[name];
  if (given !== undefined) return given;
  const words = name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/ss_ids$/, 'sses')
    .replace(/_ids$/, 's')
    .replace(/_id$/, '')
    .replace(/^is_/, '')
    .replaceAll('_', ' ')
    .toLowerCase();
  return named(words.charAt(0).toUpperCase() + words.slice(1));
}
