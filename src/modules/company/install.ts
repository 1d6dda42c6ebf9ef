import type { Contributions } from '../../kernel/call.ts';
import type { ContributedRows } from '../../kernel/module.ts';
import './extensions.ts';

/** Initial rows of each follower for companies that existed before it. */
export function installContributed({ companyFollowers }: Contributions): ContributedRows[] {
  return companyFollowers.map(({ name, created }) => ({
    name: `followed-by-${name}`,
    async write(call) {
      const companies = await call.db.selectFrom('company').select('entity_id').orderBy('entity_id').execute();
      for (const { entity_id } of companies) await created(call, { id: entity_id });
    },
  }));
}
