import type { Call } from '../../kernel/call.ts';

/** Notifies the modules that follow customers of new or changed ones. */
export async function tellFollowers(call: Call, ids: readonly number[]): Promise<void> {
  for (const follow of call.contributions.customerFollowers) await follow(call, ids);
}
