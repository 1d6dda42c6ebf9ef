import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { until } from '../support/client.ts';
import { spansOfProtobuf } from './protobuf.ts';

/** A value of an attribute, as OTLP writes it in JSON. */
type SentValue = Readonly<Record<string, string | number | boolean>>;

interface SentAttribute {
  readonly key: string;
  readonly value: SentValue;
}

interface SentSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly traceState?: string;
  readonly name: string;
  readonly kind: number;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly SentAttribute[];
  readonly links?: readonly { readonly traceId: string; readonly spanId: string }[];
  readonly status: { readonly code?: number };
}

/** A span as the collector has it. */
export interface CollectedSpan extends Omit<SentSpan, 'attributes' | 'status'> {
  readonly values: Readonly<Record<string, unknown>>;
  readonly isFailed: boolean;
  readonly resource: Readonly<Record<string, unknown>>;
}

interface SentSpans {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly SentAttribute[] };
    readonly scopeSpans: readonly { readonly spans: readonly SentSpan[] }[];
  }[];
}

/** A collector of traces that speaks OTLP over HTTP. */
export interface Collector {
  /** For OTEL_EXPORTER_OTLP_ENDPOINT. */
  readonly url: string;
  readonly spans: CollectedSpan[];
  /** Names of spans that came in protobuf, with their traces in hexadecimal digits. */
  readonly binarySpans: { readonly traceId: string; readonly name: string }[];
  readonly requests: { readonly path: string; readonly headers: IncomingHttpHeaders; readonly text: string }[];
  /** Status of its responses; 'none': it takes requests and never responds. */
  status: number | 'none';
  /** The first span that fits, once it has come. */
  span(fits: (span: CollectedSpan) => boolean): Promise<CollectedSpan>;
  /** The spans below one, once the request that it belongs to has ended. */
  below(span: CollectedSpan): CollectedSpan[];
  stop(): Promise<void>;
}

/** Starts a collector. */
export async function startCollector(): Promise<Collector> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    const body = Buffer.concat(chunks);
    const { url = '', headers } = request;
    const text = body.toString();
    collector.requests.push({ path: url, headers, text });
    if (collector.status === 'none') return;
    if (collector.status === 200 && headers['content-type'] === 'application/json') {
      collector.spans.push(...spansOf(JSON.parse(text) as SentSpans));
    } else if (collector.status === 200) collector.binarySpans.push(...spansOfProtobuf(body));
    response.writeHead(collector.status, { 'content-type': 'application/json' }).end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const collector: Collector = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans: [],
    binarySpans: [],
    requests: [],
    status: 200,
    span: (fits) => until(async () => collector.spans.find(fits)),
    below: ({ traceId, spanId }) =>
      collector.spans.filter((one) => one.traceId === traceId && one.parentSpanId === spanId),
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
  return collector;
}

function spansOf({ resourceSpans }: SentSpans): CollectedSpan[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap(({ spans }) =>
      spans.map(({ attributes, status, ...span }) => ({
        ...span,
        values: valuesOf(attributes),
        isFailed: status.code === 2,
        resource: valuesOf(resource.attributes),
      })),
    ),
  );
}

function valuesOf(attributes: readonly SentAttribute[]): Record<string, unknown> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
}
