/** Masks secrets in texts: bodies, URLs and headers of requests and responses, complete or truncated. */

/** Replaces a secret. */
export const MASK = '******';

/**
 * Classifies each member of a document: a secret, an object with secrets of its own, or neither (undefined). The members of a
 * list's elements count as members of the list.
 */
export type SecretPlaces = (name: string) => SecretPlaces | 'secret' | undefined;

/** Called with each masked value. */
type NoteSecret = (value: string) => void;

/** Shorter values are too ambiguous to be masked elsewhere. */
const SHORTEST = 4;

/** Masks values of known secrets in a text that may quote them, plain or escaped once or twice as JSON. */
export function maskValues(text: string, values: readonly string[]): string {
  const forms = values.filter(({ length }) => length >= SHORTEST).flatMap(formsOf);
  // The longest first: one may be the beginning of another.
  return [...new Set(forms)]
    .sort((a, b) => b.length - a.length)
    .reduce((out, form) => out.replaceAll(form, MASK), text);
}

function formsOf(value: string): string[] {
  const escaped = inJson(value);
  return [value, escaped, inJson(escaped), inXml(value), encodeURIComponent(value.toWellFormed())];
}

const inJson = (text: string): string => JSON.stringify(text).slice(1, -1);
const inXml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Names that are secret everywhere, by the end of their plain name; and those of cards and accounts. */
const always =
  /(?:passw(?:or)?d|passwordhash|secret|token|otp|cvv|cvc|privatekey|apikey|accesskey|publichash|^cccid)$|^cc(?:number|owner|exp|ss|secure|debug)|^echeck/;

/** A name for comparison, without case and separators. */
export function plainName(name: string): string {
  return name.replaceAll(/[_-]/g, '').toLowerCase();
}

/** Whether a field is secret everywhere, by its name. */
export function isSecretName(name: string): boolean {
  return always.test(plainName(name));
}

/** The class of a member, by its declaration or its name. */
function placeOf(places: SecretPlaces | undefined, name: string): SecretPlaces | 'secret' | undefined {
  return isSecretName(name) ? 'secret' : places?.(name);
}

const jsonTokens = /"(?:[^"\\]|\\[^])*"?|[{}[\],:]|\s+|[^\s{}[\],:"]+/g;

/** An open object or list, with the secret places of its members or elements. */
interface OpenValue {
  readonly places: SecretPlaces | undefined;
  readonly isList: boolean;
}

/**
 * Masks the secrets in JSON, also in truncated or malformed text: it goes by tokens, and masks the values of secret members,
 * lists and objects as a whole.
 */
// oxlint-disable-next-line complexity -- a state machine over tokens, whose states share four variables
export function maskJson(text: string, places: SecretPlaces | undefined, note: NoteSecret = () => {}): string {
  const open: OpenValue[] = [];
  let out = '';
  let last = '';
  // The secret places of the next value; 'secret': the value itself is secret.
  let next: SecretPlaces | 'secret' | undefined = places;
  let hiddenDepth = 0;
  for (const [token] of text.matchAll(jsonTokens)) {
    if (hiddenDepth > 0) {
      // A string may be a name, which only a following colon shows.
      if (last.startsWith('"') && (token === ',' || isClosing(token))) note(unquoted(last));
      if (isOpening(token)) hiddenDepth += 1;
      else if (isClosing(token)) hiddenDepth -= 1;
      if (token.trim() !== '') last = token;
      continue;
    }
    if (next === 'secret' && token.trim() !== '' && token !== ':') {
      next = undefined;
      if (isOpening(token)) hiddenDepth = 1;
      if (token !== ',' && !isClosing(token)) {
        if (!isOpening(token)) note(unquoted(token));
        out += token === 'null' ? token : `"${MASK}"`;
        continue;
      }
    }
    if (isOpening(token)) open.push({ places: placesIn(next), isList: token === '[' });
    else if (isClosing(token)) open.pop();
    else if (token === ':') next = placeOf(open.at(-1)?.places, unquoted(last));
    else if (token === ',') next = placesOfElements(open.at(-1));
    out += token;
    if (token.trim() !== '') last = token;
  }
  return out;
}

/** The secret places in a value that is not secret as a whole. */
function placesIn(place: SecretPlaces | 'secret' | undefined): SecretPlaces | undefined {
  return place === 'secret' ? undefined : place;
}

/** The secret places of the next element, after a comma in a list. */
function placesOfElements(open: OpenValue | undefined): SecretPlaces | undefined {
  return open?.isList ? open.places : undefined;
}

const isOpening = (token: string): boolean => token === '{' || token === '[';
const isClosing = (token: string): boolean => token === '}' || token === ']';

function unquoted(token: string): string {
  try {
    return String(JSON.parse(token));
  } catch {
    return token.replaceAll('"', '');
  }
}

const xmlTokens = /<!--[^]*?(?:-->|$)|<!\[CDATA\[[^]*?(?:\]\]>|$)|<[^>]*>?|[^<]+/g;
/** XML elements around values: of lists, and around the document. */
const wrappers: ReadonlySet<string> = new Set(['item', 'request', 'response']);

/** Masks the text of secret XML elements, also in a truncated document. Drops comments. */
export function maskXml(text: string, places: SecretPlaces | undefined, note: NoteSecret = () => {}): string {
  const open: (SecretPlaces | 'secret' | undefined)[] = [];
  return text.replaceAll(xmlTokens, (token) => {
    const outer = open.length === 0 ? places : open.at(-1);
    const isSecret = outer === 'secret';
    if (token.startsWith('<!--')) return '';
    if (!token.startsWith('<') || token.startsWith('<![CDATA[')) {
      if (!isSecret || token.trim() === '') return token;
      note(token.replace(/^<!\[CDATA\[/, '').replace(/\]\]>$/, ''));
      return MASK;
    }
    const [, end, name = '', empty] = /^<(\/?)([\w:.-]*)[^>]*?(\/?)>?$/.exec(token) ?? [];
    if (end) open.pop();
    else if (!empty && name !== '') open.push(isSecret ? 'secret' : within(outer, open.length === 0, name));
    return token;
  });
}

function within(outer: SecretPlaces | undefined, isRoot: boolean, name: string): SecretPlaces | 'secret' | undefined {
  if (isSecretName(name)) return 'secret';
  const place = outer?.(name);
  return place === undefined && (isRoot || wrappers.has(name)) ? outer : place;
}

/**
 * Masks secrets in the parameters of a URL or a form: `a[password]=…`. `filtered`: the plain names of secret fields; a search
 * by such a field (`…[field]=code`) has its value masked.
 */
export function maskParameters(
  text: string,
  places: SecretPlaces | undefined,
  { filtered, note = () => {} }: { filtered?: ReadonlySet<string>; note?: NoteSecret | undefined } = {},
): string {
  const pairs = text.split('&').map((pair) => {
    const [name = '', value] = pair.split(/=(.*)/s);
    return {
      pair,
      name,
      value,
      path: decoded(name)
        .split(/[[\]]+/)
        .filter((word) => word !== ''),
    };
  });
  const searches = new Set(
    pairs.flatMap(({ path, value }) => {
      const isField = path.at(-1) === 'field' && value !== undefined;
      const field = isField ? decoded(value) : '';
      const isSecret = isField && (isSecretName(field) || filtered?.has(plainName(field)));
      return isSecret ? [path.slice(0, -1).join(' ')] : [];
    }),
  );
  return pairs
    .map(({ pair, name, value, path }) => {
      if (value === undefined) return pair;
      const isSearched = path.at(-1) === 'value' && searches.has(path.slice(0, -1).join(' '));
      if (!isSearched && !isSecretPath(path, places)) return pair;
      note(decoded(value));
      return `${name}=${MASK}`;
    })
    .join('&');
}

/** Whether a path of names leads to a secret or into one; list positions are ignored. */
function isSecretPath(path: readonly string[], root: SecretPlaces | undefined): boolean {
  let places = root;
  for (const name of path) {
    const place = placeOf(places, name);
    if (place === 'secret') return true;
    if (!/^\d+$/.test(name)) places = place;
  }
  return false;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}

const credentials = /^(?:cookie|set-cookie|x-recaptcha)$|token|secret|passw|api-?key|signature|credential/i;

/** Headers with masked credentials; the scheme of an Authorization header stays. */
export function maskHeaders(headers: readonly (readonly [string, string])[]): [string, string][] {
  return headers.map(([name, value]) => {
    if (/^(?:proxy-)?authorization$/i.test(name))
      return [name, `${/^\S+(?=\s)/.exec(value)?.[0] ?? ''} ${MASK}`.trim()];
    return [name, credentials.test(name) ? MASK : value];
  });
}
