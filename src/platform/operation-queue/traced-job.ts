import type { Call } from '../../kernel/call.ts';
import type { Span, Tracing } from '../../kernel/tracing.ts';
import type { ClaimedOperation } from './broker.ts';
import type { Bulk } from './bulks.ts';

/** Attempts an operation in a trace of its own, which is linked to the request that it came with. */
export function traceJob<T>(
  tracing: Tracing,
  call: Call,
  { operation, bulk }: { readonly operation: ClaimedOperation; readonly bulk: Bulk },
  attempt: (call: Call, span: Span) => Promise<T>,
): Promise<T> {
  const attributes = {
    'souk.topic': bulk.topic,
    'souk.bulk.uuid': bulk.uuid,
    'souk.operation.id': operation.id,
    'souk.operation.key': operation.key,
    'souk.caller.type': bulk.caller.type,
  };
  const work = { name: `operation ${bulk.topic}`, kind: 'consumer', attributes, origins: [bulk.traceparent] } as const;
  return tracing.background(work, (span) => attempt(span.watched(call), span));
}
