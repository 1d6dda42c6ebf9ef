import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseAst } from 'vitest/node';

/** A text that the code of the console passes to `t`, `tx` or `tn`. */
export interface UsedText {
  readonly text: string;
  /** The English singular of a text that counts (`tn`). */
  readonly one?: string;
  readonly at: string;
}

/** The texts in the code of the console. */
export interface ConsoleTexts {
  readonly used: readonly UsedText[];
  /** Literals for people that are not translated, and calls of `t` whose text is no literal; each with its place. */
  readonly faults: readonly string[];
  /** The accessible names of elements that show a text of their own. */
  readonly labels: readonly { readonly label: string; readonly shown: string }[];
}

interface Node {
  readonly type: string;
  readonly start: number;
  readonly [name: string]: unknown;
}

const root = fileURLToPath(new URL('../../packages/console/src', import.meta.url));
/** The explorer is in English, as GraphQL is; the folder of texts has the translations themselves; one file writes code. */
const untranslated = /^(explorer|texts)\/|^pages\/call-code\.ts$/;

const translators = new Set(['t', 'tx', 'tn']);
/** Elements and attributes without texts for people. */
const codeElements = new Set(['code', 'kbd', 'pre']);
const codeAttributes =
  /^(class|href|type|autocomplete|name|role|key|id|value|defaultValue|scope|kind|rel|target|inputMode|step|sandbox|pattern|panel|module|show|span|loading|aria-(live|current|controls|hidden))$/;
const textProperties =
  /^(title|label|aria-label|placeholder|alt|none|note|hint|caption|success|button|submit|effect|summary)$|(Title|Label)$/;
/** Properties of entities and kinds whose values are names of the interface. */
const codeProperties =
  /^(module|permissions?|states|search|hidden|main|required|long|sort|field|inputs|keys|authorization|conditions?|action_condition|rule_condition)$/;
/** Names that are the same in every language. */
const names =
  /^(Souk|Ctrl\+K|Escape|ms|HTTP|UTC|SKUs?|URL|SQL|JSON|CSV|XML|IDs?|MB|B2B|PIM|DHL|FedEx|UPS|USPS|SQLite|PostgreSQL|Administrators|Rma|xml|English|Deutsch|default)$/;
/** Texts that are code: routes, selectors, headers, examples of values. */
const code =
  /^(GET|POST|PUT|DELETE|PATCH)\b.* \/|^[a-z0-9]+([_.-][a-z0-9]+)+$|^(Magento|Souk)_|^https?:|[[(](data-|prefers-)|^(input|main)[ ,]|^Auto-Submitted|^sku, price$|^currency$|^all groups$|^PUT, /;

/** Reads the texts of all files of the console. */
export function readConsoleTexts(): ConsoleTexts {
  const used: UsedText[] = [];
  const faults: string[] = [];
  const labels: ConsoleTexts['labels'][number][] = [];
  for (const file of readdirSync(root, { recursive: true, encoding: 'utf8' }).sort()) {
    if (!/\.tsx?$/.test(file) || untranslated.test(file)) continue;
    const source = readFileSync(join(root, file), 'utf8');
    const found = textsOf(source, file);
    used.push(...found.used);
    faults.push(...found.faults);
    labels.push(...found.labels);
  }
  return { used, faults, labels };
}

/** Reads the texts of one file. */
export function textsOf(source: string, file: string): ConsoleTexts {
  const used: UsedText[] = [];
  const faults: string[] = [];
  const labels: ConsoleTexts['labels'][number][] = [];
  const place = (node: Node): string => `${file}:${source.slice(0, node.start).split('\n').length}`;
  const visit = (node: Node, parents: readonly Node[]): void => {
    if (isType(node) || /^(Import|ExportAll)/.test(node.type)) return;
    const name = node.type === 'CallExpression' ? child(node, 'callee')?.name : undefined;
    const isTranslated = typeof name === 'string' && translators.has(name);
    if (isTranslated) {
      const texts = argumentsOf(node).slice(name === 'tn' ? 1 : 0, name === 'tn' ? 3 : 1);
      const literals = texts.map((one) => (isFilled(one) ? undefined : literalOf(one)));
      if (literals.length === 0 || literals.some((text) => text === undefined)) {
        faults.push(`${place(node)}: the text of ${name} is no literal`);
      } else {
        const [text = '', one] = literals.toReversed();
        const given = valuesOf(argumentsOf(node)[name === 'tn' ? 3 : 1]).concat(name === 'tn' ? ['count'] : []);
        if (given.toSorted().join() !== placeholdersIn(text).join()) {
          faults.push(`${place(node)}: “${text}” has other placeholders than its values`);
        }
        used.push({ text, ...(one !== undefined && { one }), at: place(node) });
      }
      for (const one of argumentsOf(node)) if (!texts.includes(one)) visit(one, [node, ...parents]);
      return;
    }
    const text = shownText(node, parents);
    if (text !== undefined) faults.push(`${place(node)}: “${text}” is not translated`);
    const [label, shown] = node.type === 'JSXElement' ? [labelOf(node), onlyTextOf(node)] : [];
    if (label !== undefined && shown !== undefined) labels.push({ label, shown });
    for (const one of childrenOf(node)) visit(one, [node, ...parents]);
  };
  visit(parseAst(source, { lang: file.endsWith('x') ? 'tsx' : 'ts' }) as unknown as Node, []);
  return { used, faults, labels };
}

/** The text of the `aria-label` of an element. */
function labelOf(element: Node): string | undefined {
  const attributes = childrenOf(child(element, 'openingElement') ?? element);
  const label = attributes.find((one) => one.type === 'JSXAttribute' && attributeName(one) === 'aria-label');
  return label && textPassed(child(label, 'value'));
}

/** The text of an element that has one, and nothing else. */
function onlyTextOf({ children }: Node): string | undefined {
  const [only, ...others] = (Array.isArray(children) ? children.filter(isNode) : []).filter(
    (one) => one.type !== 'JSXText' || String(one.value).trim() !== '',
  );
  return others.length === 0 ? textPassed(only) : undefined;
}

/** The text that an expression in braces passes to `t`. */
function textPassed(container: Node | undefined): string | undefined {
  const call = container && child(container, 'expression');
  const [text] = call?.type === 'CallExpression' && calleeName(call) === 't' ? argumentsOf(call) : [];
  return text && literalOf(text);
}

/** The text of a literal that people see. */
function shownText(node: Node, parents: readonly Node[]): string | undefined {
  const text = node.type === 'JSXText' ? String(node.value).trim() : literalOf(node);
  if (text === undefined || !/\p{L}/u.test(text) || names.test(text.replace(/[^\p{L}\d+]/gu, '')) || code.test(text))
    return;
  const elements = parents.filter(({ type }) => type === 'JSXElement');
  if (elements.some((one) => codeElements.has(elementName(one)))) return;
  if (node.type === 'JSXText') return text;
  const [owner, isTest] = ownerOf(node, parents);
  if (isTest || !owner || /^(SwitchCase|MemberExpression|BinaryExpression|ImportExpression)$/.test(owner.type)) return;
  if (owner.type === 'JSXAttribute') {
    const attribute = attributeName(owner);
    if (codeAttributes.test(attribute)) return;
    return textProperties.test(attribute) || isProse(text) ? text : undefined;
  }
  if (owner.type === 'Property') {
    const property = propertyName(owner);
    if (child(owner, 'key') === node || codeProperties.test(property)) return;
    // Entities and choices name a field as their label.
    if (property === 'label' && /^[a-z_]+$/.test(text)) return;
    return textProperties.test(property) || isProse(text) ? text : undefined;
  }
  if (owner.type === 'JSXExpressionContainer') return text;
  if (owner.type === 'CallExpression' && /^(may|call|request|stream|includes)$/.test(calleeName(owner))) return;
  return isProse(text) ? text : undefined;
}

/** Whether a text reads as words for people: several words, or one with a capital letter. */
function isProse(text: string): boolean {
  return /^\p{Lu}\p{Ll}+([.…:?]?$| )/u.test(text) || /\p{L}{2}\S* .*\p{L}|\p{L}\S* .*\p{L}{2}/u.test(text);
}

/** The node that decides what a literal is for, behind conditions and lists; and whether the literal is compared. */
function ownerOf(node: Node, parents: readonly Node[]): [owner: Node | undefined, isTest: boolean] {
  let at = node;
  for (const [i, parent] of parents.entries()) {
    if (parent.type === 'ConditionalExpression' && child(parent, 'test') === at) return [parent, true];
    const isAttribute = parent.type === 'JSXExpressionContainer' && parents[i + 1]?.type === 'JSXAttribute';
    if (!isAttribute && !/^(Conditional|Logical|TSAs|Array|Parenthesized)Expression$/.test(parent.type)) {
      return [parent, false];
    }
    at = parent;
  }
  return [undefined, false];
}

/** The names in braces of a text, sorted. */
export function placeholdersIn(text: string): string[] {
  return [...new Set(text.match(/(?<=\{)\w+(?=\})/g))].sort();
}

function valuesOf(values: Node | undefined): string[] {
  return values?.type === 'ObjectExpression' ? childrenOf(values).map(propertyName) : [];
}

/** Whether a template has values. */
function isFilled({ expressions }: Node): boolean {
  return Array.isArray(expressions) && expressions.length > 0;
}

function literalOf(node: Node): string | undefined {
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value;
  if (node.type !== 'TemplateLiteral' || !Array.isArray(node.quasis)) return undefined;
  return node.quasis.map((quasi: { value: { cooked: string } }) => quasi.value.cooked).join('{}');
}

function isType({ type }: Node): boolean {
  return type.startsWith('TS') && !/^TS(As|Satisfies|NonNull)Expression$/.test(type);
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}

function child(node: Node, name: string): Node | undefined {
  const value = node[name];
  return isNode(value) ? value : undefined;
}

function childrenOf(node: Node): Node[] {
  return Object.values(node).flat().filter(isNode);
}

function argumentsOf(call: Node): Node[] {
  return Array.isArray(call.arguments) ? call.arguments.filter(isNode) : [];
}

/** The name of an identifier, or the value of a key in quotes. */
function nameOf(node: Node | undefined): string {
  return String(node?.name ?? node?.value ?? '');
}

function elementName(element: Node): string {
  return nameOf(child(child(element, 'openingElement') ?? element, 'name'));
}

function attributeName(attribute: Node): string {
  return nameOf(child(attribute, 'name'));
}

function propertyName(property: Node): string {
  return nameOf(child(property, 'key'));
}

function calleeName(call: Node): string {
  const callee = child(call, 'callee');
  return nameOf(callee?.type === 'MemberExpression' ? child(callee, 'property') : callee);
}
