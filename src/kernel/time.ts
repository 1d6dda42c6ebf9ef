/** A moment in UTC as it is stored and sent: `YYYY-MM-DD HH:MM:SS`. */
export function formatTime(moment: Date): string {
  const second = Math.floor(moment.getTime() / 1000);
  if (second !== last.second) last = { second, text: moment.toISOString().slice(0, 19).replace('T', ' ') };
  return last.text;
}

/** What was formatted last: most moments are now. */
let last = { second: NaN, text: '' };

/** Reads a time as it is stored (UTC). */
export function parseTime(text: string): Date {
  return new Date(`${text.replace(' ', 'T')}Z`);
}
