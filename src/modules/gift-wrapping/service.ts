import { join } from 'node:path';
import { createMediaFiles, type MediaFiles } from '../../storage/media-files.ts';

/** What gift wrapping offers as `call.services.giftWrapping`. */
interface GiftWrappingService {
  /** The pictures of designs. */
  readonly images: MediaFiles;
}

declare module '../../kernel/call.ts' {
  interface Services {
    giftWrapping: GiftWrappingService;
  }
}

/** Makes the module's service. */
export function createGiftWrappingService(mediaFolder: string, varFolder: string): GiftWrappingService {
  return { images: createMediaFiles(join(mediaFolder, 'wrapping'), varFolder) };
}
