import { Badge } from '../parts/badge.tsx';
import { named, t } from '../texts/text.ts';
import { momentText } from '../texts/format.ts';

interface Called {
  readonly user?: string | null;
  readonly user_type: string | null;
  readonly user_id: number | null;
}

/** A moment as date and time in the format of the locale. */
export const timeOf = momentText;

/** A URL with decoded parameters, for people. */
export function decodedUrl(url: string): string {
  try {
    return decodeURIComponent(url);
  } catch {
    return url;
  }
}

/** The caller, for people. */
export function whoOf({ user, user_type: type, user_id: id }: Called): string {
  if (type === 'guest') return t('guest');
  return `${user ?? `#${id}`} (${named(type ?? '')})`;
}

/** The HTTP status of a call, with a colour. `result`: how its GraphQL operation ended. */
export function Status({ status, result }: { status: number; result?: string | null | undefined }) {
  if (status === 0) return <Badge kind="bad">{t('no response')}</Badge>;
  if (status < 400 && result === 'failed') return <Badge kind="warn">{t('{status}, errors', { status })}</Badge>;
  if (status < 400 && result === 'partial') return <Badge kind="warn">{t('{status}, partial data', { status })}</Badge>;
  return <Badge kind={status < 400 ? 'good' : status < 500 ? 'warn' : 'bad'}>{status}</Badge>;
}
