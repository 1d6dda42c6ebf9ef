import type { CallerType } from '../../kernel/call.ts';
import type { SharedCache } from '../../kernel/caches.ts';

/** Whose a token is. */
export interface TokenOwner {
  /** Digest of the token, by which it is stored. */
  readonly hash: string;
  readonly type: CallerType;
  readonly id: number;
  /** When the token was issued, in milliseconds since 1970. */
  readonly issuedAt: number;
  /** Whether it is a customer's token for somebody of the shop's staff. */
  readonly isAssisted: boolean;
}

/** Enough for the tokens in use at one time; a few megabytes when full. */
const CAPACITY = 20_000;

/**
 * A cache of the owners of tokens, so that a call with a token costs neither a digest nor a query. Emptied whenever any token is
 * revoked. The tokens themselves are in memory alone.
 */
export class CachedTokens {
  readonly #revocations: SharedCache<unknown>;
  readonly #owners = new Map<string, TokenOwner>();
  #generation = 0;

  constructor(revocations: SharedCache<unknown>) {
    this.#revocations = revocations;
  }

  /** The owner of a token, if it is cached. */
  get(token: string): TokenOwner | undefined {
    if (this.#generation !== this.#revocations.generation) {
      this.#owners.clear();
      this.#generation = this.#revocations.generation;
    }
    return this.#owners.get(token);
  }

  /** The owner of a token; `read` asks the database. A token revoked meanwhile is not cached. */
  async getOrRead(token: string, read: () => Promise<TokenOwner | undefined>): Promise<TokenOwner | undefined> {
    const cached = this.get(token);
    if (cached) return cached;
    const generation = this.#generation;
    const owner = await read();
    if (owner && generation === this.#revocations.generation) this.#add(token, owner);
    return owner;
  }

  #add(token: string, owner: TokenOwner): void {
    const oldest = this.#owners.size >= CAPACITY ? this.#owners.keys().next().value : undefined;
    if (oldest !== undefined) this.#owners.delete(oldest);
    this.#owners.set(token, owner);
  }
}
