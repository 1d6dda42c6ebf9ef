import { Badge } from '../parts/badge.tsx';

interface Called {
  readonly user?: string | null;
  readonly user_type: string | null;
  readonly user_id: number | null;
}

/** The time of day of a moment, with the day before it. */
export function timeOf(moment: string): string {
  return moment.replace('T', ' ').replace(/(\.\d+)?Z$/, '');
}

/** A URL as people read it, however its parameters are written. */
export function decodedUrl(url: string): string {
  try {
    return decodeURIComponent(url);
  } catch {
    return url;
  }
}

/** Who has made a call. */
export function whoOf({ user, user_type: type, user_id: id }: Called): string {
  if (type === 'guest') return 'a guest';
  return `${user ?? `#${id}`} (${type})`;
}

/** The HTTP status of a call, with a colour that says how it went. */
export function Status({ status }: { status: number }) {
  if (status === 0) return <Badge kind="bad">not answered</Badge>;
  return <Badge kind={status < 400 ? 'good' : status < 500 ? 'warn' : 'bad'}>{status}</Badge>;
}
