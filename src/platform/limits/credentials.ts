import { sql } from 'kysely';
import type { Call, Caller, ConfigurationReader } from '../../kernel/call.ts';
import { isClientError } from '../../kernel/errors.ts';
import type { AnyRoute } from '../../kernel/route.ts';
import { preparedFirst, preparedWrite, type Params } from '../../storage/prepared.ts';
import { addressKey } from './address.ts';
import { intervalOf, standingOf, type RateLimit } from './bucket.ts';
import { limitErrors } from './errors.ts';
import { inSeconds, setLimitHeaders, type ResponseHeaders } from './headers.ts';
import './tables.ts';
import { attemptLimits, attemptWindow } from './configuration.ts';

/** A call that could be an attempt to guess credentials. */
export interface CredentialAttempt {
  /** Counts the call beforehand, once per item; throws 429 above the limit. */
  begin(items: number): Promise<void>;
  /** Uncounts a successful call, if only failures count. */
  end(failure: unknown): Promise<void>;
}

type Parameters = Params<{ key: string; now: number; cost: number; most: number }>;

/** Counts in one statement; above the limit it writes no row. */
const countUp = preparedFirst((db, p: Parameters) => {
  const spent = sql<number>`case when credential_attempt.full_at > ${p.now} then credential_attempt.full_at else ${p.now} end`;
  return db
    .insertInto('credential_attempt')
    .values({ attempt_key: p.key, full_at: sql<number>`cast(${p.now} as bigint) + cast(${p.cost} as bigint)` })
    .onConflict((conflict) =>
      conflict
        .column('attempt_key')
        .doUpdateSet({ full_at: sql<number>`${spent} + ${p.cost}` })
        .where(sql<boolean>`${spent} + ${p.cost} <= ${p.most}`),
    )
    .returning('full_at');
});
const readFull = preparedFirst((db, p: Params<{ key: string }>) =>
  db.selectFrom('credential_attempt').select('full_at').where('attempt_key', '=', p.key),
);
const giveBack = preparedWrite((db, p: Params<{ key: string; cost: number }>) =>
  db
    .updateTable('credential_attempt')
    .set({ full_at: sql<number>`full_at - ${p.cost}` })
    .where('attempt_key', '=', p.key),
);
const forget = preparedWrite((db, p: Params<{ before: number }>) =>
  db.deleteFrom('credential_attempt').where('full_at', '<=', p.before),
);

/**
 * The attempt at credentials of a call of `route`, counted before the call. Undefined for routes without credentials, for
 * integrations, which sign in many customers, and for new accounts by admin users. Attempts are counted in the database, for
 * all processes and machines: by customer where customers prove their own password, else by address. Must not run in a
 * transaction.
 */
export function credentialAttemptOf(
  route: Pick<AnyRoute, 'attempts' | 'access'>,
  call: Call,
  address: string,
  response: ResponseHeaders,
): CredentialAttempt | undefined {
  const { caller } = call;
  if (!route.attempts || caller.type === 'integration') return undefined;
  if (route.attempts === 'accounts' && caller.type === 'admin') return undefined;
  const { key, limit } = counterOf(route, caller, address);
  const rate = attemptRate(call.config, limit);
  let charge = 0;
  return {
    async begin(items) {
      const full = await take(call, key, rate, items);
      const found = standingOf(rate, full.at, full.now, full.charge ? 0 : items);
      setLimitHeaders(response, rate, found);
      if (!full.charge) throw limitErrors.attempts([inSeconds(found.wait)]);
      charge = full.charge;
    },
    async end(failure) {
      if (route.attempts !== 'failed' || charge === 0 || isClientError(failure)) return;
      await call.transaction(({ db }) => giveBack(db, { key, cost: charge }));
    },
  };
}

/** Counts `items` attempts and returns the new state; above the limit, the old state and nothing taken. */
async function take(
  call: Call,
  key: string,
  rate: RateLimit,
  items: number,
): Promise<{ at: number; now: number; charge: number }> {
  const now = Date.now();
  const cost = Math.ceil(items * intervalOf(rate));
  const most = now + rate.window;
  return call.transaction(async ({ db }) => {
    await forget(db, { before: now });
    const row = cost <= rate.window ? await countUp(db, { key, now, cost, most }) : undefined;
    if (row) return { at: row.full_at, now, charge: cost };
    return { at: (await readFull(db, { key }))?.full_at ?? now, now, charge: 0 };
  });
}

interface AttemptCounter {
  readonly key: string;
  readonly limit: keyof typeof attemptLimits;
}

function counterOf(
  { attempts, access }: Pick<AnyRoute, 'attempts' | 'access'>,
  { type, id }: Caller,
  address: string,
): AttemptCounter {
  if (access.kind === 'self') return { key: `${type} ${id}`, limit: 'customer' };
  const limit = attempts === 'accounts' ? 'accounts' : 'address';
  return { key: `${limit} ${addressKey(address)}`, limit };
}

function attemptRate(config: ConfigurationReader, name: AttemptCounter['limit']): RateLimit {
  return { limit: config.of(attemptLimits[name]), window: 1000 * config.of(attemptWindow) };
}
