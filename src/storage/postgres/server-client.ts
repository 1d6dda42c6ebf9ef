import { callbackify } from 'node:util';
import { Client, type ClientConfig } from 'pg';
import { elementAt } from '../../kernel/lists.ts';
import { StandbyFound } from '../errors.ts';
import type { PostgresAddress } from './address.ts';

declare module 'pg' {
  interface Client {
    /** Id of the server's process behind the connection, which the driver's types lack. */
    readonly processID: number;
  }
}

/** The state of a new connection. */
interface Found {
  readonly pid: number;
  readonly standby: number | boolean;
}

/** The limits of connections. */
interface ConnectionLimits {
  /** Milliseconds to connect. */
  readonly connecting: number;
  /** Milliseconds for a statement; undefined: no limit. A pooler takes none for a connection. */
  readonly statement?: number;
}

/**
 * The driver's client for the servers of an address. A connection is there once it is known whether a pooler is between, and, of
 * several servers, that this one is the primary.
 */
export function serverClient(address: PostgresAddress, { connecting, statement }: ConnectionLimits): typeof Client {
  return class extends Client {
    readonly #url: string;

    constructor(config: ClientConfig) {
      const { url } = address;
      super({ ...config, connectionString: url, connectionTimeoutMillis: Math.ceil(connecting) });
      this.#url = url;
      // Queries that wait for the connection learn of its loss. While it is opened there is no other listener, and an error
      // without a listener ends the process.
      this.on('error', () => {});
    }

    override connect(): Promise<Client>;
    override connect(callback: (error: Error) => void): void;
    override connect(callback?: (error: Error) => void): Promise<Client> | void {
      const open = (): Promise<Client> => this.#open();
      if (!callback) return open();
      // The driver's pool asks by a callback.
      callbackify(open)(callback);
    }

    async #open(): Promise<this> {
      try {
        await super.connect();
        await this.#look();
        return this;
      } catch (error) {
        if (address.hasSeveral) address.moveOn(this.#url);
        throw error;
      }
    }

    async #look(): Promise<void> {
      const { processID } = this;
      // A pooler gives its clients numbers of its own.
      const settings = statement === undefined ? '' : settingsFor(processID, statement);
      const { rows } = await this.query<Found>(
        `select pg_backend_pid() as pid, pg_is_in_recovery() as standby${settings}`,
      );
      const { pid, standby } = elementAt(rows, 0);
      address.isPooled = Number(pid) !== processID;
      if (!address.hasSeveral || !standby) return;
      void this.end();
      throw new StandbyFound();
    }
  };
}

/**
 * Turns the compiler of expressions off for the transaction. It takes about 100 ms for a search that then runs in 2 ms, because the
 * planner expects more rows than the search reads.
 */
export const withoutCompiler = 'set local jit = off';

/** Limits the statements of this connection and turns the compiler off, where it is one to a server itself. */
function settingsFor(processID: number, milliseconds: number): string {
  const limit = `set_config('statement_timeout', '${Math.ceil(milliseconds)}', false)`;
  return `, case when pg_backend_pid() = ${processID} then ${limit} || set_config('jit', 'off', false) end`;
}
