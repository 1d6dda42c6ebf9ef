import { tn } from '../texts/text.ts';
/** The recorded part of a message's body. */
interface ShownBody {
  readonly body?: string | null;
  readonly bytes?: number | null;
  readonly shown: string | null;
}

/** The body of a message for people: JSON and XML with a field on each line. */
export function bodyText({ body, bytes, shown }: ShownBody): string {
  if (body === undefined || body === null)
    return shown === 'nothing' ? tn(bytes ?? 0, '({count} byte of binary data)', '({count} bytes of binary data)') : '';
  return shown === 'whole' ? laidOut(body) : body;
}

function laidOut(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), undefined, 2);
  } catch {
    return text.startsWith('<') ? text.replaceAll('><', '>\n<') : text;
  }
}
