import { types as pgTypes, type QueryConfig } from 'pg';
import { plainParameter } from '../parameters.ts';
import { RecentMap } from '../recent-map.ts';

const { builtins } = pgTypes;
const numbers = new Set([
  builtins.INT2,
  builtins.INT4,
  builtins.INT8,
  builtins.FLOAT4,
  builtins.FLOAT8,
  builtins.NUMERIC,
]);
const flag: number = builtins.BOOL;
const bytes: number = builtins.BYTEA;
const asText = (text: string): string => text;
const asFlag = (text: string): number => (text === 't' ? 1 : 0);

/**
 * Reads values in the form that SQLite gives: numbers as numbers, booleans as 0 and 1, everything else (documents too) as text.
 */
export const valueTypes = {
  getTypeParser(oid: number): (text: string) => unknown {
    if (numbers.has(oid)) return Number;
    if (oid === flag) return asFlag;
    return oid === bytes ? pgTypes.getTypeParser(oid) : asText;
  },
};

/** Greatest number of statements that are prepared by name: each takes memory on every connection. */
const namesGiven = 1000;
/** A statement that is not declared as reused is prepared after so many uses. */
const usesBefore = 3;

/** The statements that are prepared by name on each connection: those declared as reused, and those that came repeatedly. */
export class PostgresStatements {
  readonly #names = new Map<string, string>();
  readonly #uses = new RecentMap<number>(2 * namesGiven);

  /** A statement with its parameters in the driver's form; lists are passed as PostgreSQL arrays. `takesNames`: of its server. */
  query(sql: string, parameters: readonly unknown[], reused: boolean, takesNames: boolean): QueryConfig {
    const values = parameters.map((value) =>
      Array.isArray(value) ? value.map(plainParameter) : plainParameter(value),
    );
    return { name: takesNames ? this.#nameOf(sql, reused) : undefined, text: sql, values };
  }

  #nameOf(sql: string, reused: boolean): string | undefined {
    const known = this.#names.get(sql);
    if (known || this.#names.size >= namesGiven) return known;
    const uses = (this.#uses.get(sql) ?? 0) + 1;
    if (!reused && uses <= usesBefore) {
      this.#uses.set(sql, uses);
      return undefined;
    }
    const name = `souk_${this.#names.size + 1}`;
    this.#names.set(sql, name);
    return name;
  }
}
