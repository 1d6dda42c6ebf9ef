import type { IncomingHttpHeaders } from 'node:http';
import { isAllowed } from '../../platform/access/check.ts';
import type { Caller } from '../../kernel/call.ts';
import { acl } from '../../kernel/route.ts';

/** The permission of recorded calls and errors. */
export const inspectorAccess = acl('Souk_Inspector::calls');

/** The header of the console's own calls. Pages of other origins cannot send it without the consent of this server. */
export const CONSOLE_HEADER = 'x-souk-console';

/**
 * Whether a call is one of the console's own: it has the header, and its caller is an admin user or may read recorded calls.
 * Nobody else can hide calls by the header.
 */
export function isConsoleCall(headers: IncomingHttpHeaders, caller: Caller | undefined): boolean {
  if (headers[CONSOLE_HEADER] === undefined || !caller) return false;
  return caller.type === 'admin' || (caller.type === 'integration' && isAllowed(caller, inspectorAccess));
}
