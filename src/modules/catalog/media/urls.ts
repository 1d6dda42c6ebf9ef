import type { Call } from '../../../kernel/call.ts';
import { placeholders } from '../configuration.ts';
import { NO_SELECTION } from './entry.ts';
import { placeholderFile, type ImageRole } from './placeholder.ts';

/** Whether the value of a role is the path of an image. */
export function isImageFile(file: unknown): file is string {
  return typeof file === 'string' && file !== '' && file !== NO_SELECTION;
}

/** The address of a file of a product: `/m/u/mug.png`. */
export function imageUrl(call: Call, file: string, storeId: number = call.scope.storeId): string {
  return `${call.services.store.mediaUrl(call, storeId)}catalog/product${file}`;
}

/** The address of the image of a role, by the role's value; without an image, that of the placeholder which the store view is set to. */
export function roleImageUrl(call: Call, role: ImageRole, file: unknown, storeId: number = call.scope.storeId): string {
  if (isImageFile(file)) return imageUrl(call, file, storeId);
  const placeholder = call.config.of(placeholders[role], { storeId })?.replace(/^\/+/, '');
  return imageUrl(call, `/placeholder/${placeholder ? encodeURI(placeholder) : placeholderFile(role)}`, storeId);
}
