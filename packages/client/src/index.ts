import type { Groups, Routes } from './api.ts';
import { clientOf } from './client.ts';
import type { Client, ClientOf } from './methods.ts';
import type { OperationTable } from './operation.ts';
import { operations } from './operations.ts';
import type { ClientOptions } from './options.ts';

export type {
  AcceptedOperation,
  BulkHandle,
  FinishedOperation,
  OperationStatus,
  Progress,
  WaitOptions,
} from './bulk.ts';
export type { Comparisons, Condition, Conditions, Criteria, RawCriteria, Sorting } from './criteria.ts';
export { SoukError, SoukUnreachable, type MessageParameters, type SoukErrorDetail } from './errors.ts';
export type { GraphQLAnswer, GraphQLDocument, GraphQLFieldError, GraphQLOptions } from './graphql.ts';
export type { List, Page } from './list.ts';
export type { Answered, Call, Client, ClientOf, ListCall, Sent } from './methods.ts';
export type { CustomAttribute, Listing, OperationTable, Read, Write } from './operation.ts';
export type { CallOptions, ClientOptions, Partly, TokenSource } from './options.ts';

/** Makes a client of a Souk server. Nothing is sent before its first call. */
export function createClient(options: ClientOptions): Client {
  return createClientOf<Groups, Routes>(operations, options);
}

/** As `createClient`, for a shop with modules of its own: `souk client` prints the file that calls it, with the types and the table. */
export function createClientOf<G, R>(table: OperationTable, options: ClientOptions): ClientOf<G, R> {
  return clientOf(table, options) as ClientOf<G, R>;
}
