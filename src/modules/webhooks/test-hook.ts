import type { Call } from '../../kernel/call.ts';
import { platformErrors } from '../../kernel/errors.ts';
import { shownHeaders, tryRequest } from '../../platform/change-log/trial.ts';
import { parseResponse } from './hook-response.ts';
import type { Hook, Hooks } from './hooks.ts';
import { readMethod } from './methods.ts';
import { selectFields } from './payload.ts';
import { plainHeaders, sendToHook, signatureHeaders } from './send.ts';

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
  const masked = [...hook.headers.map(({ name }) => name), ...(hook.oauth ? ['authorization'] : [])];
  const headers = shownHeaders({ ...plainHeaders, ...signatureHeaders(body, privateKey) }, masked);
  return tryRequest(
    { method: hook.httpMethod, url: hook.url, headers, body },
    () => sendToHook(call.config, new Map(), hook, { body, privateKey }),
    faultOf,
  );
}

function findHook(call: Call, byMethod: Hooks['byMethod'], identity: HookIdentity): Hook | undefined {
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
