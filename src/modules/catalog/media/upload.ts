import { createHash } from 'node:crypto';
import type { In } from '../../../kernel/types.ts';
import type { ImageContent } from '../products/types.ts';
import { mediaErrors } from './errors.ts';
import { extensions, imageFacts } from './image.ts';

/** An uploaded image that was checked. */
export interface Upload {
  readonly content: Buffer;
  /** SHA-256 of the content, as hexadecimal digits. */
  readonly hash: string;
  /** File name with an extension, of letters, digits, `_`, `-` and `.` only. */
  readonly name: string;
}

const forbidden = /[\\/?*:";<>()|{}]/;
const MAX_NAME_LENGTH = 90;

/** Checks an uploaded image by its content, its type and its name, in this order. Throws 400. */
export function readUpload(sent: In<typeof ImageContent>): Upload {
  const content = decodeBase64(sent.base64_encoded_data ?? '');
  const facts = content && imageFacts(content);
  if (!facts) throw mediaErrors.noBase64();
  if (sent.type !== facts.mime) throw mediaErrors.wrongType();
  const name = sent.name ?? '';
  if (name === '' || forbidden.test(name)) throw mediaErrors.forbiddenName();
  return {
    content,
    hash: createHash('sha256').update(content).digest('hex'),
    name: fileName(name, extensions[facts.mime]),
  };
}

/** The bytes of a base64 text; undefined when it is none. Blanks within it do not count. */
function decodeBase64(text: string): Buffer | undefined {
  const signs = /\s/.test(text) ? text.replace(/\s+/g, '') : text;
  if (signs === '' || !/^[A-Za-z0-9+/]+={0,2}$/.test(signs)) return undefined;
  return Buffer.from(signs, 'base64');
}

/** A name that is safe as one of a file: `second image` → `second_image.png`. */
function fileName(sent: string, extension: string): string {
  const dot = sent.lastIndexOf('.');
  const [stem, end] = dot > 0 ? [sent.slice(0, dot), sent.slice(dot + 1)] : [sent, ''];
  // The extension decides how the file is served: only one of an image is kept.
  const kept = /^(?:png|jpe?g|gif)$/i.test(end) ? end : extension;
  const safe = (kept === end ? stem : sent).replace(/[^a-z0-9_.-]+/gi, '_').replace(/^[._]+$/, 'file');
  return `${safe.slice(0, MAX_NAME_LENGTH)}.${kept}`;
}
