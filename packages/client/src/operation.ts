/** A route that reads: what it takes, and what it answers. */
export interface Read<A, R> {
  readonly arguments: A;
  readonly answer: R;
}

/** A route that changes something: it can be called later and in bulk, too. */
export interface Write<A, R> extends Read<A, R> {
  readonly deferred: true;
}

/** A route that lists by search criteria, with what else it takes. */
export interface Listing<I, A = unknown> {
  readonly item: I;
  readonly others: A;
}

/** A value of a custom attribute. */
export interface CustomAttribute {
  readonly attribute_code: string;
  readonly value: unknown;
}

/** What is known of a route at run time, read of a line of the table of operations. */
export interface Operation {
  readonly method: string;
  /** With parameters as `:sku`. */
  readonly path: string;
  /** Names of the parameters in the path. */
  readonly parameters: readonly string[];
  /** Name of the argument that is search criteria. */
  readonly criteria: string | undefined;
  /** Parameters of the path that are no argument: the field of the body that they stand for, in calls that have no path. */
  readonly overrides: ReadonlyMap<string, readonly string[]>;
  /** Whether arguments that are not in the path go into a body. */
  readonly hasBody: boolean;
  /** Whether it can be called later and in bulk. */
  readonly isDeferrable: boolean;
  /** What an empty list stands for in its answer: nothing at all, or no value. */
  readonly empty: 'void' | 'null' | undefined;
}

/**
 * Operations by group and method. Each is a line: method, path, and marks apart by blanks. `criteria=<argument>`,
 * `<parameter>=<argument.field>` (nothing behind the sign: it stands for no field), `body` for a DELETE with one, `now` for a
 * route that is not called later, `void` and `null` for what an empty list in an answer stands for.
 */
export type OperationTable = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;

/** Reads a line of the table. */
export function readOperation(line: string): Operation {
  const [method, path, ...marks] = line.split(' ') as [string, string, ...string[]];
  const parameters: readonly string[] = path.match(/(?<=:)\w+/g) ?? [];
  const named = marks.flatMap((mark) => {
    const [name, value] = mark.split('=') as [string, string?];
    return value === undefined ? [] : [[name, value] as const];
  });
  return {
    method,
    path,
    parameters,
    criteria: named.find(([name]) => name === 'criteria')?.[1],
    overrides: new Map(named.filter(([name]) => parameters.includes(name)).map(([name, to]) => [name, to.split('.')])),
    hasBody: method === 'POST' || method === 'PUT' || marks.includes('body'),
    isDeferrable: method !== 'GET' && !marks.includes('now'),
    empty: marks.includes('void') ? 'void' : marks.includes('null') ? 'null' : undefined,
  };
}
