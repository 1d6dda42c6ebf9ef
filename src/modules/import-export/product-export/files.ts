import { mkdir, stat, writeFile } from 'node:fs/promises';
import { dirname, isAbsolute, join, relative, resolve } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { Call } from '../../../kernel/call.ts';
import { errorCode } from '../../../kernel/thrown.ts';

/** Copies a file of the shop to its path in a folder, unless it is there. Paths cannot leave the folder; missing files are skipped. */
export async function copyFile(folder: string, path: string, read: () => Promise<Buffer | undefined>): Promise<void> {
  const root = resolve(folder);
  const target = join(root, path);
  const inside = relative(root, target);
  if (inside.startsWith('..') || isAbsolute(inside)) return;
  const content = await read();
  if (!content || (await sizeOf(target)) === content.length) return;
  await mkdir(dirname(target), { recursive: true });
  await writeFile(target, content);
}

async function sizeOf(file: string): Promise<number | undefined> {
  try {
    return (await stat(file)).size;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** The content of a download or of a sample; undefined if there is none at the path. */
export async function readDownload({ services }: Call, path: string): Promise<Buffer | undefined> {
  for (const kind of ['links', 'link_samples', 'samples'] as const) {
    const opened = await services.downloadable.files.open(kind, path);
    if (opened) return await buffer(opened.content);
  }
  return undefined;
}
