import type { Call } from '../../kernel/call.ts';

/** Tells the modules that follow customers of some who were made or changed. */
export async function tellFollowers(call: Call, ids: readonly number[]): Promise<void> {
  for (const follow of call.contributions.customerFollowers) await follow(call, ids);
}
