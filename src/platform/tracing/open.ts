import { randomUUID } from 'node:crypto';
import type { SpanContext } from '@opentelemetry/api';
import type { Logger } from 'pino';
import packageJson from '../../../packages/souk/package.json' with { type: 'json' };
import type { TracingSettings } from '../../kernel/platform.ts';
import type { RegisteredRoute } from '../../kernel/registry.ts';
import type { ArrivedRequest } from '../../kernel/request-watch.ts';
import { pathMasker } from '../../kernel/secret-paths.ts';
import { runIn, type Tracing } from '../../kernel/tracing.ts';
import { createSpanSender } from './collector.ts';
import { traceRequest, tracedMethod } from './request.ts';
import { createSampler } from './sampler.ts';
import { startRoot, type Library } from './spans.ts';

/** Requests that left background work and that its span names; further ones are left out. */
const MOST_LINKS = 32;
const LONGEST_ATTRIBUTE = 1024;

/** Starts to trace this process. `routes`: those whose paths have secrets to mask. */
export async function openTracing(
  settings: TracingSettings,
  routes: readonly RegisteredRoute[],
  log: Logger,
): Promise<Tracing> {
  // Of which a process without traces loads nothing.
  const { openTelemetry: library } = await import('./opentelemetry.ts');
  const sender = createSpanSender(library, settings, log);
  const provider = new library.TracerProvider({
    sampler: createSampler(library, settings.sampler),
    resource: library.resourceFromAttributes({
      'service.version': packageJson.version,
      'service.instance.id': randomUUID(),
      'process.pid': process.pid,
      'telemetry.sdk.name': 'opentelemetry',
      'telemetry.sdk.language': 'nodejs',
      ...settings.resource,
    }),
    spanLimits: { attributeValueLengthLimit: LONGEST_ATTRIBUTE },
    spanProcessors: [sender.processor],
  });
  const tracer = provider.getTracer('souk', packageJson.version);
  const maskPath = pathMasker(routes);
  return {
    request(arrived) {
      const method = tracedMethod(arrived.method);
      const attributes = { 'http.request.method': method, 'souk.request.id': arrived.id };
      const parent = remoteParent(library, arrived);
      const { startedAt } = arrived;
      const root = startRoot(library, tracer, { name: method, kind: 'server', attributes, parent, startedAt });
      return traceRequest({ root, arrived, maskPath });
    },
    background({ name, kind, attributes, origins }, run) {
      const links = originsOf(library, origins).map((context) => ({ context }));
      const startedAt = performance.now();
      return runIn(startRoot(library, tracer, { name, kind, attributes, links, startedAt }), run);
    },
    counts: sender.counts,
    close: sender.close,
  };
}

/** The span of the caller, by W3C Trace Context; undefined: the headers are absent or invalid. */
function remoteParent({ TraceState, parseTraceParent }: Library, { headers }: ArrivedRequest): SpanContext | undefined {
  const { traceparent, tracestate } = headers;
  const parent = typeof traceparent === 'string' ? parseTraceParent(traceparent) : null;
  if (!parent) return undefined;
  const state = Array.isArray(tracestate) ? tracestate.join() : tracestate;
  return { ...parent, isRemote: true, ...(state && { traceState: new TraceState(state) }) };
}

/** The spans that left work to be done, each once. */
function originsOf({ parseTraceParent }: Library, origins: readonly (string | null | undefined)[]): SpanContext[] {
  const distinct = new Set(origins.filter((one) => typeof one === 'string').slice(0, MOST_LINKS));
  return [...distinct].flatMap((one) => parseTraceParent(one) ?? []);
}
