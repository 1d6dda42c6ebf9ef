import type { Call } from '../../kernel/call.ts';
import type { Files } from '../../kernel/files.ts';
import { createMediaFiles, type MediaFiles } from '../../storage/files/media.ts';
import { takenImages } from './pictures.ts';

/** Functions of gift wrapping for other modules, as `call.services.giftWrapping`. */
interface GiftWrappingService {
  /** The pictures of designs. */
  readonly images: MediaFiles;
}

declare module '../../kernel/merged-types.ts' {
  interface Services {
    giftWrapping: GiftWrappingService;
  }
}

/** Creates the module's service. */
export function createGiftWrappingService(files: Files): GiftWrappingService {
  const isUsed = async (call: Call, image: string): Promise<boolean> =>
    (await takenImages(call.db, { names: [image] })).length > 0;
  return { images: createMediaFiles(files, 'media/wrapping', isUsed) };
}
