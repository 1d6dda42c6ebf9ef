import type { LatencyWindow } from './record.ts';
import { quantile } from './trend.ts';

/** An order that a buyer was told of, or may have got. */
interface PlacedOrder {
  /** How many of each soak product it has, by SKU. */
  readonly items: Readonly<Record<string, number>>;
  /** Whether the answer came; without it the order is there or not. */
  readonly isConfirmed: boolean;
}

/** What the load has done, against which the books of the shop are compared in the end. */
export class Ledger {
  /** By e-mail address, which each order has of its own. */
  readonly orders = new Map<string, PlacedOrder>();
  /** Accepted bulks that nobody has seen the end of, with how many operations each has. */
  readonly openBulks = new Map<string, number>();
  /** What was wrong with bulks that ended. */
  readonly wrongBulks: string[] = [];
  readonly made: Record<string, number> = {};
  readonly unexpectedAnswers: Record<string, number> = {};
  readonly latencies: Record<string, LatencyWindow[]> = {};
  calls = 0;
  #times = new Map<string, number[]>();

  /** Counts something that was made. */
  count(kind: string, by = 1): void {
    this.made[kind] = (this.made[kind] ?? 0) + by;
  }

  answered(kind: string, milliseconds: number): void {
    this.calls += 1;
    const times = this.#times.get(kind);
    if (times) times.push(milliseconds);
    else this.#times.set(kind, [milliseconds]);
  }

  unexpected(what: string): void {
    // Ids differ each time; the sentence is what counts.
    const key = what.replaceAll(/\b[\w-]*\d[\w-]*\b(?! *(?:ms|:))/g, '…').slice(0, 240);
    this.unexpectedAnswers[key] = (this.unexpectedAnswers[key] ?? 0) + 1;
  }

  /** Ends a window of latencies at a moment (seconds since the start). */
  closeWindow(at: number): void {
    for (const [kind, times] of this.#times) {
      (this.latencies[kind] ??= []).push({
        at,
        count: times.length,
        p50: quantile(times, 0.5),
        p99: quantile(times, 0.99),
      });
    }
    this.#times = new Map();
  }
}
