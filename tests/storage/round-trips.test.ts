import { expect, test } from 'vitest';
import { RoundTrips } from '../../bench/postgres/round-trips.ts';

test('what is sent before an answer has come belongs to one round trip, on whichever connection', () => {
  const trips = new RoundTrips();
  const [one, other] = [trips.connection(), trips.connection()];
  one.asked();
  one.asked();
  other.asked();
  expect(trips.inSequence).toBe(0);
  one.answered();
  one.answered();
  other.answered();
  expect(trips.inSequence).toBe(1);
  other.asked();
  other.answered();
  one.asked();
  one.answered();
  expect(trips.inSequence).toBe(3);
});
