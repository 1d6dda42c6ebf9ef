import type { DialectKind } from '../../storage/dialects.ts';
import { RecentMap } from '../../storage/recent-map.ts';

/** The operation of a statement and the table it is about, such as `SELECT product`; no values. */
interface StatementSummary {
  readonly text: string;
  readonly operation: string;
  /** Empty: it has none. */
  readonly table: string;
}

/** Statements of one summary that a span has sent. Times are those of `performance.now()`. */
export interface StatementGroup {
  readonly summary: StatementSummary;
  readonly kind: DialectKind;
  count: number;
  /** Time that they took together, in milliseconds. */
  milliseconds: number;
  readonly begun: number;
  ended: number;
}

/** Groups that a span tells apart; the statements of all others are in one. */
const MOST_GROUPS = 40;
const others: StatementSummary = { text: 'other statements', operation: 'OTHER', table: '' };

/** Summaries by the texts of statements: most texts come again. */
const summaries = new RecentMap<StatementSummary>(2000);
/** Characters of a text that are read. */
const MOST_READ = 20_000;

/** Text constants, whose words are no part of the statement. */
const constants = /'(?:[^']|'')*'/g;
const write = /\b(?:(insert) into|(?<!for (?:no key )?|do )(update)|(delete) from)\s+(?:only\s+)?"?(\w+)"?/i;
const reading = /\bfrom\s+"?(\w+)"?/i;

/** The summary of a statement: of its first write, else of the first table that it reads. */
export function summaryOf(sql: string): StatementSummary {
  let summary = summaries.get(sql);
  if (!summary) {
    summary = summarize(sql.slice(0, MOST_READ).replace(constants, "''"));
    summaries.set(sql, summary);
  }
  return summary;
}

function summarize(sql: string): StatementSummary {
  const [, insert, update, remove, written] = write.exec(sql) ?? [];
  const verb = insert ?? update ?? remove;
  if (verb && written) return summary(verb, written);
  const word = /^\W*(\w+)/.exec(sql)?.[1] ?? 'OTHER';
  return summary(word.toLowerCase() === 'with' ? 'select' : word, reading.exec(sql)?.[1] ?? '');
}

function summary(word: string, table: string): StatementSummary {
  const operation = word.toUpperCase();
  return { text: table ? `${operation} ${table}` : operation, operation, table };
}

/** Counts statements by their summaries. */
export class StatementGroups {
  readonly #groups = new Map<string, StatementGroup>();

  add(sql: string, kind: DialectKind, begun: number, ended: number): void {
    const own = summaryOf(sql);
    const isKnown = this.#groups.has(own.text) || this.#groups.size < MOST_GROUPS;
    const used = isKnown ? own : others;
    let group = this.#groups.get(used.text);
    if (!group) {
      group = { summary: used, kind, count: 0, milliseconds: 0, begun, ended };
      this.#groups.set(used.text, group);
    }
    group.count += 1;
    group.milliseconds += ended - begun;
    group.ended = Math.max(group.ended, ended);
  }

  all(): Iterable<StatementGroup> {
    return this.#groups.values();
  }
}
