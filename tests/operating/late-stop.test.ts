import { execFile } from 'node:child_process';
import { expect, test } from 'vitest';

const signals = new URL('../../src/program/cli/signals.ts', import.meta.url);

/** A process that is to end after `patience` milliseconds, and holds what `work` does. */
function stopping(work: string, patience: number): Promise<{ code: number; stdout: string }> {
  const script = `
    import { createServer } from 'node:net';
    import { endLate } from '${signals.href}';
    endLate({ error: (facts, text) => console.log(JSON.stringify({ ...facts, text })) }, 0, ${patience});
    ${work}`;
  return new Promise((resolve) => {
    execFile(process.execPath, ['--input-type=module', '-e', script], (error, stdout) =>
      resolve({ code: error ? Number(error.code) : 0, stdout }),
    );
  });
}

test('a stopping process that something holds ends with a line about it', async () => {
  const { code, stdout } = await stopping('createServer().listen(0);', 50);
  expect(code).toBe(1);
  const text = 'the process did not stop within 0.05 s: it ends now';
  expect(JSON.parse(stdout)).toEqual({ held: expect.arrayContaining(['TCPServerWrap']), text });
});

test('one that has finished its work ends by itself', async () => {
  expect(await stopping('createServer().listen(0, function () { this.close(); });', 600_000)).toEqual({
    code: 0,
    stdout: '',
  });
});
