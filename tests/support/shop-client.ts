import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type * as clientSource from '../../packages/client/src/index.ts';

const script = fileURLToPath(new URL('../../scripts/build-client.mjs', import.meta.url));

/** The typed client as it is published, built once for the run by the first test that needs it. */
export const clientFolder = join(dirname(process.env.SOUK_TEST_ENTRY!), 'client');
if (!existsSync(clientFolder)) execFileSync(process.execPath, [script, clientFolder], { stdio: 'inherit' });

const built = (await import(pathToFileURL(join(clientFolder, 'index.js')).href)) as typeof clientSource;

/** Makes a client. */
export const { createClient, SoukError } = built;
/** A typed client of a server. */
export type ShopClient = clientSource.Client;
