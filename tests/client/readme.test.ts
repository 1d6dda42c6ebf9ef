import { execFile } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { clientFolder } from '../support/shop-client.ts';
import { startSouk } from '../support/souk.ts';

test('the example of the README runs', async () => {
  const readme = readFileSync(new URL('../../packages/client/README.md', import.meta.url), 'utf8');
  const [, example] = /^```ts\n([^]*?)^```$/m.exec(readme)!;
  const souk = await startSouk();
  const file = join(clientFolder, `example-${process.pid}.ts`);
  const given = `const [baseUrl, token] = ${JSON.stringify([souk.base, souk.admin.token])} as [string, string];\n`;
  writeFileSync(file, given + example!.replace("'souk-client'", "'./index.js'"));
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [file]);
    expect(stdout.trim().split('\n')).toEqual([
      'Mug 12.5',
      'mug',
      'complete cup-1',
      'complete cup-2',
      'complete cup-3',
      expect.stringMatching(/^404 The product that was requested doesn't exist/),
      'en_US',
    ]);
  } finally {
    rmSync(file);
    await souk.stop();
  }
});
