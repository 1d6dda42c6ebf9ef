import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readBodyStart } from '../../kernel/response-body.ts';
import type { Settings } from '../../kernel/platform.ts';

/** How long a server may take to answer before it counts as stopped, in milliseconds. */
const ANSWER_WAIT = 5_000;

const fileIn = ({ varFolder }: Settings): string => join(varFolder, 'address');

/** Stores the address of the running server for other commands of this shop; returns a function that removes it. */
export function noteServerAddress(settings: Settings, address: string): () => void {
  const file = fileIn(settings);
  writeFileSync(file, address);
  return () => {
    if (readNote(file) === address) rmSync(file, { force: true });
  };
}

/**
 * The address of this shop's console: the configured base URL, the address of the server that runs on this machine, or the one that
 * it would have by the settings.
 */
export async function shopAddress(settings: Settings): Promise<string> {
  if (settings.baseUrl !== undefined) return settings.baseUrl;
  const noted = readNote(fileIn(settings));
  return noted !== undefined && (await isLive(noted)) ? noted : `http://${settings.host}:${settings.port}`;
}

function readNote(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

async function isLive(address: string): Promise<boolean> {
  try {
    const { ok, body } = await fetch(`${address}/health/live`, { signal: AbortSignal.timeout(ANSWER_WAIT) });
    await readBodyStart(body, 0);
    return ok;
  } catch {
    return false;
  }
}
