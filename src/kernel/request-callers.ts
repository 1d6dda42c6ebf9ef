import type { IncomingHttpHeaders } from 'node:http';
import type { Call, Caller } from './call.ts';

/**
 * Completes the caller of a request by its headers, such as the company that a customer acts for. Runs once for each request,
 * with a call of the caller. Throws for wrong headers.
 */
type RequestCaller = (call: Call, headers: IncomingHttpHeaders) => Promise<Caller> | Caller;

/** The call of a request, with its caller completed by all modules. */
export async function completeCaller(call: Call, headers: IncomingHttpHeaders): Promise<Call> {
  let completed = call;
  for (const complete of call.contributions.requestCallers) {
    const caller = await complete(completed, headers);
    if (caller !== completed.caller) completed = completed.with({ caller });
  }
  return completed;
}

declare module './merged-types.ts' {
  interface ContributionPoints {
    requestCallers: RequestCaller;
  }
}
