import {
  createLocalJWKSet,
  createRemoteJWKSet,
  customFetch,
  errors,
  type FlattenedJWSInput,
  type JSONWebKeySet,
  type JWSHeaderParameters,
  type JWTVerifyGetKey,
} from 'jose';
import { isRecord } from '../../../kernel/fields.ts';
import { readJsonBody } from '../../../kernel/response-body.ts';
import type { IdentitySettings } from './settings.ts';

type Source = Pick<IdentitySettings, 'issuer' | 'jwksUrl' | 'keysLifetime' | 'keysCooldown' | 'timeoutMs'>;
type Key = Awaited<ReturnType<JWTVerifyGetKey>>;
/** Told of each time that the service was asked in vain. */
export type ReportFailure = (error: unknown) => void;

const FIRST_DELAY_MS = 500;
const LONGEST_DELAY_MS = 60_000;
/** How long keys go on to count when the service cannot be asked for newer ones. */
const STALE_MS = 24 * 3_600_000;

/** The service cannot be asked for its keys, and those from before are too old. */
export class NoKeys extends Error {}

/**
 * The keys of the identity service, fetched when they are first needed, when they have grown old, and when a token names one
 * that is not among them. While the service does not answer, the keys from before count for a day, and it is asked again
 * after half a second, twice as long, and so on up to a minute.
 */
export class IdentityKeys {
  #settings = '';
  #keys: KeySource | undefined;

  /** Finds the key of a token; rejects with the library's error when there is none, else with `NoKeys`. */
  find(source: Source, report: ReportFailure, header: JWSHeaderParameters, token: FlattenedJWSInput): Promise<Key> {
    const settings = JSON.stringify([source.issuer, source.jwksUrl, source.keysLifetime, source.keysCooldown]);
    if (!this.#keys || this.#settings !== settings) {
      this.#keys = new KeySource(source, report);
      this.#settings = settings;
    }
    return this.#keys.find(header, token);
  }
}

/** Members of the document that names the addresses of an identity service. */
interface DiscoveryDocument {
  readonly issuer?: unknown;
  readonly jwks_uri?: unknown;
}

class KeySource {
  readonly #source: Source;
  readonly #report: ReportFailure;
  #remote: Promise<ReturnType<typeof createRemoteJWKSet>> | undefined;
  #last: { readonly keys: JSONWebKeySet; readonly at: number } | undefined;
  #failures = 0;
  #notBefore = 0;

  constructor(source: Source, report: ReportFailure) {
    this.#source = source;
    this.#report = report;
  }

  async find(header: JWSHeaderParameters, token: FlattenedJWSInput): Promise<Key> {
    try {
      const remote = await (this.#remote ??= this.#open());
      return await remote(header, token);
    } catch (error) {
      if (isAboutKey(error)) throw error;
      return await this.#findStale(header, token, error);
    }
  }

  async #findStale(header: JWSHeaderParameters, token: FlattenedJWSInput, cause: unknown): Promise<Key> {
    const stale = this.#last && Date.now() - this.#last.at <= STALE_MS ? this.#last.keys : undefined;
    if (!stale) throw new NoKeys('the identity service does not give its keys', { cause });
    return await createLocalJWKSet(stale)(header, token);
  }

  /** Asks where the keys are, unless that is configured. */
  async #open(): Promise<ReturnType<typeof createRemoteJWKSet>> {
    try {
      const { jwksUrl, keysLifetime, keysCooldown, timeoutMs } = this.#source;
      return createRemoteJWKSet(new URL(jwksUrl ?? (await this.#discover())), {
        cacheMaxAge: keysLifetime * 1000,
        cooldownDuration: keysCooldown * 1000,
        timeoutDuration: timeoutMs,
        [customFetch]: async (url, options) => {
          const keys = await this.#fetch(url, options);
          if (isKeySet(keys)) this.#last = { keys, at: Date.now() };
          return Response.json(keys);
        },
      });
    } catch (error) {
      this.#remote = undefined;
      throw error;
    }
  }

  async #discover(): Promise<string> {
    const { issuer, timeoutMs } = this.#source;
    const url = `${issuer.replace(/\/+$/, '')}/.well-known/openid-configuration`;
    const document = await this.#fetch(url, { signal: AbortSignal.timeout(timeoutMs), redirect: 'error' });
    const { issuer: named, jwks_uri }: DiscoveryDocument = isRecord(document) ? document : {};
    if (named !== issuer) throw new Error(`${url} is the document of another issuer`);
    if (typeof jwks_uri !== 'string') throw new Error(`${url} does not tell where the keys are`);
    return jwks_uri;
  }

  /** Fetches JSON, unless the last failure is too recent. Rejects for every answer but a 200. */
  async #fetch(url: string, options: RequestInit): Promise<unknown> {
    if (Date.now() < this.#notBefore) throw new Error('the identity service failed a moment ago');
    try {
      const response = await fetch(url, options);
      if (response.status !== 200) throw new Error(`${url} answered ${response.status}`);
      const value: unknown = await readJsonBody(response.body);
      this.#failures = 0;
      return value;
    } catch (error) {
      this.#notBefore = Date.now() + Math.min(FIRST_DELAY_MS * 2 ** this.#failures, LONGEST_DELAY_MS);
      this.#failures += 1;
      this.#report(error);
      throw error;
    }
  }
}

/** Whether a document is a set of keys; the library checks each key when it is used. */
function isKeySet(document: unknown): document is JSONWebKeySet {
  return isRecord(document) && Array.isArray(document.keys);
}

/** Whether the service was asked, and has no key for the token. */
function isAboutKey(error: unknown): boolean {
  return (
    error instanceof errors.JWKSNoMatchingKey ||
    error instanceof errors.JWKSMultipleMatchingKeys ||
    error instanceof errors.JOSENotSupported
  );
}
