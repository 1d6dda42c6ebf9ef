import type { Call } from '../../../kernel/call.ts';
import { readJsonBody } from '../../../kernel/response-body.ts';
import { vatService } from '../configuration.ts';
import type { VatNumber } from './number.ts';

/** Result for a VAT number: `unknown` while no service has confirmed or rejected it. */
export type VatVerdict = 'valid' | 'invalid' | 'unknown';

/** URL of the service for VAT numbers, with `{country}` and `{number}`; undefined: no service. */
export function serviceUrl(call: Call, storeId: number): string | undefined {
  return call.config.of(vatService.url, { storeId });
}

/**
 * Queries the service of a store view for a number. It returns `{ "valid": … }`, or `isValid` and `userError` like the
 * European Commission's service. Runs outside a transaction. Never rejects: without a usable response, the result is
 * `unknown`.
 */
export async function askService(call: Call, { country, number }: VatNumber, storeId: number): Promise<VatVerdict> {
  const template = serviceUrl(call, storeId);
  if (!template) return 'unknown';
  const url = template
    .replace('{country}', encodeURIComponent(country))
    .replace('{number}', encodeURIComponent(number));
  const timeout = call.config.of(vatService.timeout, { storeId });
  try {
    const response = await fetch(url, {
      headers: { accept: 'application/json' },
      redirect: 'error',
      signal: AbortSignal.timeout(timeout),
    });
    return response.ok ? readAnswer(await readJsonBody(response.body)) : 'unknown';
  } catch {
    return 'unknown';
  }
}

interface ServiceResponse {
  readonly valid?: unknown;
  readonly isValid?: unknown;
  readonly userError?: unknown;
}

function readAnswer(answer: unknown): VatVerdict {
  if (typeof answer !== 'object' || answer === null) return 'unknown';
  const { valid, isValid = valid, userError }: ServiceResponse = answer;
  if (isValid === true) return 'valid';
  // The member state may be out of reach: then the number is neither.
  const isSure = userError === undefined || userError === 'INVALID' || userError === 'INVALID_INPUT';
  return isValid === false && isSure ? 'invalid' : 'unknown';
}
