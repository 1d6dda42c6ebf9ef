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

/** An answer of the server that is no success. What does not get there at all throws what `fetch` throws. */
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
