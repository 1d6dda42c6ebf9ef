import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { startProcess } from '../support/souk.ts';
import { photograph } from './originals.ts';

test('a server without the library of images serves originals, and says so once', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'souk-no-library-'));
  const hook = join(folder, 'hook.mjs');
  writeFileSync(
    hook,
    `import { registerHooks } from 'node:module';
     registerHooks({ resolve: (name, from, next) => next(name === 'sharp' ? 'no-such-library' : name, from) });`,
  );
  const souk = await startProcess();
  try {
    await souk.restart({ NODE_OPTIONS: `--import=${pathToFileURL(hook).href}` });
    const content = await photograph(100, 100);
    mkdirSync(join(souk.env.SOUK_VAR!, 'media'), { recursive: true });
    writeFileSync(join(souk.env.SOUK_VAR!, 'media/photo.jpg'), content);
    for (const width of [10, 20]) {
      const response = await fetch(`${souk.base}/media/photo.jpg?width=${width}&format=webp`);
      expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
      expect(Buffer.from(await response.arrayBuffer())).toEqual(content);
    }
    expect(souk.output().match(/library of images/g)).toHaveLength(1);
  } finally {
    await souk.stop();
    rmSync(folder, { recursive: true, force: true });
  }
});
