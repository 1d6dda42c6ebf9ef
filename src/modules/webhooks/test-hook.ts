import { performance } from 'node:perf_hooks';
import type { Call } from '../../kernel/call.ts';
import { platformErrors } from '../../kernel/errors.ts';
import { MASK } from '../../kernel/masking.ts';
import { parseResponse } from './hook-response.ts';
import type { Hook } from './hooks.ts';
import { readMethod } from './methods.ts';
import { selectFields } from './payload.ts';
import { plainHeaders, sendToHook, signatureHeaders } from './send.ts';

/** Characters of a response that are returned. */
const LONGEST_RESPONSE = 10_000;

/** The identity of a hook. */
interface HookIdentity {
  readonly webhook_method: string;
  readonly webhook_type: string;
  readonly batch_name: string;
  readonly hook_name: string;
}

/**
 * Calls a hook with a value as if its method was called with it, and returns the request and the response. Nothing is changed, its rules
 * are not asked, no response is cached, and an access token is fetched anew. Secrets in headers are masked. Throws 404 for an unknown hook.
 */
export async function testHook(call: Call, identity: HookIdentity, value: unknown) {
  const { privateKey, byMethod } = await call.services.webhooks.hooks.get(call);
  const hook = findHook(call, byMethod, identity);
  if (!hook) throw platformErrors.noSuchEntity({ fieldName: 'hook_name', fieldValue: identity.hook_name });
  const body = JSON.stringify(selectFields(value, hook.fields));
  const request = { method: hook.httpMethod, url: hook.url, headers: shownHeaders(hook, body, privateKey), body };
  const start = performance.now();
  const outcome = (status: number, response: string, error: string) => ({
    request,
    status,
    response: response.slice(0, LONGEST_RESPONSE),
    error,
    milliseconds: Math.round(performance.now() - start),
  });
  try {
    const { status, body: response } = await sendToHook(call.config, new Map(), hook, { body, privateKey });
    return outcome(status, response, status < 200 || status > 299 ? `HTTP ${status}` : faultOf(response));
  } catch (error) {
    return outcome(0, '', error instanceof Error ? error.message || error.name : String(error));
  }
}

type HooksByMethod = Awaited<ReturnType<Call['services']['webhooks']['hooks']['get']>>['byMethod'];

function findHook(call: Call, byMethod: HooksByMethod, identity: HookIdentity): Hook | undefined {
  const at = readMethod(call.platform.routes, identity.webhook_method, identity.webhook_type);
  const hooks = at && byMethod.get(at.name);
  const title = `${identity.batch_name}/${identity.hook_name}`;
  return (at?.isBefore ? hooks?.before : hooks?.after)?.flat().find((one) => one.title === title);
}

/** Why a call with this response would not go on as the hook says; empty: it would. */
function faultOf(response: string): string {
  try {
    parseResponse(response);
    return '';
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function shownHeaders({ headers, oauth }: Hook, body: string, privateKey: string | undefined) {
  const masked = [...headers.map(({ name }) => name), ...(oauth ? ['authorization'] : [])];
  return [
    ...Object.entries(plainHeaders),
    ...masked.map((name) => [name, MASK] as const),
    ...Object.entries(signatureHeaders(body, privateKey)),
  ].map(([name, value]) => ({ name, value }));
}
