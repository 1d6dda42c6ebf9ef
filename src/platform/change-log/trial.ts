import { performance } from 'node:perf_hooks';
import { MASK } from '../../kernel/masking.ts';
import * as t from '../../kernel/types.ts';

/** Characters of a response that are shown. */
const LONGEST_RESPONSE = 10_000;

const SentHeader = t.object('console-sent-header', { name: t.string, value: t.string });

/** A request that a person sends to another system to try it, and its outcome. */
export const Trial = t.object('console-trial', {
  request: t.object('console-trial-request', {
    method: t.string,
    url: t.string,
    /** Values of the receiver's own headers are masked. */
    headers: t.array(SentHeader),
    body: t.string,
  }),
  /** 0: no response. */
  status: t.integer,
  response: t.string,
  /** Empty: the response is as the receiver should give it. */
  error: t.string,
  milliseconds: t.integer,
});

type ShownRequest = NonNullable<t.Out<typeof Trial>['request']>;

/**
 * Sends a request by `send` and shows it with its outcome; a missing response is one. `faultOf`: why the body of a successful response
 * is none that the receiver should give; empty: it is one.
 */
export async function tryRequest(
  request: ShownRequest,
  send: () => Promise<{ readonly status: number; readonly body: string }>,
  faultOf: (body: string) => string = () => '',
): Promise<t.Out<typeof Trial>> {
  const start = performance.now();
  const outcome = (status: number, response: string, error: string) => ({
    request,
    status,
    response: response.slice(0, LONGEST_RESPONSE),
    error,
    milliseconds: Math.round(performance.now() - start),
  });
  try {
    const { status, body } = await send();
    return outcome(status, body, status < 200 || status > 299 ? `HTTP ${status}` : faultOf(body));
  } catch (error) {
    return outcome(0, '', error instanceof Error ? error.message || error.name : String(error));
  }
}

/** Headers of a request as people see them; `masked`: names of those whose values may be secrets. */
export function shownHeaders(
  plain: Readonly<Record<string, string>>,
  masked: readonly string[],
): ShownRequest['headers'] {
  return [...Object.entries(plain), ...masked.map((name) => [name, MASK] as const)].map(([name, value]) => ({
    name,
    value,
  }));
}
