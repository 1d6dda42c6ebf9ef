import { setTimeout as pause } from 'node:timers/promises';
import { objectOf } from '../../kernel/plain-objects.ts';
import { readTextBody } from '../../kernel/response-body.ts';
import { ProviderSilent } from '../payment/extensions.ts';

/** A transaction in the gateway's response. */
export interface GatewayTransaction {
  readonly id: string;
  readonly status: 'approved' | 'pending' | 'declined';
  /** Reason of a decline. */
  readonly message?: string;
  readonly card?: { readonly type?: string; readonly last4?: string };
}

/**
 * Client of the gateway's protocol. Each call throws `ProviderSilent` when its outcome is still unknown after all
 * attempts.
 */
export interface GatewayClient {
  post(key: string, body: Readonly<Record<string, unknown>>): Promise<GatewayTransaction>;
  get(id: string): Promise<GatewayTransaction>;
  withdraw(key: string): Promise<void>;
}

interface GatewayAccess {
  /** Base URL of the protocol's paths. */
  readonly url: string;
  readonly secret: string;
  /** Maximum time of a call with all its attempts, in milliseconds. */
  readonly patience: number;
}

/** Statuses with an unknown outcome, which require a retry. */
const unsettled = new Set([408, 409, 425, 429]);
const FIRST_PAUSE = 100;

/** Creates a client of the gateway at a URL. */
export function createGatewayClient({ url, secret, patience }: GatewayAccess): GatewayClient {
  const base = url.replace(/\/+$/, '');
  const send = async (method: string, path: string, key?: string, body?: object): Promise<Answer> => {
    const deadline = AbortSignal.timeout(patience);
    let last: unknown;
    // The idempotency key allows retries until the gateway reports the outcome.
    for (let wait = FIRST_PAUSE; !deadline.aborted; wait *= 2) {
      try {
        const response = await fetch(`${base}${path}`, {
          method,
          headers: {
            authorization: `Bearer ${secret}`,
            accept: 'application/json',
            ...(key === undefined ? {} : { 'idempotency-key': key }),
            ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
          redirect: 'error',
          signal: deadline,
        });
        const text = await readTextBody(response.body);
        if (response.status < 500 && !unsettled.has(response.status)) return { status: response.status, text };
        last = new Error(`the gateway answered ${response.status}`);
      } catch (error) {
        last = error;
      }
      await pause(wait, undefined, { signal: deadline }).catch(() => {});
    }
    throw new ProviderSilent('the payment gateway did not answer', { cause: last });
  };
  return {
    post: async (key, body) => transactionOf(await send('POST', '/v1/transactions', key, body)),
    get: async (id) => {
      const answer = await send('GET', `/v1/transactions/${encodeURIComponent(id)}`);
      // The transaction exists, so a "not found" status is no refusal.
      if (answer.status !== 200) throw new ProviderSilent(`the gateway answered ${answer.status}`);
      return transactionOf(answer);
    },
    withdraw: async (key) => {
      const { status } = await send('DELETE', `/v1/requests/${key}`);
      if (status !== 200 && status !== 204) throw new ProviderSilent(`the gateway answered ${status}`);
    },
  };
}

interface Answer {
  readonly status: number;
  readonly text: string;
}

const statuses: ReadonlySet<unknown> = new Set(['approved', 'pending', 'declined']);

/** Statuses by which the gateway rejects a request permanently. */
const refusals = new Set([400, 402, 410, 422]);

/**
 * The transaction in a response; a rejected request is declined. Other statuses, such as those for a wrong key or URL,
 * leave the outcome of earlier attempts unknown.
 */
function transactionOf({ status, text }: Answer): GatewayTransaction {
  const body = parse(text);
  if (refusals.has(status)) {
    const { message } = body;
    return {
      id: '',
      status: 'declined',
      message: typeof message === 'string' ? message : `the gateway answered ${status}`,
    };
  }
  if (status !== 200 && status !== 201) throw new ProviderSilent(`the gateway answered ${status}`);
  if (!isTransaction(body)) throw new ProviderSilent('the answer of the payment gateway cannot be read');
  return body;
}

function isTransaction(value: object): value is GatewayTransaction {
  const { id, status }: { id?: unknown; status?: unknown } = value;
  return statuses.has(status) && (status === 'declined' || typeof id === 'string');
}

function parse(text: string): Record<string, unknown> {
  try {
    return objectOf(JSON.parse(text));
  } catch {
    return {};
  }
}
