import { createHash } from 'node:crypto';
import { decodeBase64, imageFacts, imageFileName, isImageName, requireDrawable } from '../../../kernel/image.ts';
import type { In } from '../../../kernel/types.ts';
import type { ImageContent } from '../products/types.ts';
import { mediaErrors } from './errors.ts';

/** A checked image that was uploaded. */
export interface ImageUpload {
  readonly content: Buffer;
  /** SHA-256 of the content, as hexadecimal digits. */
  readonly hash: string;
  /** File name with an extension, of letters, digits, `_`, `-` and `.` only. */
  readonly name: string;
}

/** Checks an uploaded image by its content, its type and its name, in this order. Throws 400. */
export function readUpload(input: In<typeof ImageContent>): ImageUpload {
  const content = decodeBase64(input.base64_encoded_data ?? '');
  const facts = content && imageFacts(content);
  if (!facts) throw mediaErrors.noBase64();
  requireDrawable(facts);
  if (input.type !== facts.mime) throw mediaErrors.wrongType();
  const name = input.name ?? '';
  if (!isImageName(name)) throw mediaErrors.forbiddenName();
  return {
    content,
    hash: createHash('sha256').update(content).digest('hex'),
    name: imageFileName(name, facts),
  };
}
