import { platformErrors } from '../../kernel/errors.ts';

/** The formats of bodies. */
export type Format = 'json' | 'xml';

/** Media types in order of preference. */
const served: readonly [type: string, format: Format][] = [
  ['application/json', 'json'],
  ['text/xml', 'xml'],
  ['application/xml', 'xml'],
  ['application/xhtml+xml', 'xml'],
];

/** Cached formats by Accept header; most clients send one of a few. */
const known = new Map<string, Format | undefined>([
  ['application/json', 'json'],
  ['*/*', 'json'],
]);
const MAX_KNOWN = 200;

/** The format for an Accept header; undefined when none of its types is served. Without a header: JSON. */
export function acceptedFormat(accept: string | undefined): Format | undefined {
  if (!accept) return 'json';
  if (known.has(accept)) return known.get(accept);
  const format = negotiate(accept);
  if (known.size < MAX_KNOWN && accept.length < 500) known.set(accept, format);
  return format;
}

/** Whether an Accept header without a known format accepts PDF. */
export function acceptsPrint(accept: string | undefined): boolean {
  return /(^|,)\s*application\/pdf\s*(;|,|$)/i.test(accept ?? '');
}

/** The error for an Accept header that cannot be served. */
export function notAcceptable(accept: string | undefined): Error {
  return platformErrors.notAcceptable([accept ?? '']);
}

function negotiate(accept: string): Format | undefined {
  const ranges = accept
    .split(',')
    .map((definition) => {
      const [type = '', ...parameters] = definition.split(';').map((part) => part.trim());
      const quality = parameters.find((parameter) => /^q\s*=/i.test(parameter));
      return { type: type.toLowerCase(), quality: quality ? Number(quality.split('=')[1]) || 0 : 1 };
    })
    .filter(({ type }) => /^[0-9a-z*+-]+(\/[0-9a-z*+.-]+)?$/.test(type));
  if (ranges.length === 0) return 'json';
  // A stable sort: types of equal quality keep their order.
  ranges.sort((a, b) => b.quality - a.quality);
  for (const { type } of ranges) {
    const found = served.find(([offered]) => matches(type, offered));
    if (found) return found[1];
  }
  return undefined;
}

function matches(range: string, offered: string): boolean {
  return range === '*/*' || range === offered || range === `${offered.slice(0, offered.indexOf('/'))}/*`;
}

/** The format of a body by its Content-Type; `'none'` for forms with files: the interface ignores their bodies. */
export function bodyFormat(contentType: string | undefined): Format | 'none' {
  if (contentType === 'application/json') return 'json';
  if (!contentType) throw platformErrors.contentTypeEmpty();
  if (/^multipart\/form-data\b/i.test(contentType)) return 'none';
  const match = /^([a-z\d/+.-]+)(?:; *charset=(.+))?$/i.exec(contentType);
  if (!match) throw platformErrors.contentTypeInvalid();
  const [, type = '', charset] = match;
  if (charset !== undefined && !/^"?utf-8"?$/i.test(charset)) throw platformErrors.charset();
  const found = served.find(([known]) => known === type.toLowerCase());
  if (!found) throw platformErrors.contentTypeUnknown([type]);
  return found[1];
}
