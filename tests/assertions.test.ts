import { expect, test } from 'vitest';
import { countUncheckedClaims } from './support/assertions.ts';

/** Greatest numbers in src and the client. They only fall: a change that leaves fewer of them lowers its limit. */
const limits = { nonNull: 40, casts: 190 };

test('the sources make no more claims that the compiler cannot check', () => {
  expect(countUncheckedClaims()).toEqual(limits);
});
