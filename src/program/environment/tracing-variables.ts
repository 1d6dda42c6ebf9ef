import * as t from './types.ts';
import { variable } from './variable.ts';

/** The environment variables of traces: OpenTelemetry's own names and values. */
export const tracingVariables = {
  otlpEndpoint: variable(
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    t.publicUrl,
    '',
    'address of an OpenTelemetry collector for traces (`http://localhost:4318`), sent to `/v1/traces` there; empty: nothing is traced',
  ),
  otlpTracesEndpoint: variable(
    'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
    t.url('http', 'https'),
    '',
    'address that takes traces as it is, in place of OTEL_EXPORTER_OTLP_ENDPOINT',
  ),
  otlpHeaders: variable(
    'OTEL_EXPORTER_OTLP_HEADERS',
    t.pairs,
    '',
    'headers of requests to the collector (`api-key=…`), separated by commas, with values encoded as in URLs',
  ),
  otlpTracesHeaders: variable(
    'OTEL_EXPORTER_OTLP_TRACES_HEADERS',
    t.pairs,
    '',
    'further headers, which win over those of OTEL_EXPORTER_OTLP_HEADERS',
  ),
  otlpProtocol: variable(
    'OTEL_EXPORTER_OTLP_PROTOCOL',
    t.oneOf('http/protobuf', 'http/json'),
    'http/protobuf',
    'format of the traces: `http/protobuf` or `http/json`',
  ),
  otlpTimeout: variable(
    'OTEL_EXPORTER_OTLP_TIMEOUT',
    t.wholeNumber(1, 600_000),
    '10000',
    'milliseconds that the collector may take for a request',
  ),
  traceDelay: variable(
    'OTEL_BSP_SCHEDULE_DELAY',
    t.wholeNumber(0, 600_000),
    '5000',
    'milliseconds that spans wait for others, to be sent together',
  ),
  traceQueue: variable(
    'OTEL_BSP_MAX_QUEUE_SIZE',
    t.wholeNumber(1, 1_000_000),
    '2048',
    'limit of spans that wait to be sent; further ones are dropped',
  ),
  serviceName: variable(
    'OTEL_SERVICE_NAME',
    t.text,
    '',
    'name of the service in traces; empty: `service.name` of OTEL_RESOURCE_ATTRIBUTES, or `souk`',
  ),
  resourceAttributes: variable(
    'OTEL_RESOURCE_ATTRIBUTES',
    t.pairs,
    '',
    'attributes of the service in traces (`deployment.environment.name=production`), separated by commas',
  ),
  tracesSampler: variable(
    'OTEL_TRACES_SAMPLER',
    t.oneOf(
      'always_on',
      'always_off',
      'traceidratio',
      'parentbased_always_on',
      'parentbased_always_off',
      'parentbased_traceidratio',
    ),
    'parentbased_always_on',
    'which traces are sampled: `always_on`, `always_off`, `traceidratio`, or these with `parentbased_` for those whose caller has not decided',
  ),
  tracesSamplerArgument: variable(
    'OTEL_TRACES_SAMPLER_ARG',
    t.share,
    '1',
    'share of the traces that `traceidratio` samples, from 0 to 1',
  ),
  isTracingDisabled: variable(
    'OTEL_SDK_DISABLED',
    (value) => value.toLowerCase() === 'true',
    'false',
    '`true`: nothing is traced in spite of an endpoint',
  ),
};
