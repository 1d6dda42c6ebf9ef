import type { Context, Link, Span as SdkSpan, SpanContext, SpanKind as SdkSpanKind, Tracer } from '@opentelemetry/api';
import type { Call } from '../../kernel/call.ts';
import { PlatformError } from '../../kernel/errors.ts';
import { errorCode } from '../../kernel/thrown.ts';
import { currentSpan, type Span, type SpanAttributes, type SpanKind } from '../../kernel/tracing.ts';
import { aroundStatements, type AroundStatement } from '../../storage/watched-statements.ts';
import { StatementGroups, type StatementGroup } from './statement-groups.ts';
import type { openTelemetry } from './opentelemetry.ts';

/** The library, which is loaded with the first trace. */
export type Library = typeof openTelemetry;

/** The start of a trace, or of the part of one that is in this process. */
interface LocalRoot {
  readonly name: string;
  readonly kind: SpanKind | 'server';
  readonly attributes: SpanAttributes;
  /** The span of another process that it belongs to. */
  readonly parent?: SpanContext | undefined;
  readonly links?: readonly Link[];
  /** By `performance.now()`. */
  readonly startedAt: number;
}

/** Spans that a request or a piece of background work may have; further ones are left out. */
const MOST_SPANS = 300;

/** Shared by the spans of a root. */
interface Trace {
  readonly library: Library;
  readonly tracer: Tracer;
  /** What `performance.now()` lacks to be the time since 1970: of its own for each root, since clocks are corrected. */
  readonly offset: number;
  spansLeft: number;
}

/** Starts the first span of a piece of work. */
export function startRoot(library: Library, tracer: Tracer, root: LocalRoot): Span {
  const { name, kind, attributes, parent, links = [], startedAt } = root;
  const offset = Date.now() - performance.now();
  const { ROOT_CONTEXT, trace } = library;
  const context = parent ? trace.setSpanContext(ROOT_CONTEXT, parent) : ROOT_CONTEXT;
  const options = { kind: kindOf(library, kind), attributes, links: [...links], startTime: startedAt + offset };
  const span = tracer.startSpan(name, options, context);
  if (!span.isRecording()) return new SilentSpan(span.spanContext());
  return new SampledSpan({ library, tracer, offset, spansLeft: MOST_SPANS }, span);
}

/** Whether a span is sent; one that is not still hands its ids on. */
export function isSampled(span: Span): boolean {
  return span instanceof SampledSpan;
}

abstract class IdentifiedSpan {
  isEnded = false;
  readonly #context: SpanContext;

  constructor(context: SpanContext) {
    this.#context = context;
  }

  get ids(): Span['ids'] {
    const { traceId, spanId } = this.#context;
    return { trace_id: traceId, span_id: spanId };
  }

  get traceparent(): string {
    const { traceId, spanId, traceFlags } = this.#context;
    return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`;
  }

  get headers(): Readonly<Record<string, string>> {
    const tracestate = this.#context.traceState?.serialize();
    return { traceparent: this.traceparent, ...(tracestate && { tracestate }) };
  }
}

/** A span that is not sampled, and stands for all spans within it. */
class SilentSpan extends IdentifiedSpan implements Span {
  child(): Span {
    return new SilentPart(this);
  }

  set(): void {}

  rename(): void {}

  watched(call: Call): Call {
    return call;
  }

  fail(): void {}

  end(): void {
    this.isEnded = true;
  }
}

/** A span that is left out: its work counts as that of the span around it. */
class SilentPart implements Span {
  readonly #around: Span;

  constructor(around: Span) {
    this.#around = around;
  }

  get ids(): Span['ids'] {
    return this.#around.ids;
  }

  get traceparent(): string {
    return this.#around.traceparent;
  }

  get headers(): Span['headers'] {
    return this.#around.headers;
  }

  get isEnded(): boolean {
    return this.#around.isEnded;
  }

  child(): Span {
    return this;
  }

  set(): void {}

  rename(): void {}

  watched(call: Call): Call {
    return call;
  }

  fail(): void {}

  end(): void {}
}

class SampledSpan extends IdentifiedSpan implements Span {
  readonly #trace: Trace;
  readonly #span: SdkSpan;
  #statements: StatementGroups | undefined;

  constructor(trace: Trace, span: SdkSpan) {
    super(span.spanContext());
    this.#trace = trace;
    this.#span = span;
  }

  child(name: string, kind: SpanKind = 'internal', attributes: SpanAttributes = {}): Span {
    if (this.#trace.spansLeft <= 0) return new SilentPart(this);
    const span = this.#start(name, kind, attributes, performance.now());
    return new SampledSpan(this.#trace, span);
  }

  set(attributes: SpanAttributes): void {
    this.#span.setAttributes(attributes);
  }

  rename(name: string): void {
    this.#span.updateName(name);
  }

  watched(call: Call): Call {
    return call.with({ session: (present) => aroundStatements(present, countStatement) });
  }

  count(...statement: Parameters<StatementGroups['add']>): void {
    (this.#statements ??= new StatementGroups()).add(...statement);
  }

  fail(error: unknown): void {
    this.#span.setStatus({ code: this.#trace.library.SpanStatusCode.ERROR });
    this.#span.setAttribute('error.type', errorType(error));
  }

  end(): void {
    if (this.isEnded) return;
    this.isEnded = true;
    const { offset } = this.#trace;
    for (const group of this.#statements?.all() ?? []) {
      if (this.#trace.spansLeft <= 0) break;
      this.#start(group.summary.text, 'client', statementAttributes(group), group.begun).end(group.ended + offset);
    }
    this.#span.end(performance.now() + offset);
  }

  #start(name: string, kind: SpanKind, attributes: SpanAttributes, startedAt: number): SdkSpan {
    const { library, tracer, offset } = this.#trace;
    this.#trace.spansLeft -= 1;
    const context: Context = library.trace.setSpan(library.ROOT_CONTEXT, this.#span);
    return tracer.startSpan(name, { kind: kindOf(library, kind), attributes, startTime: startedAt + offset }, context);
  }
}

/** Counts a statement in the span whose work it is. */
const countStatement: AroundStatement = async (send, _, sql, kind) => {
  const span = currentSpan();
  if (!(span instanceof SampledSpan)) return await send();
  const begun = performance.now();
  try {
    return await send();
  } finally {
    span.count(sql, kind, begun, performance.now());
  }
};

function statementAttributes({ summary, kind, count, milliseconds }: StatementGroup): SpanAttributes {
  return {
    'db.system.name': kind === 'postgres' ? 'postgresql' : 'sqlite',
    'db.operation.name': summary.operation,
    'db.query.summary': summary.text,
    ...(summary.table && { 'db.collection.name': summary.table }),
    'souk.statements': count,
    'souk.statements.milliseconds': milliseconds,
  };
}

function kindOf({ SpanKind: kinds }: Library, kind: LocalRoot['kind']): SdkSpanKind {
  if (kind === 'server') return kinds.SERVER;
  if (kind === 'client') return kinds.CLIENT;
  return kind === 'consumer' ? kinds.CONSUMER : kinds.INTERNAL;
}

/** The kind of an error, its code, or the name of its class. */
function errorType(error: unknown): string {
  if (error instanceof PlatformError) return error.kind;
  return errorCode(error) ?? (error instanceof Error ? error.name : typeof error);
}
