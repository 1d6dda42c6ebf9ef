import { StreamedList, type StreamedResponse } from '../../kernel/encode.ts';
import { anyText } from '../../kernel/any-text.ts';

/** Writes responses as XML: objects as elements, lists as `item` elements, indented by two spaces under the root `response`. */

const HEAD = '<?xml version="1.0"?>\n';

/** The XML document of an encoded response. */
export function toXml(value: unknown): string {
  const parts: string[] = [HEAD];
  writeElement(parts, 'response', value, '');
  return parts.join('');
}

/** The XML document of a response whose lists arrive in chunks, written as they arrive. */
export async function* xmlChunks(encoded: StreamedResponse): AsyncGenerator<string> {
  if (encoded instanceof StreamedList) {
    yield* listChunks(HEAD, 'response', encoded, '');
    return;
  }
  let before = `${HEAD}<response>\n`;
  for (const [name, value] of Object.entries(encoded)) {
    if (value instanceof StreamedList) yield* listChunks(before, elementName(name), value, '  ');
    else yield before + textOf(elementName(name), value, '  ');
    before = '';
  }
  yield `${before}</response>\n`;
}

async function* listChunks(before: string, name: string, list: StreamedList, indent: string): AsyncGenerator<string> {
  let any = false;
  for await (const chunk of list.chunks) {
    if (chunk.length === 0) continue;
    const items = chunk.map((item) => textOf('item', item, `${indent}  `)).join('');
    yield any ? items : `${before}${indent}<${name}>\n${items}`;
    any = true;
  }
  yield any ? `${indent}</${name}>\n` : before + textOf(name, list.empty, indent);
}

function textOf(name: string, value: unknown, indent: string): string {
  const parts: string[] = [];
  writeElement(parts, name, value, indent);
  return parts.join('');
}

function writeElement(parts: string[], name: string, value: unknown, indent: string): void {
  if (typeof value !== 'object' || value === null) {
    parts.push(indent, '<', name, '>', escape(anyText(value ?? '')), '</', name, '>\n');
    return;
  }
  const entries = Array.isArray(value) ? value.map((item): [string, unknown] => ['', item]) : Object.entries(value);
  if (entries.length === 0) {
    parts.push(indent, '<', name, '/>\n');
    return;
  }
  const isList = entries.every(([key]) => /^\d*$/.test(key));
  parts.push(indent, '<', name, '>\n');
  for (const [key, inner] of entries) writeElement(parts, isList ? 'item' : elementName(key), inner, `${indent}  `);
  parts.push(indent, '</', name, '>\n');
}

/** A key as an element name: without special characters, blanks as underscores, `item_` before a digit. */
function elementName(key: string): string {
  const name = key
    .replace(/[ :]/g, '_')
    .replace(/[^\w.\-\u0080-\uffff]/g, '')
    // Without the look-behind, a run of underscores within the name would be tried from each of them.
    .replace(/^_+|(?<!_)_+$/g, '');
  return name === '' || /^[\d.-]/.test(name) ? `item_${name}` : name;
}

// oxlint-disable-next-line no-control-regex -- these are what XML cannot hold, and what it writes as references
const special = /[\u0000-\u0008\u000b-\u001f&<>]|[\u0080-\uffff]+/g;

/** Escapes text; characters beyond ASCII become references, as the document names no encoding. */
function escape(text: string): string {
  return text.replace(special, (match) => {
    if (match === '&') return '&amp;';
    if (match === '<') return '&lt;';
    if (match === '>') return '&gt;';
    if (match === '\r') return '&#13;';
    return match < '\u0080' ? '' : references(match);
  });
}

function references(text: string): string {
  return Array.from(
    text.toWellFormed(),
    (character) => `&#x${character.codePointAt(0)!.toString(16).toUpperCase()};`,
  ).join('');
}
