/** The source rejected a request permanently, such as for a missing permission or an unknown route. */
export class SourceRefusal extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** Awaits the records of a list; returns none where the source does not have the module of the route. */
export async function orNone<T>(reading: Promise<T>): Promise<T | never[]> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof SourceRefusal && error.status === 404) return [];
    throw error;
  }
}

/** The source failed for every attempt of a request. */
export class SourceUnavailable extends Error {
  /** Status of the last response; undefined: there was none. */
  readonly status: number | undefined;
  constructor(message: string, status: number | undefined) {
    super(message);
    this.status = status;
  }
}

/** The error of a record that the source cannot show, which does not stop the others. Throws the errors that end a run. */
export function recordError(error: unknown): Error {
  const isItsOwn = error instanceof SourceRefusal && error.status !== 401;
  if (isItsOwn || (error instanceof SourceUnavailable && error.status === 500)) return error;
  throw error;
}
