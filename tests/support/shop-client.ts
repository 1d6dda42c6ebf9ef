import { execFileSync } from 'node:child_process';
import { existsSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { expect } from 'vitest';
import type * as clientSource from '../../packages/client/src/index.ts';
import { fetchChecked, type Client } from './client.ts';

export type { Answered, Sent } from '../../packages/client/src/index.ts';

const script = fileURLToPath(new URL('../../scripts/build-client.mjs', import.meta.url));

/** The typed client as it is published, built once for the run by the first test that needs it. */
export const clientFolder = join(dirname(process.env.SOUK_TEST_ENTRY!), 'client');
if (!existsSync(clientFolder)) build();

function build(): void {
  const own = `${clientFolder}-${process.pid}`;
  execFileSync(process.execPath, [script, own], { stdio: 'inherit' });
  try {
    renameSync(own, clientFolder);
  } catch (error) {
    // Another worker of the run was first: what it has built is the same.
    if (!existsSync(clientFolder)) throw error;
    rmSync(own, { recursive: true });
  }
}

const built = (await import(pathToFileURL(join(clientFolder, 'index.js')).href)) as typeof clientSource;

/** Makes a client. */
export const { createClient, SoukError } = built;
/** A typed client of a server. */
export type ShopClient = clientSource.Client;
/** The typed client of a caller, in the caller's store scope. */
export function typed({ base, token, storeCode }: Client): ShopClient {
  return createClient({ baseUrl: base, token, store: storeCode || undefined, fetch: fetchChecked });
}

/** Expects a call to fail: its status and, with placeholders filled in, its message. Gives the error. */
export async function refused(
  call: Promise<unknown>,
  status: number,
  message?: string | RegExp,
): Promise<InstanceType<typeof SoukError>> {
  const thrown: unknown = await call.then(
    (answer) => new Error(`was not refused, but answered ${JSON.stringify(answer).slice(0, 600)}`),
    (error: unknown) => error,
  );
  if (!(thrown instanceof SoukError)) throw thrown;
  expect(thrown.status, `${thrown.operation} -> ${thrown.status} ${thrown.message}`).toBe(status);
  if (message instanceof RegExp) expect(thrown.message).toMatch(message);
  else if (message !== undefined) expect(thrown.message).toBe(message);
  return thrown;
}
