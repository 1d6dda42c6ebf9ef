import type { AnyRoute } from './route.ts';

/** The places below `/console/` of the console's own pages. */
export const ownConsolePlaces = [
  'home',
  'overview',
  'orders',
  'catalog',
  'customers',
  'marketing',
  'content',
  'stores',
  'bulks',
  'calls',
  'errors',
  'data',
  'b2b',
  'events',
  'mails',
  'migrations',
  'access',
  'settings',
  'audit',
] as const;

/** The forms in which the console shows a value. */
export const valueFormats = ['text', 'number', 'money', 'time', 'badge'] as const;

/** A value of a record: a column of a list, a figure, a line of a record view. */
export interface ConsoleField {
  /** Its field; names of nested fields are joined by dots. Absent: the response is the value itself. */
  readonly field?: string;
  readonly label: string;
  /** Default: `text`. */
  readonly format?: (typeof valueFormats)[number];
  /** Of money: the field with its currency. Default: the base currency of the shop. */
  readonly currency?: string;
  /** Of badges: the colour of each value. */
  readonly colors?: Readonly<Record<string, 'good' | 'warn' | 'bad'>>;
}

/** An input in the form of an action; its type is that of the argument. */
export interface ConsoleInput {
  /** Argument of the route; names of nested fields are joined by dots. */
  readonly argument: string;
  readonly label: string;
  readonly hint?: string;
}

/** A button that calls a route that writes. `R` is the route, `I` an input. */
export interface ConsoleAction<R = AnyRoute, I = ConsoleInput> {
  /** Text of the button, the verb first. */
  readonly label: string;
  readonly route: R;
  /** Fields of the record, by the argument that takes them. */
  readonly arguments?: Readonly<Record<string, string>>;
  /** Inputs to fill in before the call. */
  readonly form?: readonly I[];
  /** A question to confirm before the call. */
  readonly confirm?: string;
  /** Message after success. */
  readonly done?: string;
}

/** A filter of a list. */
interface ConsoleFilter {
  readonly field: string;
  readonly label: string;
  /** `like` finds a part of a text. Default: `eq`. */
  readonly condition?: 'eq' | 'like';
}

/** The fields of one record, and actions on it. */
export interface RecordView<R = AnyRoute, I = ConsoleInput> {
  /** A GET route that returns the record. */
  readonly route: R;
  /** In a list: fields of the row, by the argument that takes them. */
  readonly arguments?: Readonly<Record<string, string>>;
  readonly fields: readonly ConsoleField[];
  readonly actions?: readonly ConsoleAction<R, I>[];
}

/** A table of records. */
interface ConsoleList<R = AnyRoute, I = ConsoleInput> {
  readonly kind: 'list';
  readonly title: string;
  /** A GET route that returns a list, or a page of one by search criteria. */
  readonly route: R;
  readonly columns: readonly ConsoleField[];
  /** Filters by search criteria. */
  readonly filters?: readonly ConsoleFilter[];
  /** Rows of a page; default: 20. */
  readonly pageSize?: number;
  /** Text of an empty list. */
  readonly none?: string;
  /** Actions on a row. */
  readonly actions?: readonly ConsoleAction<R, I>[];
  /** The view of a row's record, which its first column opens. */
  readonly record?: RecordView<R, I>;
}

/** Figures in tiles. */
interface ConsoleFigures<R = AnyRoute> {
  readonly kind: 'figures';
  readonly title: string;
  readonly route: R;
  readonly figures: readonly ConsoleField[];
}

/** A single record, such as a state of the module. */
interface ConsoleRecord<R = AnyRoute, I = ConsoleInput> extends RecordView<R, I> {
  readonly kind: 'record';
  readonly title: string;
}

/** A part of a page with a route as its source. */
export type ConsoleBlock<R = AnyRoute, I = ConsoleInput> = ConsoleList<R, I> | ConsoleFigures<R> | ConsoleRecord<R, I>;

/** Scripts and styles of a module for a page. The files of the folder are public. */
export interface ConsoleBundle {
  readonly folder: URL;
  /** File in the folder: an ECMAScript module that exports `mount(element, { call, signal })`. */
  readonly script: string;
  readonly style?: string;
}

/**
 * A page of a module in the console: blocks that the console renders, or a bundle of the module. Titles and labels are texts, or keys of
 * the module's texts.
 */
export interface ConsolePage {
  /** Place below `/console/`, such as `loyalty`. */
  readonly place: string;
  readonly title: string;
  /** Permission that opens the page. Its routes have permissions of their own. */
  readonly permission: string;
  readonly blocks?: readonly ConsoleBlock[];
  /** Actions of the whole page. */
  readonly actions?: readonly ConsoleAction[];
  readonly bundle?: ConsoleBundle;
}

declare module './merged-types.ts' {
  interface ContributionPoints {
    consolePages: ConsolePage;
  }
}
