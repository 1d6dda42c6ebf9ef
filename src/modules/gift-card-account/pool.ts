import { sql, type SqlBool } from 'kysely';
import type { Call } from '../../kernel/call.ts';
import { foldText } from '../../kernel/fold.ts';
import { alphabetOf, longEnough, randomCode, type CodeForm } from '../../kernel/random-codes.ts';
import { perDialect } from '../../storage/dialects.ts';
import { insertRows } from '../../storage/rows.ts';
import { fold, inTexts } from '../../storage/sql.ts';
import { cardCodes, codePool } from './configuration.ts';
import { giftCardErrors } from './errors.ts';

/** Maximum attempts to generate enough unused codes. */
const MAX_ROUNDS = 10;
/** Codes per statement. */
const CHUNK = 1000;

/** The configured format of new codes. */
function codeForm(call: Call, quantity: number): CodeForm {
  const { config } = call;
  const form: CodeForm = {
    alphabet: alphabetOf(config.of(cardCodes.format)),
    length: config.of(cardCodes.length),
    prefix: config.of(cardCodes.prefix),
    suffix: config.of(cardCodes.suffix),
    delimiter: '-',
    delimiterAtEvery: config.of(cardCodes.hyphenAtEvery),
  };
  return longEnough(form, quantity);
}

/** Adds new codes to the pool, by default the configured number; returns their number. */
export async function generateCodes(call: Call, size?: number): Promise<number> {
  const quantity = size ?? call.config.of(codePool.size);
  const form = codeForm(call, quantity);
  for (let count = 0; count < quantity; count += CHUNK) await addCodes(call, form, Math.min(CHUNK, quantity - count));
  return quantity;
}

async function addCodes(call: Call, form: CodeForm, quantity: number): Promise<void> {
  const free = new Map<string, string>();
  for (let round = 0; free.size < quantity; round++) {
    if (round === MAX_ROUNDS) throw giftCardErrors.poolFull();
    const drawn = Array.from({ length: quantity - free.size }, () => randomCode(form));
    const takenCodes = await takenOf(call, drawn.map(foldText));
    for (const code of drawn) if (!takenCodes.has(foldText(code))) free.set(foldText(code), code);
  }
  const rows = [...free.values()].map((code) => ({ code, status: 0 as const }));
  await insertRows(call.db, 'giftcardaccount_pool', rows);
}

/** The subset of these case-folded codes that the pool or a card already has. */
async function takenOf(call: Call, codes: readonly string[]): Promise<ReadonlySet<string>> {
  const pooled = call.db
    .selectFrom('giftcardaccount_pool')
    .select('code')
    .where(inTexts(fold('code'), codes));
  const owned = call.db
    .selectFrom('giftcardaccount')
    .select('code')
    .where(inTexts(fold('code'), codes));
  const rows = await pooled.unionAll(owned).execute();
  return new Set(rows.map(({ code }) => foldText(code)));
}

/**
 * Takes free codes from the pool, which is refilled when it runs low. Concurrent calls get different codes. Throws when
 * nearly all codes of the configured format are used.
 */
export async function takeCodes(call: Call, quantity: number): Promise<string[]> {
  const codes: string[] = [];
  if (await runsLow(call, quantity)) await fill(call, quantity);
  // Codes locked by concurrent calls are skipped, so a second round may be necessary.
  for (let round = 0; round < 2; round++) {
    const rows = await call.db
      .updateTable('giftcardaccount_pool')
      .set({ status: 1 })
      .where(isAmongFree(quantity - codes.length))
      .returning('code')
      .execute();
    codes.push(...rows.map((row) => row.code));
    if (codes.length === quantity) return codes;
    await fill(call, quantity - codes.length);
  }
  throw giftCardErrors.poolFull();
}

/** Adds the configured number of codes to the pool, and at least the required number. */
async function fill(call: Call, quantity: number): Promise<void> {
  await generateCodes(call, Math.max(quantity, call.config.of(codePool.size)));
}

/** The condition that a code is among the first free ones, evaluated once. */
function isAmongFree(quantity: number) {
  const free = sql`select code from giftcardaccount_pool where status = 0 order by code limit ${quantity}`;
  return perDialect<SqlBool>({
    sqlite: sql`code in (${free})`,
    postgres: sql`code = any(array(${free} for update skip locked))`,
  });
}

async function runsLow(call: Call, quantity: number): Promise<boolean> {
  const threshold = call.config.of(codePool.threshold);
  const free = await call.db
    .selectFrom('giftcardaccount_pool')
    .select('code')
    .where('status', '=', 0)
    .orderBy('code')
    .offset(threshold + quantity - 1)
    .limit(1)
    .executeTakeFirst();
  return free === undefined;
}

/** Marks a code as used that a card received by hand, so that the pool does not issue it. */
export async function occupyCode(call: Call, code: string): Promise<void> {
  await call.db
    .updateTable('giftcardaccount_pool')
    .set({ status: 1 })
    .where(fold('code'), '=', foldText(code))
    .execute();
}
