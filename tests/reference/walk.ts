import { expect } from 'vitest';
import type { Answer, Client } from '../support/client.ts';
import { createAnswerCheck } from '../support/described.ts';
import type { Souk } from '../support/souk.ts';

/** What an answer says, as the wire has it. */
export type Json = Record<string, any>; // oxlint-disable-line typescript/no-explicit-any -- the wire is what the tests are about

/** A walk through the calls of the interface: what is answered is compared with its description. */
export interface Walk {
  readonly souk: Souk;
  readonly admin: Client;
  readonly guest: Client;
  /** What was not as described so far. */
  readonly wrong: string[];
  /** Ids of the operations that were answered with a success so far. */
  readonly done: ReadonlySet<string>;
  /** Successful calls of administrators that can be sent asynchronously as well. */
  readonly deferrable: readonly { readonly method: string; readonly path: string; readonly body: unknown }[];
  /** Calls; the call has to succeed. Gives the body. */
  good(caller: Client, call: string, body?: unknown, headers?: Record<string, string>): Promise<Json>;
  /** Calls, however it ends. */
  send(caller: Client, call: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
}

/** Starts a walk. A call is written as `GET /V1/products`. */
export function startWalk(souk: Souk): Walk {
  const check = createAnswerCheck();
  const wrong: string[] = [];
  const done = new Set<string>();
  const deferrable: { method: string; path: string; body: unknown }[] = [];
  const send: Walk['send'] = async (caller, call, body, headers) => {
    const [method, path] = call.split(' ') as [string, string];
    const answer = await caller.send(method, path, body, headers);
    const contentType = answer.headers.get('content-type');
    const problem = check.problem({ method, path, status: answer.status, contentType, text: answer.text });
    if (problem !== undefined) wrong.push(`${call} -> ${answer.status} ${problem}\n    ${answer.text.slice(0, 400)}`);
    return answer;
  };
  return {
    souk,
    admin: souk.admin,
    guest: souk.guest,
    wrong,
    done,
    deferrable,
    send,
    good: async (caller, call, body, headers) => {
      const answer = await send(caller, call, body, headers);
      expect(
        answer.status,
        `${call} -> ${answer.text.slice(0, 300)} to ${JSON.stringify(body)?.slice(0, 300)}`,
      ).toBeLessThan(300);
      const [method, path] = call.split(' ') as [string, string];
      const found = check.operationOf(method, path);
      if (found) done.add(found.operation.operationId);
      if (found?.form === 'sync' && method !== 'GET' && caller === souk.admin) deferrable.push({ method, path, body });
      return answer.body as Json;
    },
  };
}

/** The query of search criteria with one filter. */
export function where(field: string, value: string | number, more = ''): string {
  const at = 'searchCriteria[filterGroups][0][filters][0]';
  return `${at}[field]=${field}&${at}[value]=${value}${more}`;
}

/** Search criteria of every kind: a filter, an order and a page. */
export const everything = (field: string): string =>
  where(field, 0, '&searchCriteria[filterGroups][0][filters][0][conditionType]=gteq') +
  `&searchCriteria[sortOrders][0][field]=${field}&searchCriteria[sortOrders][0][direction]=ASC` +
  '&searchCriteria[pageSize]=20&searchCriteria[currentPage]=1';

export const address = (over: Json = {}): Json => ({
  firstname: 'Ada',
  lastname: 'Buyer',
  street: ['1 Main St'],
  city: 'Los Angeles',
  region: 'California',
  region_id: 12,
  region_code: 'CA',
  country_id: 'US',
  postcode: '90001',
  telephone: '555-0100',
  email: 'ada@example.com',
  ...over,
});

/** A picture of one point. */
export const picture = {
  base64_encoded_data:
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  type: 'image/png',
  name: 'point.png',
};
