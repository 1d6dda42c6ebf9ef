import type { Call } from '../../kernel/call.ts';
import type { Worker } from '../../kernel/module.ts';
import type { Platform } from '../../kernel/platform.ts';
import { retentionInterval, startRepeating } from '../../kernel/repeating.ts';
import { system } from '../../kernel/system.ts';
import { formatTime } from '../../kernel/time.ts';
import { uploadPath } from './uploads.ts';

/** Milliseconds after which an unused upload is removed. */
const KEPT = 24 * 60 * 60_000;
/** The folder of unused uploads of releases before 0.3.0. */
const EARLIER_FOLDER = 'negotiable_quote/upload';
/** Uploads of a turn of the removal. */
const UPLOADS = 100;

/** Removes uploads repeatedly that nothing used within a day. */
export function startUploadRemoval(platform: Platform): Worker {
  const call = platform.newCall(system.caller, system.scope);
  return startRepeating({
    interval: retentionInterval(platform),
    turn: () => removeOldUploads(call),
    failed: (error) => platform.log.warn({ err: error }, 'old uploads cannot be removed'),
  });
}

/** Removes the oldest unused uploads with their files. */
async function removeOldUploads(call: Call): Promise<'more' | void> {
  const { files } = call.services.upload;
  const moment = new Date(call.clock.now().getTime() - KEPT);
  await files.removeOlder(EARLIER_FOLDER, moment);
  const old = await call.db
    .selectFrom('upload')
    .select('upload_key')
    .where('expires_at', '<', formatTime(moment))
    .limit(UPLOADS)
    .execute();
  if (old.length === 0) return;
  const keys = old.map(({ upload_key }) => upload_key);
  for (const key of keys) await files.remove(uploadPath(key));
  await call.transaction((inside) => inside.db.deleteFrom('upload').where('upload_key', 'in', keys).execute());
  return old.length === UPLOADS ? 'more' : undefined;
}
