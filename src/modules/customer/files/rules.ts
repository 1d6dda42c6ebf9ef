import type { Call } from '../../../kernel/call.ts';
import { imageFacts, requireDrawable } from '../../../kernel/image.ts';
import type { Attribute } from '../../eav/service.ts';
import { attributeFileSize } from '../configuration.ts';
import { customerErrors } from '../errors.ts';

/** A file for an attribute, with the name that its owner gave. */
export interface AttributeFile {
  readonly name: string;
  readonly content: Buffer;
}

/** Endings of images; source: the interface's image attributes. */
const imageEndings: ReadonlySet<string> = new Set(['jpg', 'jpeg', 'png', 'gif']);
/** Endings that no attribute takes, whatever its rules: browsers or servers execute such files. */
const executedEndings: ReadonlySet<string> = new Set(
  'asp aspx bat cgi cmd com exe hta htaccess htm html jar js jsp mjs msi phar php php3 php4 php5 php7 phtml pht pl py sh shtml svg vbs xht xhtml xml xsl'.split(
    ' ',
  ),
);

/** Whether the values of an attribute are files. */
export function holdsFile({ frontendInput, isUserDefined }: Attribute): boolean {
  return isUserDefined && (frontendInput === 'file' || frontendInput === 'image');
}

/** The ending of a file name in lower case, without the dot; undefined for none. */
export function endingOf(fileName: string): string | undefined {
  return /[^.]\.([a-z0-9]{1,20})$/i.exec(fileName)?.[1]?.toLowerCase();
}

/** Whether an attribute takes files with the ending of this name. */
export function takesName({ frontendInput, validation }: Attribute, fileName: string): boolean {
  const ending = endingOf(fileName);
  if (ending === undefined || executedEndings.has(ending)) return false;
  if (frontendInput === 'image' && !imageEndings.has(ending)) return false;
  const allowed = String(validation.file_extensions ?? '').toLowerCase();
  return allowed.trim() === '' || allowed.split(',').some((one) => one.trim().replace(/^\./, '') === ending);
}

/** The greatest size of the files of an attribute, in bytes. */
export function largestOf(call: Call, { validation }: Attribute): number {
  const own = Number(validation.max_file_size);
  return own > 0 ? own : call.config.of(attributeFileSize);
}

/** Throws 400 for a file that the rules of an attribute do not allow. */
export function checkFile(call: Call, attribute: Attribute, { name, content }: AttributeFile, storeId: number): void {
  const label = attribute.labels.get(storeId) ?? attribute.label ?? attribute.code;
  if (!takesName(attribute, name)) throw customerErrors.fileEnding([label, name]);
  if (content.length === 0) throw customerErrors.fileEmpty([label]);
  const largest = largestOf(call, attribute);
  if (content.length > largest) throw customerErrors.fileSize([label, largest]);
  if (attribute.frontendInput === 'image') checkImage(attribute, content, label);
}

function checkImage({ validation }: Attribute, content: Buffer, label: string): void {
  const facts = imageFacts(content);
  if (!facts) throw customerErrors.noImage([label]);
  requireDrawable(facts);
  // The interface has both spellings.
  const height = Number(validation.max_image_height ?? validation.max_image_heght);
  const width = Number(validation.max_image_width);
  if (width > 0 && facts.width > width) throw customerErrors.imageWidth([label, width]);
  if (height > 0 && facts.height > height) throw customerErrors.imageHeight([label, height]);
}
