import type { Call } from '../../kernel/call.ts';
import type { ErrorFactory } from '../../kernel/errors.ts';
import type { In } from '../../kernel/types.ts';
import { allowedHosts } from './configuration.ts';
import { downloadableErrors } from './errors.ts';
import type { FileKind } from './files.ts';
import type { FileContent } from './types.ts';

/** Something to download: a file of the shop, or a URL elsewhere; without a type there is nothing. */
export interface DownloadResource {
  readonly type: string | null;
  readonly file: string | null;
  readonly url: string | null;
}

export const noResource: DownloadResource = { type: null, file: null, url: null };

/** A resource as it was sent. */
interface SentDownloadResource {
  readonly type: string | null | undefined;
  readonly file: string | null | undefined;
  readonly url: string | null | undefined;
  readonly content: In<typeof FileContent> | null | undefined;
}

/** A checked resource; `upload` is its file, which is yet to be written. */
interface CheckedDownloadResource {
  readonly resource: DownloadResource;
  readonly upload?: { readonly name: string; readonly content: Buffer };
}

const errorsOf: Record<FileKind, { type: ErrorFactory; url: ErrorFactory; domain: ErrorFactory; file: ErrorFactory }> =
  {
    links: {
      type: downloadableErrors.linkTypeInvalid,
      url: downloadableErrors.linkUrl,
      domain: downloadableErrors.linkDomain,
      file: downloadableErrors.linkFile,
    },
    link_samples: {
      type: downloadableErrors.linkSampleTypeInvalid,
      url: downloadableErrors.sampleUrl,
      domain: downloadableErrors.sampleDomain,
      file: downloadableErrors.linkSampleFile,
    },
    samples: {
      type: downloadableErrors.sampleTypeInvalid,
      url: downloadableErrors.sampleUrl,
      domain: downloadableErrors.sampleDomain,
      file: downloadableErrors.sampleFile,
    },
  };

/** The type of a resource. Throws 400 for one that is neither a file nor a URL. */
export function checkType(kind: FileKind, type: string | null | undefined): 'file' | 'url' {
  if (type !== 'file' && type !== 'url') throw errorsOf[kind].type();
  return type;
}

/** Checks a resource that was sent; where only its type was sent, the former one stays. */
export async function checkResource(
  call: Call,
  kind: FileKind,
  input: SentDownloadResource,
  before: DownloadResource,
): Promise<CheckedDownloadResource> {
  const type = input.type ?? null;
  if (type === null) return { resource: before };
  if (type === 'url') {
    const url = input.url ?? before.url ?? '';
    if (url !== before.url) checkUrl(call, kind, url);
    return { resource: { type, file: null, url } };
  }
  if (input.content) return { resource: { type, file: null, url: null }, upload: readContent(input.content) };
  const file = input.file || before.file;
  const isKnown = file && (file === before.file || (await call.services.downloadable.files.exists(kind, file)));
  if (!isKnown) throw errorsOf[kind].file();
  return { resource: { type, file, url: null } };
}

/** Writes the file of a resource. If the transaction is undone, the file stays, and nobody knows its name. */
export async function placeResource(
  call: Call,
  kind: FileKind,
  checked: CheckedDownloadResource,
): Promise<DownloadResource> {
  const { resource, upload } = checked;
  if (!upload) return resource;
  return { ...resource, file: await call.services.downloadable.files.write(kind, upload.name, upload.content) };
}

function checkUrl(call: Call, kind: FileKind, text: string): void {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:\/\//i.test(text)) throw errorsOf[kind].url();
  const allowed = call.config.of(allowedHosts);
  if (allowed.length > 0 && !allowed.includes(url.hostname)) throw errorsOf[kind].domain();
}

function readContent({ file_data, name }: In<typeof FileContent>): { name: string; content: Buffer } {
  const signs = (file_data ?? '').replace(/\s+/g, '');
  if (signs === '' || !/^[A-Za-z0-9+/]+={0,2}$/.test(signs)) throw downloadableErrors.content();
  if (!name || !/^[^\\/?*:";<>()|{}]+$/.test(name)) throw downloadableErrors.fileName();
  return { name, content: Buffer.from(signs, 'base64') };
}
