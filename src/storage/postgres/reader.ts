import type { PoolClient, QueryConfig, QueryResult } from 'pg';
import type { Connection, StatementResult } from '../connection.ts';
import { toCallerError } from '../errors.ts';
import {
  answered,
  connect,
  GRACE,
  inOnePiece,
  isConnectionAtFault,
  onFreshConnection,
  toResult,
  type PostgresShared,
  type TakeClient,
} from './client.ts';
import type { PostgresAddress } from './address.ts';
import { withoutCompiler } from './server-client.ts';
import type { PostgresStatements } from './statements.ts';
import type { PostgresWatch } from './watch.ts';

/** Runs statements outside transactions, each on a connection of its own. */
export class PostgresReader implements Connection {
  readonly kind = 'postgres';
  readonly transaction = undefined;
  readonly facts: PostgresShared['facts'];
  readonly #take: TakeClient;
  readonly #statements: PostgresStatements;
  readonly #watch: PostgresWatch;
  readonly #patience: number;
  readonly #address: PostgresAddress;

  constructor(take: TakeClient, { statements, facts, watch, address }: PostgresShared, patience: number) {
    this.#take = take;
    this.#watch = watch;
    this.#statements = statements;
    this.#patience = patience;
    this.#address = address;
    this.facts = facts;
  }

  async query(sql: string, parameters: readonly unknown[], reused = false): Promise<StatementResult> {
    return await onFreshConnection(this.#address, () => this.#run(sql, parameters, reused));
  }

  async #run(sql: string, parameters: readonly unknown[], reused: boolean): Promise<StatementResult> {
    const client = await connect(this.#watch, this.#take);
    try {
      const { takesNames, isPooled } = this.#address;
      const query = this.#statements.query(sql, parameters, reused, takesNames);
      const result = toResult(await (isPooled ? this.#alone(client, query) : this.#ask(client, query)));
      client.release();
      return result;
    } catch (error) {
      client.release(isConnectionAtFault(error));
      throw toCallerError(error);
    }
  }

  #ask(client: PoolClient, query: QueryConfig): Promise<QueryResult> {
    return answered(this.#watch, client, query, this.#patience);
  }

  /** Behind a pooler the limit of a statement holds for a transaction, so each statement has one, in one packet. */
  async #alone(client: PoolClient, query: QueryConfig): Promise<QueryResult> {
    inOnePiece(client);
    const limit = Math.ceil(this.#patience - GRACE);
    const around = [
      this.#ask(client, { text: `begin read only; ${withoutCompiler}; set local statement_timeout = ${limit}` }),
      this.#ask(client, query),
      this.#ask(client, { text: 'commit' }),
    ] as const;
    const [begun, result, ended] = await Promise.allSettled(around);
    if (begun.status === 'rejected') throw begun.reason;
    if (result.status === 'rejected') throw result.reason;
    if (ended.status === 'rejected') throw ended.reason;
    return result.value;
  }
}
