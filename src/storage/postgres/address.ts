import { elementAt } from '../../kernel/lists.ts';

/** Supported values of `target_session_attrs`: they all mean a server that accepts writes. */
const askable = ['read-write', 'primary'];

/** An address for each server that `text` names. Throws for one that cannot be read, in words for people and without its password. */
export function serversOf(text: string): string[] {
  const [, start, user = '', hosts = '', rest = ''] =
    /^(postgres(?:ql)?:\/\/)([^@/]*@)?([^/?]*)(.*)$/s.exec(text) ?? [];
  const [path = '', query] = rest.split('?');
  const parameters = new URLSearchParams(query);
  const target = parameters.get('target_session_attrs');
  if (target !== null && !askable.includes(target)) {
    throw new Error(`target_session_attrs is "${target}": use ${askable.join(' or ')}`);
  }
  parameters.delete('target_session_attrs');
  const left = parameters.size > 0 ? `?${parameters}` : '';
  const urls = hosts.split(',').map((host) => `${start}${user}${host}${path}${left}`);
  if (start === undefined || !urls.every((url) => URL.canParse(url))) {
    throw new Error('it has to be postgres://user:password@host:port/database, with several hosts separated by commas');
  }
  return urls;
}

/**
 * The servers that an address names, one of which is the primary:
 * `postgres://user@a:5432,b:5432/shop?target_session_attrs=read-write`. Connections go to the one that was the primary last.
 * A connection that finds it unavailable, or a standby, moves all to the next one.
 */
export class PostgresAddress {
  /** An address for each server. */
  readonly urls: readonly string[];
  /**
   * Whether a pooler is between, which gives each transaction another connection (PgBouncer): then nothing may be left on a
   * connection. Every new connection tells.
   */
  isPooled = false;
  /** Whether the pooler keeps statements that are prepared by name apart (PgBouncer 1.21 on, `max_prepared_statements`). */
  readonly #keepsStatements: boolean;
  #current = 0;

  /** Throws as `serversOf`. */
  constructor(text: string, { keepsStatements = false }: { readonly keepsStatements?: boolean } = {}) {
    this.#keepsStatements = keepsStatements;
    this.urls = serversOf(text);
  }

  /** The server that connections go to. */
  get url(): string {
    return elementAt(this.urls, this.#current);
  }

  get hasSeveral(): boolean {
    return this.urls.length > 1;
  }

  /** Whether statements may be prepared by name. */
  get takesNames(): boolean {
    return !this.isPooled || this.#keepsStatements;
  }

  /** Goes on to the next server, unless somebody has done so since `url` was used. */
  moveOn(url: string): void {
    if (this.url === url) this.#current = (this.#current + 1) % this.urls.length;
  }
}
