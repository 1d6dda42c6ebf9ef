/** What the placeholders of a message stand for: `%1` by position, `%fieldName` by name. */
export type MessageParameters = readonly unknown[] | Readonly<Record<string, unknown>>;

/** One of several faults of a call. */
export interface SoukErrorDetail {
  readonly message: string;
  readonly parameters: MessageParameters;
}

/** What is known of an answer that is no success. */
export interface FailedAnswer {
  readonly status: number;
  /** The call, such as `GET /V1/products/:sku`. */
  readonly operation: string;
  readonly body: unknown;
  readonly requestId: string | undefined;
  readonly retryAfter: number | undefined;
}

/** A request without a response: the server is not there, or the connection was lost. `cause` is the error of `fetch`. */
export class SoukUnreachable extends Error {
  override readonly name = 'SoukUnreachable';
  /** The call that failed, such as `GET /V1/products/:sku`. */
  readonly operation: string;

  constructor(operation: string, baseUrl: string, cause: unknown) {
    super(`${operation} at ${baseUrl}: ${reasonOf(cause)}`, { cause });
    this.operation = operation;
  }
}

/** What is known of a failed connection, such as `connect ECONNREFUSED 127.0.0.1:8080`. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  if (!(cause instanceof Error)) return error.message;
  if (cause.message) return cause.message;
  // Of an address with several ends, each of which failed.
  return 'code' in cause && typeof cause.code === 'string' ? cause.code : error.message;
}

/** A response of the server that is no success. */
export class SoukError extends Error {
  override readonly name = 'SoukError';
  readonly status: number;
  /** The message with its placeholders, by which a program recognises it; `message` has them filled in. */
  readonly template: string;
  readonly parameters: MessageParameters;
  readonly code: number | undefined;
  /** Each fault by itself, where there are several. */
  readonly errors: readonly SoukErrorDetail[];
  /** The call that failed, such as `GET /V1/products/:sku`. */
  readonly operation: string;
  /** The id of the request, by which the server's log has it. */
  readonly requestId: string | undefined;
  /** Seconds after which the same call may succeed. */
  readonly retryAfter: number | undefined;

  constructor({ status, operation, body, requestId, retryAfter }: FailedAnswer) {
    const said: { message?: unknown; parameters?: unknown; code?: unknown; errors?: unknown } = isObject(body)
      ? body
      : {};
    const errors = Array.isArray(said.errors) ? said.errors.flatMap(readDetail) : [];
    const template =
      typeof said.message === 'string' ? said.message : (errors[0]?.message ?? `The server answered ${status}.`);
    const parameters = readParameters(said.parameters);
    super(fillIn(template, parameters));
    this.status = status;
    this.template = template;
    this.parameters = parameters;
    this.code = typeof said.code === 'number' ? said.code : undefined;
    this.errors = errors;
    this.operation = operation;
    this.requestId = requestId;
    this.retryAfter = retryAfter;
  }

  /** All members and the message, which an error alone would leave out of its JSON. */
  toJSON(): Readonly<Record<string, unknown>> {
    const { name, message, ...members } = this;
    return { name, message: this.message || message, ...members };
  }
}

/** Each detail has its message filled in. */
function readDetail(detail: unknown): SoukErrorDetail[] {
  if (!isObject(detail)) return [];
  const { message, parameters } = detail as { message?: unknown; parameters?: unknown };
  const read = readParameters(parameters);
  return [{ message: fillIn(String(message), read), parameters: read }];
}

function readParameters(parameters: unknown): MessageParameters {
  return isObject(parameters) ? (parameters as MessageParameters) : [];
}

function fillIn(template: string, parameters: MessageParameters): string {
  const values = new Map(
    Array.isArray(parameters)
      ? parameters.map((value, i) => [String(i + 1), value] as const)
      : Object.entries(parameters),
  );
  // The longest name that fits, so that %10 is not %1 with a 0 behind it.
  const names = [...values.keys()].sort((a, b) => b.length - a.length);
  if (names.length === 0) return template;
  const escaped = names.map((name) => name.replace(/\W/g, '\\$&'));
  return template.replace(new RegExp(`%(${escaped.join('|')})`, 'g'), (_, name: string) => String(values.get(name)));
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
