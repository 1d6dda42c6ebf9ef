import { setTimeout as pause } from 'node:timers/promises';
import { readTextBody } from '../../kernel/response-body.ts';
import { ProviderSilent } from '../payment/extensions.ts';

/** A transaction as the gateway tells it. */
export interface GatewayTransaction {
  readonly id: string;
  readonly status: 'approved' | 'pending' | 'declined';
  /** Why it was declined. */
  readonly message?: string;
  readonly card?: { readonly type?: string; readonly last4?: string };
}

/** Speaks the gateway's protocol. Each call throws `ProviderSilent` when its outcome is not known after all its patience. */
export interface GatewayClient {
  post(key: string, body: Readonly<Record<string, unknown>>): Promise<GatewayTransaction>;
  get(id: string): Promise<GatewayTransaction>;
  withdraw(key: string): Promise<void>;
}

interface GatewayAccess {
  /** Where the protocol's paths begin. */
  readonly url: string;
  readonly secret: string;
  /** For a call with all its attempts, in milliseconds. */
  readonly patience: number;
}

/** Statuses that leave open what has become of the request, and by which the gateway asks to be asked again. */
const unsettled = new Set([408, 409, 425, 429]);
const FIRST_PAUSE = 100;

/** A client of the gateway at an address. */
export function createGatewayClient({ url, secret, patience }: GatewayAccess): GatewayClient {
  const base = url.replace(/\/+$/, '');
  const send = async (method: string, path: string, key?: string, body?: object): Promise<Answer> => {
    const deadline = AbortSignal.timeout(patience);
    let last: unknown;
    // By the same key an attempt may be repeated until the gateway tells what it has done.
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
      // A transaction that is asked after was there: the gateway does not refuse it by not finding it.
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

/** Statuses by which the gateway says that it has not done, and will not do, what it was asked for. */
const refusals = new Set([400, 402, 410, 422]);

/**
 * A transaction that was answered; a request that the gateway refuses is declined. Any other status, such as that of a wrong
 * key or address, tells nothing of what an earlier attempt has come to.
 */
function transactionOf({ status, text }: Answer): GatewayTransaction {
  const told = parse(text);
  if (refusals.has(status))
    return { id: '', status: 'declined', message: told?.message ?? `the gateway answered ${status}` };
  if (status !== 200 && status !== 201) throw new ProviderSilent(`the gateway answered ${status}`);
  const isWhole = told && statuses.has(told.status) && (told.status === 'declined' || typeof told.id === 'string');
  if (!isWhole) throw new ProviderSilent('the answer of the payment gateway cannot be read');
  return told;
}

function parse(text: string): GatewayTransaction | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as GatewayTransaction) : undefined;
  } catch {
    return undefined;
  }
}
