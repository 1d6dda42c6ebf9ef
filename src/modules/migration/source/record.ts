/** A record of the source as on the wire. */
export type SourceRecord = Readonly<Record<string, unknown>>;
