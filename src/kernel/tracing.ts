import { AsyncLocalStorage } from 'node:async_hooks';
import type { Call } from './call.ts';
import type { ArrivedRequest, RequestWatch } from './request-watch.ts';

/** Values of a span. None of them may hold a secret, or a text whose number of values has no limit. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean>>;

/** The part of a span in an exchange between programs. */
export type SpanKind = 'internal' | 'client' | 'consumer';

/** A span of a trace: a piece of work with its begin and end. */
export interface Span {
  /** The ids for log lines. */
  readonly ids: { readonly trace_id: string; readonly span_id: string };
  /** The header `traceparent`, which also stands beside work that is done later. */
  readonly traceparent: string;
  /** Headers of requests to other servers. */
  readonly headers: Readonly<Record<string, string>>;
  readonly isEnded: boolean;
  /** Starts a span within this one. */
  child(name: string, kind?: SpanKind, attributes?: SpanAttributes): Span;
  set(attributes: SpanAttributes): void;
  rename(name: string): void;
  /** `call` with its statements counted in the current span; the same call if this span is not sampled. */
  watched(call: Call): Call;
  /** Notes that its work has failed. Of the error only its kind is sent: messages quote values. */
  fail(error: unknown): void;
  /** Ends it, with the statements that were counted; a second end has no effect. */
  end(): void;
}

/** Where a piece of work stands in its trace. */
interface SpanPlace {
  current: Span;
  /** The watch of the request that the work belongs to. */
  readonly watch?: RequestWatch | undefined;
}

/** The span of a request, from its arrival to its response. */
export interface TracedRequest {
  /** Turns the steps of the life of a call into spans; undefined: the request is not sampled. */
  readonly watch: RequestWatch | undefined;
  /** Runs the work of the request. */
  run<T>(work: () => T): T;
  /** Ends the span. `route`: of requests whose route `watch` was not told. */
  end(status: number, route?: string): void;
}

/** Work in the background. */
interface BackgroundWork {
  readonly name: string;
  readonly kind: SpanKind;
  readonly attributes: SpanAttributes;
  /** The `traceparent` of each request that left the work to be done; null: there was no trace. */
  readonly origins: readonly (string | null | undefined)[];
}

/** Numbers of spans since the start of the process. */
export interface SpanCounts {
  /** Accepted by the collector. */
  readonly sent: number;
  /** Dropped because the queue was full. */
  readonly dropped: number;
  /** Rejected by the collector, or given up because it did not respond. */
  readonly failed: number;
}

/** Sends the spans of a process to a collector. */
export interface Tracing {
  /** Starts the span of a request. */
  request(arrived: ArrivedRequest): TracedRequest;
  /** Runs work in a trace of its own, which is linked to those of its origins. */
  background<T>(work: BackgroundWork, run: (span: Span) => Promise<T>): Promise<T>;
  counts(): SpanCounts;
  /** Sends the remaining spans, within a few seconds. */
  close(): Promise<void>;
}

const places = new AsyncLocalStorage<SpanPlace>();

/** The span of the work that is running; undefined: it is not traced. */
export function currentSpan(): Span | undefined {
  const span = places.getStore()?.current;
  return span?.isEnded === false ? span : undefined;
}

/** The watch of the request that is traced; undefined: none is. */
export function tracedWatch(): RequestWatch | undefined {
  return places.getStore()?.watch;
}

/** Runs work whose current span is that of `place`, which may change meanwhile. */
export function runAt<T>(place: SpanPlace, work: () => T): T {
  return places.run(place, work);
}

/** Runs work in a span within the current one; just runs it where there is none. */
export async function inSpan<T>(
  name: string,
  { kind, attributes }: { readonly kind?: SpanKind; readonly attributes?: SpanAttributes },
  work: (span: Span | undefined) => Promise<T>,
): Promise<T> {
  const parent = currentSpan();
  return parent ? runIn(parent.child(name, kind, attributes), work) : work(undefined);
}

/** Runs work in a span, and ends it. */
export function runIn<T>(span: Span, work: (span: Span) => Promise<T>): Promise<T> {
  return runAt({ current: span, watch: tracedWatch() }, async () => {
    try {
      return await work(span);
    } catch (error) {
      span.fail(error);
      throw error;
    } finally {
      span.end();
    }
  });
}
