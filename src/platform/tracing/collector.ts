import { setTimeout as pause } from 'node:timers/promises';
import type { ReadableSpan, SpanProcessor } from '@opentelemetry/sdk-trace';
import type { Logger } from 'pino';
import type { TracingSettings } from '../../kernel/platform.ts';
import { readBodyStart } from '../../kernel/response-body.ts';
import type { SpanCounts } from '../../kernel/tracing.ts';
import type { Library } from './spans.ts';

/** Spans that are sent at once, at most. */
const BATCH = 512;
/** Attempts at a batch, and the pause after the first and the longest one, in milliseconds. */
const ATTEMPTS = 4;
const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 10_000;
/** How long a stop waits for the collector, in milliseconds. */
const LONGEST_STOP = 3000;
/** How often it is logged that the collector does not respond, in milliseconds. */
const LOG_INTERVAL = 60_000;
/** Bytes of a response that are read. */
const LONGEST_RESPONSE = 4096;
/** Responses of a collector that is busy. */
const temporary = new Set([429, 502, 503, 504]);

/** Collects ended spans and sends them. */
interface SpanSender {
  readonly processor: SpanProcessor;
  counts(): SpanCounts;
  /** Sends the remaining spans, within `LONGEST_STOP`. */
  close(): Promise<void>;
}

/** Creates the sender to a collector. Nobody waits for it: while the collector is slow, spans wait in a queue, then they are dropped. */
export function createSpanSender(
  { JsonTraceSerializer, ProtobufTraceSerializer }: Library,
  settings: TracingSettings,
  log: Logger,
): SpanSender {
  const isJson = settings.format === 'json';
  const serializer = isJson ? JsonTraceSerializer : ProtobufTraceSerializer;
  const headers = {
    'user-agent': 'Souk',
    ...settings.headers,
    'content-type': isJson ? 'application/json' : 'application/x-protobuf',
  };
  /** Ends pauses; `closing` ends requests, too. */
  const hurrying = new AbortController();
  const closing = new AbortController();
  let waiting: ReadableSpan[] = [];
  let counts: SpanCounts = { sent: 0, dropped: 0, failed: 0 };
  let timer: NodeJS.Timeout | undefined;
  let sending: Promise<void> | undefined;
  let isClosed = false;
  let loggedAt = -Infinity;
  const add = (outcome: keyof SpanCounts, spans: number): void => {
    counts = { ...counts, [outcome]: counts[outcome] + spans };
  };

  const report = (spans: number, error: unknown): void => {
    add('failed', spans);
    if (performance.now() - loggedAt < LOG_INTERVAL) return;
    loggedAt = performance.now();
    log.warn({ err: error, spans }, 'spans could not be sent to the collector');
  };
  /** Sends a batch once. Throws where the collector did not accept it. */
  const attempt = async (body: Uint8Array): Promise<void> => {
    const signal = AbortSignal.any([closing.signal, AbortSignal.timeout(settings.timeout)]);
    const response = await fetch(settings.url, {
      method: 'POST',
      headers,
      body: Buffer.from(body),
      redirect: 'error',
      signal,
    });
    await readBodyStart(response.body, LONGEST_RESPONSE);
    if (!response.ok) throw new CollectorError(response.status, Number(response.headers.get('retry-after')));
  };
  const deliver = async (spans: ReadableSpan[]): Promise<void> => {
    const body = serializer.serializeRequest(spans);
    if (!body) return;
    for (let attempts = 1; ; attempts++) {
      try {
        await attempt(body);
        return add('sent', spans.length);
      } catch (error) {
        const isLast = attempts === ATTEMPTS || isClosed || (error instanceof CollectorError && !error.isTemporary);
        if (isLast) return report(spans.length, error);
        await pause(pauseAfter(attempts, error), undefined, { signal: hurrying.signal, ref: false }).catch(() => {});
      }
    }
  };
  const sendAll = async (): Promise<void> => {
    while (waiting.length > 0) {
      const spans = waiting.slice(0, BATCH);
      waiting = waiting.slice(BATCH);
      await deliver(spans).catch((error: unknown) => report(spans.length, error));
    }
  };
  const send = (): void => {
    clearTimeout(timer);
    timer = undefined;
    sending ??= sendAll().finally(() => (sending = undefined));
  };
  return {
    processor: {
      onStart() {},
      onEnd(span) {
        if (isClosed || waiting.length >= settings.maxWaiting) return add('dropped', 1);
        waiting.push(span);
        if (waiting.length >= BATCH) send();
        else timer ??= setTimeout(send, settings.delay).unref();
      },
      forceFlush: async () => {},
      shutdown: async () => {},
    },
    counts: () => counts,
    async close() {
      isClosed = true;
      hurrying.abort();
      const deadline = setTimeout(() => closing.abort(), LONGEST_STOP);
      // The batch that is under way, then those behind it.
      await sending;
      send();
      await sending;
      clearTimeout(deadline);
    },
  };
}

/** A response of the collector that is no success. */
class CollectorError extends Error {
  readonly isTemporary: boolean;
  /** Milliseconds that the collector asks to wait; 0: it does not. */
  readonly pause: number;

  constructor(status: number, retryAfter: number) {
    super(`the collector responded with status ${status}`);
    this.name = 'CollectorError';
    this.isTemporary = temporary.has(status);
    this.pause = Number.isFinite(retryAfter) ? Math.max(0, retryAfter) * 1000 : 0;
  }
}

function pauseAfter(attempts: number, error: unknown): number {
  const own = FIRST_PAUSE * 2 ** (attempts - 1);
  return Math.min(LONGEST_PAUSE, error instanceof CollectorError ? Math.max(own, error.pause) : own);
}
