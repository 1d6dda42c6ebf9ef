import { openProducts } from '../../faces/import/product-file.ts';
import { importRecords } from '../../faces/import/records.ts';
import type { ProgramHost } from './host.ts';
import { startProgress } from './progress.ts';

/** `import`: products from a CSV or JSON file. */
export function registerImportCommand({ program, withSouk }: ProgramHost): void {
  program
    .command('import')
    .description('create or update products from a CSV or JSON file')
    .argument(
      '<file>',
      'products.csv (first row: field and attribute codes) or products.json (a list of products in REST format)',
    )
    .action((file: string) =>
      withSouk(
        async ({ platform }) => {
          const { count, products } = await openProducts(platform, file);
          const progress = startProgress('Importing products', count);
          let imported = 0;
          await importRecords(platform, 'products', products, (batchSize, refused) => {
            progress.advance(batchSize);
            imported += batchSize - refused.length;
            for (const { name, reason } of refused) progress.complain(`${name}: ${reason}`);
          });
          progress.stop(`${imported} of ${count} products imported`);
          if (imported < count) process.exitCode = 1;
        },
        { installs: true },
      ),
    );
}
