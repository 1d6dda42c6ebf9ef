import { expect } from 'vitest';
import { Client, type Answer } from './client.ts';
import type { Souk } from './souk.ts';

/** One caller of the GraphQL interface. */
export interface GraphQLClient {
  /** Sends a document; the whole answer. */
  send(query: string, variables?: object, headers?: Record<string, string>): Promise<Answer>;
  /** Sends a document that has to succeed; its data. */
  // oxlint-disable-next-line typescript/no-explicit-any -- the wire is what the tests are about
  data(query: string, variables?: object, headers?: Record<string, string>): Promise<any>;
}

/** A caller of `/graphql` or another path: a guest without a token. `common`: headers of each request. */
export function graphqlClient(
  souk: Pick<Souk, 'base'>,
  token?: string,
  path = '/graphql',
  common: Readonly<Record<string, string>> = {},
): GraphQLClient {
  const client = new Client(souk.base, token);
  const send: GraphQLClient['send'] = (query, variables, headers) =>
    client.raw('POST', path, { query, variables }, { ...common, ...headers });
  return {
    send,
    async data(query, variables, headers) {
      const { status, body, text } = await send(query, variables, headers);
      expect(status, text).toBe(200);
      expect(body.errors, text).toBeUndefined();
      return body.data;
    },
  };
}

/** Expects an answer to have one error of a category (undefined: it has none), with a message. */
export function refuses(answer: Answer, category: string | undefined, message: string | RegExp): void {
  const [error, ...more] = answer.body.errors ?? [];
  expect(error, answer.text).toBeDefined();
  expect(more, answer.text).toEqual([]);
  expect(error.extensions?.category, answer.text).toBe(category);
  expect(error.message).toMatch(message);
}
