import { inflateSync } from 'node:zlib';

/** What a PDF says. */
export interface Pdf {
  readonly title: string;
  /** Width and height of the first page in points. */
  readonly size: readonly [number, number];
  /** Texts in the order in which they are set, by page. */
  readonly pages: readonly (readonly string[])[];
  /** All texts, one a line. */
  readonly text: string;
}

/** Signs by glyph. */
type Glyphs = ReadonlyMap<number, string>;

/** Reads the texts of a PDF back from its pages, by the table of each font that says which glyph stands for which sign. */
export function readPdf(bytes: Buffer): Pdf {
  const source = bytes.toString('latin1');
  if (!source.startsWith('%PDF-') || !source.trimEnd().endsWith('%%EOF')) throw new Error('no whole PDF');
  const objects = objectsOf(source);
  const object = (reference: string | undefined): string => objects.get(Number(reference)) ?? '';
  const kids = /\/Kids \[([^\]]*)\]/.exec([...objects.values()].find((one) => one.includes('/Type /Pages')) ?? '')?.[1];
  const pageObjects = [...(kids ?? '').matchAll(/(\d+) 0 R/g)].map((match) => object(match[1]));
  const pages = pageObjects.map((page) => {
    const resources = object(/\/Resources (\d+) 0 R/.exec(page)?.[1]);
    const fonts = [...(/\/Font <<([^>]*)>>/.exec(resources)?.[1] ?? '').matchAll(/\/(F\d+) (\d+) 0 R/g)];
    const glyphs = new Map(
      fonts.map(([, name, id]) => [name!, glyphsOf(streamOf(object(/\/ToUnicode (\d+) 0 R/.exec(object(id))?.[1])))]),
    );
    return textsOf(streamOf(object(/\/Contents (\d+) 0 R/.exec(page)?.[1])), glyphs);
  });
  const box = /\/MediaBox \[\S+ \S+ (\S+) (\S+)\]/.exec(pageObjects[0] ?? '');
  const head = [...objects.values()].find((one) => one.includes('/CreationDate')) ?? '';
  const title = readText(object(/\/Title (\d+) 0 R/.exec(head)?.[1]).slice(1, -1));
  return { title, size: [Number(box?.[1]), Number(box?.[2])], pages, text: pages.flat().join('\n') };
}

function objectsOf(source: string): Map<number, string> {
  const found = source.matchAll(/(?:^|\n)(\d+) 0 obj\n(.*?)\nendobj/gs);
  return new Map([...found].map((match) => [Number(match[1]), match[2]!]));
}

function streamOf(object: string): string {
  const [head = '', ...rest] = object.split('stream\n');
  const data = Buffer.from(rest.join('stream\n').replace(/\nend$/, ''), 'latin1');
  return (head.includes('/FlateDecode') ? inflateSync(data) : data).toString('latin1');
}

/** Texts in documents' heads are Latin-1, or UTF-16 with a mark in front. */
function readText(text: string): string {
  const plain = text.replace(/\\([()\\])/g, '$1');
  if (!plain.startsWith('\u00fe\u00ff')) return plain;
  return Buffer.from(plain.slice(2), 'latin1').swap16().toString('utf16le');
}

function hexText(hex: string): string {
  return Buffer.from(hex.replaceAll(/\s/g, ''), 'hex').swap16().toString('utf16le');
}

function glyphsOf(table: string): Glyphs {
  const glyphs = new Map<number, string>();
  for (const [, from, , list] of table.matchAll(/<(\w+)> <(\w+)> \[([^\]]*)\]/g)) {
    [...list!.matchAll(/<([^>]*)>/g)].forEach((entry, i) =>
      glyphs.set(Number.parseInt(from!, 16) + i, hexText(entry[1]!)),
    );
  }
  return glyphs;
}

function textsOf(content: string, fonts: ReadonlyMap<string, Glyphs>): string[] {
  return [...content.matchAll(/BT\n(.*?)\nET/gs)].map(([, block]) => {
    const glyphs = fonts.get(/\/(F\d+) \S+ Tf/.exec(block!)?.[1] ?? '');
    const shown = [...block!.matchAll(/\[([^\]]*)\] TJ/g)].flatMap((match) => [...match[1]!.matchAll(/<(\w*)>/g)]);
    const codes = shown.flatMap((match) => match[1]!.match(/.{4}/g) ?? []);
    return codes.map((code) => glyphs?.get(Number.parseInt(code, 16)) ?? '\ufffd').join('');
  });
}
