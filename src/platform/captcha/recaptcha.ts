import type { Logger } from 'pino';
import type { Call } from '../../kernel/call.ts';
import { isRecord } from '../../kernel/fields.ts';
import { readJsonBody } from '../../kernel/response-body.ts';
import { recaptchaOfForm, recaptchaTypes, tokenTimeout, verificationUrl } from './configuration.ts';

/** A verification request for the token of a solved reCAPTCHA. */
interface TokenQuestion {
  readonly url: string;
  readonly secret: string;
  readonly token: string;
  /** Network address of the client. */
  readonly address: string;
  /** Least score, 0 to 1; 0: the type of reCAPTCHA knows none. */
  readonly minimumScore: number;
  readonly timeoutMs: number;
}

/** Asks whether a token is good. Never rejects: a provider that does not answer confirms nothing. */
export type ConfirmToken = (question: TokenQuestion) => Promise<boolean>;

/** How a form is guarded. */
type TokenRule = Omit<TokenQuestion, 'token' | 'address'>;

/**
 * How a form is guarded: by the type of reCAPTCHA that `recaptchaOfForm` names, with the keys of that type and its
 * least score. Undefined where no type is named, or one without keys.
 */
export function tokenRule(form: string, { config, scope, services }: Call): TokenRule | undefined {
  const type = config.of(recaptchaOfForm.of(form), scope);
  if (!type) return undefined;
  const { publicKey, privateKey, leastScore } = recaptchaTypes[type];
  const secret = config.of(privateKey, scope);
  if (!secret || !config.of(publicKey, scope)) return undefined;
  return {
    url: config.of(verificationUrl, scope),
    secret: services.configuration.open(privateKey.path, secret),
    minimumScore: config.of(leastScore, scope),
    timeoutMs: config.of(tokenTimeout, scope),
  };
}

/** Creates the verifier, which calls the HTTP interface of the provider. */
export function confirmWithProvider(log: Pick<Logger, 'warn'>): ConfirmToken {
  return async ({ url, secret, token, address, minimumScore, timeoutMs }) => {
    try {
      const body = new URLSearchParams({ secret, response: token, remoteip: address });
      const signal = AbortSignal.timeout(timeoutMs);
      const response = await fetch(url, { method: 'POST', body, redirect: 'error', signal });
      if (!response.ok) throw new Error(`status ${response.status}`);
      const verdict: unknown = await readJsonBody(response.body);
      return isConfirmed(verdict, minimumScore);
    } catch (error) {
      log.warn({ err: error, url }, 'reCAPTCHA tokens cannot be verified: calls that need one are refused');
      return false;
    }
  };
}

function isConfirmed(verdict: unknown, minimumScore: number): boolean {
  if (!isRecord(verdict)) return false;
  const { success, score } = verdict;
  if (success !== true) return false;
  return minimumScore <= 0 || (typeof score === 'number' && score >= minimumScore);
}
