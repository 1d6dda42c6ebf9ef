import { hash, timingSafeEqual } from 'node:crypto';
import { randomKey } from '../access/random.ts';
import type { Call } from '../../kernel/call.ts';
import { formatTime } from '../../kernel/time.ts';
import { pictures } from './configuration.ts';
import { comparableWord, newCaptchaWord } from './captcha-word.ts';

/** Name of the cookie that binds a word to who was shown it. */
export const SESSION_COOKIE = 'captcha_session';

/** A word to be shown. */
interface Challenge {
  readonly word: string;
  /** The session that the answer has to come with: the one given, or a new one where none fits. */
  readonly session: string;
  /** Seconds that the answer is taken for. */
  readonly seconds: number;
}

/**
 * Makes the word of a form for a session, in place of any before it; valid for `pictures.lifetime` and for one answer. It is stored as a digest under the session's secret, for every process to check.
 */
export async function newChallenge(call: Call, form: string, session: string | undefined): Promise<Challenge> {
  const { config, scope, clock } = call;
  const word = newCaptchaWord(config, scope);
  const own = isSession(session) ? session : randomKey();
  const seconds = Math.round(60 * config.of(pictures.lifetime, scope));
  const now = clock.now();
  const row = {
    answer_hash: answerHash(call, own, form, word),
    expires_at: formatTime(new Date(now.getTime() + seconds * 1000)),
  };
  await call.transaction(async ({ db }) => {
    await db.deleteFrom('captcha_challenge').where('expires_at', '<=', formatTime(now)).execute();
    await db
      .insertInto('captcha_challenge')
      .values({ session_hash: hash('sha256', own), form, ...row })
      .onConflict((conflict) => conflict.columns(['session_hash', 'form']).doUpdateSet(row))
      .execute();
  });
  return { word, session: own, seconds };
}

/** Whether `answer` is the word that the session was shown for the form. Each word can be answered once. */
export async function takeAnswer(
  call: Call,
  form: string,
  session: string | undefined,
  answer: string,
): Promise<boolean> {
  if (!isSession(session)) return false;
  const challenge = await call.transaction(({ db }) =>
    db
      .deleteFrom('captcha_challenge')
      .where('session_hash', '=', hash('sha256', session))
      .where('form', '=', form)
      .returning(['answer_hash', 'expires_at'])
      .executeTakeFirst(),
  );
  if (!challenge || challenge.expires_at <= formatTime(call.clock.now())) return false;
  return timingSafeEqual(Buffer.from(challenge.answer_hash), Buffer.from(answerHash(call, session, form, answer)));
}

function answerHash({ config, scope }: Call, session: string, form: string, word: string): string {
  return hash('sha256', [session, form, comparableWord(word, config, scope)].join('\0'));
}

/** Sessions have the form of the platform's keys. */
function isSession(text: string | undefined): text is string {
  return text !== undefined && /^[a-z0-9]{32}$/.test(text);
}
