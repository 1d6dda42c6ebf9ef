import { isUtf8 } from 'node:buffer';
import { SaxesParser } from 'saxes';
import { takeTurns } from '../../kernel/turns.ts';
import { createBudgetCounter, type Budget } from './budgets.ts';
import type { BodyContent } from './json.ts';

/**
 * Parses XML bodies into the same plain values as JSON: elements by name, repeated ones as a list, text as text, an empty
 * element as null. Document types are rejected, so that nothing can be declared or fetched.
 */

/** Maximum depth of elements. */
const MAX_DEPTH = 256;
/** Characters that are parsed at a time; elements of this length are processed in slices. */
const SLICE = 32_768;

/** Elements with this many values of one name are processed in slices. */
const MANY = 500;

/** Bytes that are scanned one by one before the next tag is searched for. */
const NEAR = 24;

const LESS = 60;
const SLASH = 47;

/** Makes a counter for the elements of an XML body that arrives in chunks; it throws when they exceed the budget. */
export function createXmlScanner(budget: Budget): (chunk: Uint8Array) => void {
  const count = createBudgetCounter(budget, 'xml');
  let isAfterLess = false;
  const scan = (part: Uint8Array): void => {
    const end = part.length;
    for (let i = 0; i < end; i++) {
      if (isAfterLess && part[i] !== SLASH) count.value();
      isAfterLess = false;
      for (const near = Math.min(i + NEAR, end); i < near && part[i] !== LESS;) i++;
      if (i < end && part[i] !== LESS) i = part.indexOf(LESS, i);
      if (i < 0) return;
      isAfterLess = i < end;
    }
  };
  return (chunk) => {
    for (const part of count.parts(chunk)) scan(part);
  };
}

/** Parses an XML body: returns the content of its root element, of any name. Throws an Error for malformed XML. */
export async function readXml(body: Buffer, budget: Budget): Promise<BodyContent> {
  if (!isUtf8(body)) throw new Error('Malformed UTF-8 characters');
  const text = body.toString('utf8');
  const turns = takeTurns();
  const builder = createBuilder(budget);
  const parser = new SaxesParser<{ xmlns: false; position: false }>({ xmlns: false, position: false });
  let length = 0;
  parser.on('doctype', () => {
    throw new Error('Document types are not allowed');
  });
  parser.on('attribute', builder.attribute);
  parser.on('opentag', ({ name, attributes }) => builder.open(name, attributes, length));
  parser.on('closetag', () => builder.close(length));
  parser.on('text', builder.text);
  parser.on('cdata', builder.characterData);
  for (let at = 0; at < text.length; at += SLICE) {
    length = at;
    parser.write(text.slice(at, at + SLICE));
    await turns();
  }
  parser.close();
  return builder.end();
}

/** An open element. */
interface Open {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>> | undefined;
  /** Its start in the document. */
  readonly at: number;
  /** Its content so far: either elements or text; the last kind wins. */
  content: Map<string, unknown> | string | null;
}

/** Builds values from the events of a parser. */
function createBuilder(budget: Budget) {
  const count = createBudgetCounter(budget, 'xml');
  const large = new Set<object>();
  const open: Open[] = [];
  let root: unknown;
  const addText = (text: string): void => {
    const element = open.at(-1);
    if (element) element.content = typeof element.content === 'string' ? element.content + text : text;
  };
  return {
    attribute: (): void => count.value(),
    open: (name: string, attributes: Readonly<Record<string, string>>, at: number): void => {
      if (open.length === MAX_DEPTH) throw new Error('Maximum depth exceeded');
      const own = Object.keys(attributes).length > 0 ? { ...attributes } : undefined;
      open.push({ name, attributes: own, at, content: null });
    },
    /** Blanks between elements are ignored. */
    text: (text: string): void => {
      const element = open.at(-1);
      if (element?.content === null || text.trim() !== '') addText(text);
    },
    characterData: addText,
    close: (at: number): void => {
      const closed = open.pop();
      if (!closed) throw new Error('Syntax error');
      const { name, attributes, content, at: start } = closed;
      // Ordinary objects, as from JSON; every name is an own key.
      const own = content instanceof Map ? Object.fromEntries(content) : content;
      const value = attributes ? { _value: own, _attribute: attributes } : own;
      if (at - start > SLICE && typeof value === 'object' && value !== null) large.add(value);
      const parent = open.at(-1);
      if (!parent) root = value;
      else {
        if (!(parent.content instanceof Map)) parent.content = new Map();
        append(parent.content, name, value, large);
      }
    },
    end: (): BodyContent => ({ value: root, large }),
  };
}

function append(elements: Map<string, unknown>, name: string, value: unknown, large: Set<object>): void {
  const before = elements.get(name);
  if (before === null || before === undefined) elements.set(name, value);
  else if (before instanceof Repeated) {
    before.push(value);
    if (before.length === MANY) large.add(before);
  } else elements.set(name, Repeated.of(before, value));
}

/** The values of a repeated element. */
class Repeated extends Array<unknown> {}

/** The elements within a parsed body, each value of a repeated element as one. */
export function elementsWithin(body: object): unknown[] {
  return Object.values(body).flatMap((value: unknown) => (value instanceof Repeated ? value : [value]));
}
