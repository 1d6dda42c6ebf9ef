import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { address } from '../support/customers.ts';

const examples = new URL('../../examples/modules/', import.meta.url);

/** The file of an example, for imports. */
export function exampleFile(name: string): string {
  return new URL(`${name}/index.ts`, examples).href;
}

/** The file of a module that is for tests alone, for imports. */
export function testModule(name: string): string {
  return new URL(`./${name}/index.ts`, import.meta.url).href;
}

/** A new folder with these files. */
export function writeFolder(files: Readonly<Record<string, string>>): { readonly path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'souk-shop-'));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(path, name)), { recursive: true });
    writeFileSync(join(path, name), text);
  }
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/** The output of a command that ended. */
interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** The program that the run has built. */
export const program = process.env.SOUK_TEST_ENTRY ?? '';

/** Runs `souk <args>` in a folder, as a user of that folder does. */
export function soukIn(folder: string, args: readonly string[], env: Record<string, string> = {}): Promise<Ended> {
  return new Promise((resolve) => {
    const options = { cwd: folder, env: { ...process.env, ...env } };
    execFile(process.execPath, [program, ...args], options, (error, stdout, stderr) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, stdout, stderr }),
    );
  });
}

/** A new folder with these files, which is removed at the end of the test. */
export function shopWith(files: Readonly<Record<string, string>>): string {
  const folder = writeFolder(files);
  onTestFinished(folder.remove);
  return folder.path;
}

/** The sentence by which a command of a shop fails. */
export async function refusal(folder: string, env: Record<string, string> = {}, command = 'modules'): Promise<string> {
  const { code, stderr } = await soukIn(folder, [command], { SOUK_LOG: 'silent', ...env });
  expect(code).toBe(1);
  return stderr.trim();
}

/** The addresses of a buyer in California. */
export function buyer() {
  const one = { ...address(), region_id: 12, region: undefined };
  return { shipping_address: one, billing_address: one };
}
