import type { Attributes, Context, Link, SpanKind } from '@opentelemetry/api';
import type { Sampler } from '@opentelemetry/sdk-trace';
import type { SamplerSetting } from '../../kernel/platform.ts';
import type { Library } from './spans.ts';

/**
 * Traces per second that are sampled because their callers ask for it by the flag of `traceparent`, and how many at once. Anybody can
 * send the flag: beyond this, the own share decides.
 */
const PER_SECOND = 100;
const AT_ONCE = 200;

type Question = [Context, string, string, SpanKind, Attributes, Link[]];

/** Creates the sampler of a setting. Background work is sampled where the request that left it was. */
export function createSampler(library: Library, { isParentBased, ratio }: SamplerSetting): Sampler {
  const root = rootSampler(library, ratio);
  if (!isParentBased) return root;
  const { AlwaysOffSampler, AlwaysOnSampler, ParentBasedSampler, TraceFlags, trace } = library;
  const [on, off] = [new AlwaysOnSampler(), new AlwaysOffSampler()];
  const mayPass = createAllowance(PER_SECOND, AT_ONCE);
  const remoteParentSampled = {
    shouldSample: (...question: Question) => (mayPass() ? on : root).shouldSample(...question),
  };
  const byParent = new ParentBasedSampler({ root, remoteParentSampled });
  return {
    shouldSample(...question) {
      const [context, , , , , links] = question;
      if (links.length === 0 || trace.getSpanContext(context)) return byParent.shouldSample(...question);
      const isSampled = links.some((link) => (link.context.traceFlags & TraceFlags.SAMPLED) !== 0);
      return isSampled ? on.shouldSample() : off.shouldSample();
    },
  };
}

function rootSampler({ AlwaysOffSampler, AlwaysOnSampler, TraceIdRatioBasedSampler }: Library, ratio: number): Sampler {
  if (ratio >= 1) return new AlwaysOnSampler();
  return ratio <= 0 ? new AlwaysOffSampler() : new TraceIdRatioBasedSampler(ratio);
}

/** Allows `perSecond` events a second, `atOnce` of them at the same time. */
export function createAllowance(perSecond: number, atOnce: number, now = () => performance.now()): () => boolean {
  let left = atOnce;
  let lookedAt = now();
  return () => {
    const time = now();
    left = Math.min(atOnce, left + ((time - lookedAt) / 1000) * perSecond);
    lookedAt = time;
    if (left < 1) return false;
    left -= 1;
    return true;
  };
}
