import { expect, test } from 'vitest';
import { readSetting } from '../../src/kernel/settings.ts';
import { itemSettings } from '../../src/modules/inventory/configuration.ts';

test.each([
  [undefined, 1],
  ['', 1],
  [' 2.5 ', 2.5],
  ['{"32000":"3","1":"5"}', 3],
  ['{"1":"5"}', 1],
  ['0', 1],
  ['-2', 1],
  ['{', 1],
])('the least quantity of a cart, stored as %j, is %d', (stored, quantity) => {
  expect(readSetting(itemSettings.leastInCart, stored)).toBe(quantity);
});
