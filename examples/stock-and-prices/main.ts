// node main.ts [erp.csv]: brings prices and stock from a file of the ERP into the shop.
import { readFileSync, writeFileSync } from 'node:fs';
import { shop } from '../connect.ts';
import { readRows, sync } from './sync.ts';

const file = process.argv[2] ?? new URL('erp.csv', import.meta.url);
const rows = readRows(readFileSync(file, 'utf8'));
const refused = await sync(shop, rows);
console.log(`${rows.length - refused.length} of ${rows.length} products are up to date`);
if (refused.length > 0) {
  // In the same form, so that it can be sent again once it is mended.
  const lines = refused.map(({ sku, price, qty, reason }) =>
    [sku, price, qty, reason.replaceAll(/[;\n]/g, ' ')].join(';'),
  );
  writeFileSync('refused.csv', ['sku;price;qty;reason', ...lines, ''].join('\n'));
  console.error(`${refused.length} were refused: see refused.csv`);
  process.exitCode = 1;
}
