import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Builds the server once for the whole run; the tests start it as a process of its own, as a user would. */
export function setup(): () => void {
  const folder = `${root}dist/test-${process.pid}`;
  mkdirSync(folder, { recursive: true });
  const entry = `${folder}/souk.mjs`;
  execFileSync(process.execPath, [`${root}scripts/build.mjs`, entry], { stdio: 'inherit' });
  process.env.SOUK_TEST_ENTRY = entry;
  return () => rmSync(folder, { recursive: true, force: true });
}
