/** A moment in UTC as it is stored and sent: `YYYY-MM-DD HH:MM:SS`. */
export function formatTime(moment: Date): string {
  return moment.toISOString().slice(0, 19).replace('T', ' ');
}

/** Reads a time as it is stored (UTC). */
export function parseTime(text: string): Date {
  return new Date(`${text.replace(' ', 'T')}Z`);
}
