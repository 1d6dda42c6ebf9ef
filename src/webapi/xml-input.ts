import { XMLParser, XMLValidator } from 'fast-xml-parser';

/**
 * Reads XML bodies into the same plain values that JSON gives: elements by name, repeated ones as a list, text as text, an
 * empty element as null. Document types are refused, so nothing can be declared or fetched.
 */

const TEXT = '#text';
const CDATA = '#cdata';
const ATTRIBUTES = ':@';

const parser = new XMLParser({
  preserveOrder: true,
  parseTagValue: false,
  trimValues: false,
  ignoreAttributes: false,
  attributeNamePrefix: '',
  cdataPropName: CDATA,
  ignoreDeclaration: true,
  ignorePiTags: true,
  // References by number and HTML's names; no room for declared ones.
  htmlEntities: true,
  processEntities: { enabled: true, maxEntityCount: 1, maxEntitySize: 1, maxExpandedLength: Number.MAX_SAFE_INTEGER },
  maxNestedTags: 256,
});

/** One parsed node: a single key with its children, and attributes beside it. */
type Node = Record<string, unknown>;

/** Reads an XML body: the content of its root element, whatever that is called. Throws an Error for what is no XML. */
export function readXml(text: string): unknown {
  if (hasDocumentType(text)) throw new Error('Document types are not allowed');
  const valid = XMLValidator.validate(text);
  if (valid !== true) throw new Error(valid.err.msg);
  const nodes = parser.parse(text) as Node[];
  const roots = nodes.filter((node) => elementName(node) !== undefined);
  if (roots.length !== 1) throw new Error('A document has one root element');
  return elementValue(roots[0]!);
}

/** A document type stands before the root element; there it may follow only the declaration, comments and instructions. */
function hasDocumentType(text: string): boolean {
  let at = 0;
  for (;;) {
    while (/[\s\ufeff]/.test(text.charAt(at))) at++;
    const [open, close] = text.startsWith('<?', at) ? ['<?', '?>'] : ['<!--', '-->'];
    if (!text.startsWith(open!, at)) return text.slice(at, at + 9).toLowerCase() === '<!doctype';
    const end = text.indexOf(close!, at + open!.length);
    if (end < 0) return false;
    at = end + close!.length;
  }
}

function elementName(node: Node): string | undefined {
  return Object.keys(node).find((key) => key !== ATTRIBUTES && key !== TEXT && key !== CDATA);
}

function elementValue(node: Node): unknown {
  const children = node[elementName(node)!] as readonly Node[];
  const value = children.length > 0 ? contentOf(children) : null;
  const attributes = node[ATTRIBUTES];
  return attributes ? { _value: value, _attribute: attributes } : value;
}

/** What comes last wins: elements make an object, text that is not blank replaces what there was. */
function contentOf(children: readonly Node[]): unknown {
  let elements: Record<string, unknown> | undefined;
  let text = '';
  for (const child of children) {
    const name = elementName(child);
    if (name !== undefined) {
      elements ??= Object.create(null) as Record<string, unknown>;
      text = '';
      append(elements, name, elementValue(child));
    } else {
      const own = CDATA in child ? textOf(child[CDATA]) : String(child[TEXT]);
      if (CDATA in child || own.trim() !== '') {
        text += own;
        elements = undefined;
      }
    }
  }
  return elements ?? text;
}

function textOf(nodes: unknown): string {
  return (nodes as readonly Node[]).map((node) => String(node[TEXT])).join('');
}

function append(elements: Record<string, unknown>, name: string, value: unknown): void {
  const before = elements[name];
  if (before === null || before === undefined) elements[name] = value;
  else if (before instanceof Repeated) before.push(value);
  else elements[name] = Repeated.of(before, value);
}

/** The values of an element that occurs more than once. */
class Repeated extends Array<unknown> {}
