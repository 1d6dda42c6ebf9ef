import type { Tracing } from '../../kernel/tracing.ts';
import type { Parcel, ParcelOutcome } from './parcels.ts';

/** Sends a parcel in a trace of its own, which is linked to the traces of its changes. */
export function sendTracedParcel(
  tracing: Tracing,
  provider: number,
  { events }: Parcel,
  send: () => Promise<ParcelOutcome>,
): Promise<ParcelOutcome> {
  const attributes = { 'souk.event.provider': provider, 'souk.events': events.length };
  const origins = events.map(({ change }) => change.traceparent);
  return tracing.background({ name: 'deliver events', kind: 'internal', attributes, origins }, async (span) => {
    const outcome = await send();
    span.set({ 'souk.event.state': outcome.state });
    if (outcome.state !== 'delivered') span.fail(new Error(outcome.state));
    return outcome;
  });
}
