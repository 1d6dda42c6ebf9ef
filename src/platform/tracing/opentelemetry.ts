// The build writes this file with its libraries into a file of their own, which a process without traces never loads.
import { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace, TraceFlags } from '@opentelemetry/api';
import { parseTraceParent, TraceState } from '@opentelemetry/core';
import { JsonTraceSerializer, ProtobufTraceSerializer } from '@opentelemetry/otlp-transformer';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';

/** The parts of OpenTelemetry that tracing uses. */
export const openTelemetry = {
  AlwaysOffSampler,
  AlwaysOnSampler,
  JsonTraceSerializer,
  ParentBasedSampler,
  ProtobufTraceSerializer,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  TraceIdRatioBasedSampler,
  TraceState,
  TracerProvider,
  parseTraceParent,
  resourceFromAttributes,
  trace,
};
