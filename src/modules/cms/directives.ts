/** Content with directives, `{{name key="value"}}`, split into texts and directives. */
type ContentPiece = string | Directive;

/** A directive of content: its name in lower case, and its parameters by name. */
export interface Directive {
  readonly name: string;
  readonly parameters: Readonly<Record<string, string>>;
}

/** Longer directives have no parameters: nobody writes them. */
const LONGEST = 10_000;
const NAME = /^\/?[a-z]{1,20}(?=\s|$)/i;
const PARAMETER = /(?<![\w-])([\w-]+)\s*=\s*(?:"((?:[^"\\]|\\[^])*)"|'((?:[^'\\]|\\[^])*)'|([^\s"']+))/g;

/** Reads the directives of content. Other text in braces, such as `{{ text }}`, is plain text. */
export function readContent(content: string): ContentPiece[] {
  const pieces: ContentPiece[] = [];
  let readEnd = 0;
  for (let from = 0; ;) {
    const start = content.indexOf('{{', from);
    const end = start < 0 ? -1 : content.indexOf('}}', start);
    if (end < 0) {
      pieces.push(content.slice(readEnd));
      return pieces;
    }
    const inside = content.slice(start + 2, end);
    const [name] = NAME.exec(inside) ?? [];
    from = name === undefined ? start + 2 : end + 2;
    if (name === undefined) continue;
    const parameters = readParameters(inside.slice(name.length));
    pieces.push(content.slice(readEnd, start), { name: name.toLowerCase(), parameters });
    readEnd = from;
  }
}

function readParameters(text: string): Record<string, string> {
  const parameters: Record<string, string> = Object.create(null);
  if (text.length > LONGEST) return parameters;
  // Editors write a directive within an attribute with entities for its quotes.
  const plain = text.replace(/&(quot|#0?39|lt|gt|amp);/g, (_, name: string) => entities[name] ?? "'");
  for (const [, key = '', double, single, bare] of plain.matchAll(PARAMETER)) {
    parameters[key] = (double ?? single ?? bare ?? '').replace(/\\(["'\\])/g, '$1');
  }
  return parameters;
}

const entities: Readonly<Record<string, string>> = { quot: '"', lt: '<', gt: '>', amp: '&' };
