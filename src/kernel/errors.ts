/**
 * The errors of the platform, with one format on the wire. `message` is a template with placeholders (`%fieldName`, `%1`), and
 * the values stand beside it, as in the interface; `text` is the filled template.
 */

import { fillTemplate, type ErrorParameters, type NamesIn, type ValuesOf } from './error-templates.ts';

/** Kind of an error; determines its HTTP status. */
export type ErrorKind =
  | 'noSuchEntity'
  | 'noRoute'
  | 'unauthorized'
  | 'authentication'
  | 'forbidden'
  | 'input'
  | 'state'
  | 'couldNotSave'
  | 'couldNotDelete'
  | 'alreadyExists'
  | 'conflict'
  | 'notAcceptable'
  | 'methodNotAllowed'
  | 'tooLarge'
  | 'gone'
  | 'tooManyRequests'
  | 'retriable'
  | 'diskFull'
  | 'unanswered'
  | 'internal';

/** HTTP status by kind of error; source: contract of the interface, "Status by kind of error". */
export const statusByKind: Record<ErrorKind, number> = {
  noSuchEntity: 404,
  noRoute: 404,
  unauthorized: 401,
  authentication: 401,
  forbidden: 403,
  input: 400,
  state: 400,
  couldNotSave: 400,
  couldNotDelete: 400,
  alreadyExists: 400,
  conflict: 409,
  notAcceptable: 406,
  methodNotAllowed: 405,
  tooLarge: 413,
  gone: 410,
  tooManyRequests: 429,
  retriable: 503,
  diskFull: 507,
  unanswered: 504,
  internal: 500,
};

/**
 * Kinds of temporary failures, with the seconds after which a retry may succeed; undefined: the error states them, or they are
 * unknown. Errors of other kinds are temporary when their row says so.
 */
export const temporaryKinds: Partial<Record<ErrorKind, number | undefined>> = {
  tooManyRequests: undefined,
  retriable: 1,
  diskFull: 30,
  unanswered: undefined,
};

/** One of several errors in a response. */
export interface CollectedError {
  message: string;
  parameters?: ErrorParameters | undefined;
}

/** Optional details of an error, besides its parameters. */
interface ErrorDetails {
  readonly errors?: readonly CollectedError[] | undefined;
  /** Whether GraphQL reports the collected errors one by one, as errors of the request and not of a field. */
  readonly isOfRequest?: boolean | undefined;
  readonly code?: number | undefined;
  readonly cause?: unknown;
  readonly retryAfter?: number | undefined;
  /** The template of a filled message. */
  readonly template?: string | undefined;
  /** Position of the element of a bulk that was rejected, from 0. */
  readonly index?: number | undefined;
}

interface PlatformErrorDetails extends ErrorDetails {
  readonly isTemporary?: boolean | undefined;
}

/** An error that is reported to the caller. */
export class PlatformError extends Error {
  readonly kind: ErrorKind;
  readonly parameters: ErrorParameters | undefined;
  readonly errors: readonly CollectedError[];
  /** Whether GraphQL reports the collected errors one by one, as errors of the request and not of a field. */
  readonly isOfRequest: boolean;
  /** The interface's numeric code; left out on the wire when 0. */
  readonly code: number;
  /** Seconds after which the caller may retry; undefined: the default of its kind. */
  readonly retryAfter: number | undefined;
  /** Position of the rejected element of a bulk, from 0, where `parameters` is a list; undefined otherwise. */
  readonly index: number | undefined;
  /** The message without values of the request, for groups of equal errors. */
  readonly template: string;
  /** Whether a retry may succeed; undefined: the default of its kind. */
  readonly #isTemporary: boolean | undefined;

  constructor(kind: ErrorKind, message: string, parameters?: ErrorParameters, details: PlatformErrorDetails = {}) {
    super(message, { cause: details.cause });
    this.name = 'PlatformError';
    this.kind = kind;
    this.parameters = parameters;
    this.errors = details.errors ?? [];
    this.isOfRequest = details.isOfRequest ?? false;
    this.code = details.code ?? 0;
    this.retryAfter = details.retryAfter;
    this.template = details.template ?? message;
    this.index = details.index;
    this.#isTemporary = details.isTemporary;
  }

  get status(): number {
    return statusByKind[this.kind];
  }

  /** Whether a retry of the same request may succeed, because the cause lies outside of it. */
  get isTemporary(): boolean {
    return this.#isTemporary ?? this.kind in temporaryKinds;
  }

  /** The filled message; the texts of several errors are joined by a blank. */
  get text(): string {
    if (this.errors.length > 1) return this.errors.map((e) => fillTemplate(e.message, e.parameters)).join(' ');
    return fillTemplate(this.message, this.parameters);
  }

  /** The same error with further named parameters; unchanged when its parameters are a list. */
  with(named: Readonly<Record<string, unknown>>): PlatformError {
    return isList(this.parameters) ? this : this.#changed({ parameters: { ...this.parameters, ...named } });
  }

  /** The same error of the element of a bulk at a position, from 0: among its named parameters, beside a list of parameters. */
  at(index: number): PlatformError {
    const { parameters } = this;
    return isList(parameters) ? this.#changed({ parameters, index }) : this.with({ index });
  }

  #changed({ parameters, index = this.index }: { parameters: ErrorParameters; index?: number | undefined }) {
    const { kind, message, errors, isOfRequest, code, cause, retryAfter, template, isTemporary } = this;
    const details = { errors, isOfRequest, code, cause, retryAfter, template, isTemporary, index };
    return new PlatformError(kind, message, parameters, details);
  }
}

function isList(parameters: ErrorParameters | undefined): parameters is readonly unknown[] {
  return Array.isArray(parameters);
}

/** Whether the caller can correct a failure: an error with a status below 500. */
export function isClientError(failure: unknown): failure is PlatformError {
  return failure instanceof PlatformError && failure.status < 500;
}

/**
 * Traits of a row. Clients get the filled text of a `filled` row, without parameters. The errors of a `temporary` row are
 * retryable, although their kind is usually permanent (the interface gives it the status 400).
 */
type RowTrait = 'filled' | 'temporary';
/** One row of an error table: kind, template, and cause (for the documentation). */
type ErrorRow = readonly [kind: ErrorKind, message: string, when: string, ...traits: RowTrait[]];
/** The errors of one part of the platform, by name. */
type ErrorTable = Readonly<Record<string, ErrorRow>>;

/** Makes errors of a row; a placeholder without a value is a compile error. */
export type ErrorFactory<Row extends ErrorRow = ErrorRow> = {
  /** The template on the wire. */
  readonly template: Row[1];
} & (NamesIn<Row[1]> extends never
  ? (parameters?: undefined, details?: ErrorDetails) => PlatformError
  : (parameters: ValuesOf<NamesIn<Row[1]>>, details?: ErrorDetails) => PlatformError);

const tables = new Map<string, ErrorTable>();

/**
 * Declares the errors of a part of the platform. Every error that leaves the process is a row of such a table. docs/errors.md
 * is generated from the tables, and a test compares table, documentation and use.
 */
export function defineErrors<const T extends ErrorTable>(
  owner: string,
  table: T,
): { readonly [K in keyof T]: ErrorFactory<T[K]> } {
  tables.set(owner, table);
  const factories = Object.entries(table).map(([key, row]) => [key, factoryOf(row)]);
  return Object.fromEntries(factories) as { readonly [K in keyof T]: ErrorFactory<T[K]> };
}

function factoryOf(row: ErrorRow): unknown {
  const [kind, template, , ...traits] = row;
  const isFilled = traits.includes('filled');
  const isTemporary = isTemporaryRow(row);
  const make = (parameters?: ErrorParameters, extra: ErrorDetails = {}): PlatformError => {
    const details = { template, ...extra, isTemporary };
    return isFilled
      ? new PlatformError(kind, fillTemplate(template, parameters), undefined, details)
      : new PlatformError(kind, template, parameters, details);
  };
  return Object.assign(make, { template });
}

/** Whether the errors of a row are temporary failures; for documentation and tests. */
export function isTemporaryRow([kind, , , ...traits]: ErrorRow): boolean {
  return kind in temporaryKinds || traits.includes('temporary');
}

/** Every error table declared so far, by owner; for documentation and tests. */
export function errorTables(): ReadonlyMap<string, ErrorTable> {
  return tables;
}

/** Errors of the platform itself: routing, input, access. */
export const platformErrors = defineErrors('platform', {
  noRoute: ['noRoute', 'Request does not match any route.', 'no route has this method and path'],
  cannotProcess: [
    'input',
    'Specified request cannot be processed.',
    'the path is not a synchronous, asynchronous, bulk or schema path, or its store code is unknown',
  ],
  notAuthorized: [
    'unauthorized',
    "The consumer isn't authorized to access %resources.",
    'the caller lacks a permission of the route',
  ],
  httpsOnly: ['input', 'Operation allowed only in HTTPS', 'the route is limited to HTTPS'],
  contentTypeEmpty: ['input', 'Content-Type header is empty.', 'a request with a body has no Content-Type'],
  contentTypeInvalid: ['input', 'Content-Type header is invalid.', 'the Content-Type is malformed'],
  charset: ['input', 'UTF-8 is the only supported charset.', 'the Content-Type names another charset'],
  contentTypeUnknown: [
    'input',
    'Server cannot understand Content-Type HTTP header media type %1',
    'the body is neither JSON nor XML',
    'filled',
  ],
  method: [
    'methodNotAllowed',
    'The %1 HTTP method is not supported.',
    'the method is not GET, POST, PUT or DELETE',
    'filled',
  ],
  decoding: ['input', 'Decoding error.', 'the body is not well-formed JSON or XML'],
  tooManyPixels: [
    'input',
    'The image has more than %1 pixels.',
    'an uploaded image is so large that drawing it would take gigabytes of memory',
  ],
  notAcceptable: [
    'notAcceptable',
    'Server cannot match any of the given Accept HTTP header media type(s) from the request: "%1" with media types from the config of response renderer.',
    'Accept has no supported type',
    'filled',
  ],
  required: ['input', '"%fieldName" is required. Enter and try again.', 'an argument is missing'],
  notSupported: [
    'input',
    '"%fieldName" is not supported. Correct the field name and try again.',
    'an object has a field that its type does not define',
  ],
  columnsNotSupported: [
    'input',
    'The file has columns that cannot be imported:\n%1',
    'a CSV file has unknown columns, or values in columns without a name',
    'filled',
  ],
  wrongType: [
    'input',
    'The "%value" value\'s type is invalid. The "%type" type was expected. Verify and try again.',
    'a value does not match the declared type',
    'filled',
  ],
  bounds: ['input', '"%1" must be a whole number from %2 to %3.', 'a parameter of a console list is out of range'],
  inField: [
    'input',
    'Error occurred during "%field_name" processing. %details',
    'a field inside an object is invalid',
    'filled',
  ],
  invalidData: ['input', 'Invalid data type', 'a value is an object in place of another type'],
  customAttributeEmpty: [
    'input',
    'An empty custom attribute is specified. Enter the attribute and try again.',
    'a custom attribute has neither code nor value',
  ],
  customAttributeCode: [
    'input',
    'A custom attribute is specified with a missing attribute code. Verify the code and try again.',
    'a custom attribute has no code',
  ],
  customAttributeValue: [
    'input',
    'The "%attribute_code" attribute code doesn\'t have a value set. Enter the value and try again.',
    'a custom attribute has no value',
    'filled',
  ],
  customAttributeInvalid: [
    'input',
    'Attribute "%attribute_code" has invalid value. %details',
    'a custom attribute has a value of the wrong type',
    'filled',
  ],
  inputExceptions: ['input', 'One or more input exceptions have occurred.', 'several errors were collected'],
  pageSize: ['input', 'Maximum SearchCriteria pageSize is %max', 'the page size exceeds the limits of input'],
  listSize: ['input', 'Maximum items of type "%type" is %max', 'the length of a list exceeds the limits of input'],
  bulkElement: [
    'input',
    'The element %index of the bulk must be an object.',
    'an element of a bulk is text, a number, true, false or null',
  ],
  bulkSize: ['input', 'Maximum items of a bulk is %max', 'the number of items of a bulk exceeds the limits of input'],
  bodyValues: [
    'tooLarge',
    'The request body has more than %max values.',
    'the body has too many values, nodes or keys',
  ],
  bodyDensity: [
    'tooLarge',
    'The request body has more than %max values in its first %bytes bytes.',
    'the body has too many values for its size, nearly all without content',
  ],
  bodyKeys: ['tooLarge', 'The request body has an object with more than %max fields.', 'an object has too many keys'],
  bodySize: ['tooLarge', 'The request body is larger than %max bytes.', 'the body is over the limit of the server'],
  sortDirection: [
    'input',
    'The sort order has to be specified as %1 for ascending order or %2 for descending order.',
    'a sort direction is neither ASC nor DESC',
  ],
  sortField: ['input', 'Sort order field %1 contains restricted symbols', 'a sort field is not a plain name'],
  unknownField: [
    'input',
    'The "%1" attribute name is invalid. Reset the name and try again.',
    'a filter or sort order names a field that the list does not have',
  ],
  unknownCondition: [
    'input',
    'The "%conditionType" condition type is unknown. Correct it and try again.',
    'a filter has a condition_type that does not exist',
  ],
  unknownService: ['input', 'The "%service" service is unknown.', 'a schema is requested for an unknown service'],
  noSuchEntity: [
    'noSuchEntity',
    'No such entity with %fieldName = %fieldValue',
    'an entity with this key does not exist',
  ],
  noSuchEntity2: [
    'noSuchEntity',
    'No such entity with %fieldName = %fieldValue, %field2Name = %field2Value',
    'an entity with these two keys does not exist',
  ],
  invalidValue: [
    'input',
    'Invalid value of "%value" provided for the %fieldName field.',
    'a value is not allowed for its field',
  ],
  stale: [
    'retriable',
    'The entity was changed by another request at the same time. Please try again.',
    'an optimistic version did not match',
  ],
  deadline: [
    'retriable',
    'The request took longer than %seconds seconds and was canceled. Nothing was changed.',
    'a call took longer than SOUK_CALL_TIMEOUT',
  ],
  internal: [
    'internal',
    'Internal Error. Details are available in Magento log file. Report ID: %1',
    'an unexpected error occurred',
    'filled',
  ],
});

/** Combines errors as the interface does: undefined for none, a single error as itself, several under one message. */
export function collectErrors(errors: readonly CollectedError[]): PlatformError | undefined {
  const [first] = errors;
  if (!first) return undefined;
  if (errors.length === 1) return new PlatformError('input', first.message, first.parameters);
  return platformErrors.inputExceptions(undefined, { errors });
}

/** The error for missing arguments, by name; undefined if none are missing. */
export function missingArguments(names: readonly [string, ...string[]]): PlatformError;
export function missingArguments(names: readonly string[]): PlatformError | undefined;
export function missingArguments(names: readonly string[]): PlatformError | undefined {
  return collectErrors(
    names.map((fieldName) => ({ message: platformErrors.required.template, parameters: { fieldName } })),
  );
}
