import { readFileSync } from 'node:fs';
import type { CommandHost } from '../kernel/commands.ts';
import { readProducts } from '../import/product-file.ts';
import { startProgress } from './progress.ts';
import { importRecords } from '../import/records.ts';

/** `import`: products from a CSV or JSON file. */
export function registerImportCommand({ program, withPlatform }: CommandHost): void {
  program
    .command('import')
    .description('create or update products from a CSV or JSON file')
    .argument(
      '<file>',
      'products.csv (first row: field and attribute codes) or products.json (a list of products as on the wire)',
    )
    .action((file: string) =>
      withPlatform(async (platform) => {
        const products = readProducts(file, readFileSync(file, 'utf8'));
        const progress = startProgress('Importing products', products.length);
        const refused = await importRecords(platform, 'products', products, (count) => progress.advance(count));
        progress.stop(`${products.length - refused.length} of ${products.length} products imported`);
        for (const { name, reason } of refused) console.error(`${name}: ${reason}`);
        if (refused.length > 0) process.exitCode = 1;
      }),
    );
}
