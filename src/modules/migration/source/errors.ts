/** The source rejected a request permanently, such as for a missing permission or an unknown route. */
export class SourceRefusal extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
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
