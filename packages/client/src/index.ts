import { createClientOf } from './client.ts';
import type { Client } from './methods.ts';
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
export { SoukError, type MessageParameters, type SoukErrorDetail } from './errors.ts';
export type { GraphQLAnswer, GraphQLDocument, GraphQLFieldError, GraphQLOptions } from './graphql.ts';
export type { List, Page } from './list.ts';
export type { Answered, Call, Client, ListCall, Sent } from './methods.ts';
export type { CustomAttribute, Listing, Read, Write } from './operation.ts';
export type { CallOptions, ClientOptions, Partly, TokenSource } from './options.ts';

/** Makes a client of a Souk server. Nothing is sent before its first call. */
export function createClient(options: ClientOptions): Client {
  return createClientOf(operations, options) as Client;
}
