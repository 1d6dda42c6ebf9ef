import type { Out } from '../../../kernel/types.ts';
import type { MediaGalleryEntry } from '../products/types.ts';
import type { GalleryEntry } from './entry.ts';

/** An image or video of a product for a response. */
export function presentEntry(entry: GalleryEntry): Out<typeof MediaGalleryEntry> {
  return {
    id: entry.id,
    media_type: entry.media_type,
    label: entry.label,
    position: entry.position,
    disabled: entry.disabled,
    types: [...entry.roles],
    file: entry.file,
    extension_attributes: entry.video ? { video_content: entry.video } : undefined,
  };
}
