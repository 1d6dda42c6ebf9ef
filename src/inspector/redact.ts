/** What stands in the place of a secret. */
const MASK = '******';

/** Tells by its name whether the value of a field is a secret. */
export type IsSecretName = (name: string) => boolean;

/** Is told of each value that is masked. */
type Hidden = (value: string) => void;

/** Masks values that were secrets elsewhere, in a message that may quote them; those of a few signs could stand for anything. */
export function maskValues(text: string, values: readonly string[]): string {
  return values.filter(({ length }) => length >= SHORTEST).reduce((told, value) => told.replaceAll(value, MASK), text);
}

const SHORTEST = 4;

/** Fields that are secrets wherever they are, by the end of their plain name; and those of cards and accounts. */
const always =
  /(?:passw(?:or)?d|passwordhash|secret|token|otp|cvv|cvc|privatekey|apikey|accesskey|publichash)$|^cc(?:number|owner|exp|ss|secure|debug)|^echeck/;

/** A name as it is compared: neither case nor signs between words matter. */
const plain = (name: string): string => name.replaceAll(/[_-]/g, '').toLowerCase();

/** Tells the names of secrets: those that are declared as such, and those that always are. */
export function secretsNamed(declared: Iterable<string>): IsSecretName {
  const names = new Set([...declared].map(plain));
  return (name) => {
    const own = plain(name);
    return names.has(own) || always.test(own);
  };
}

const jsonTokens = /"(?:[^"\\]|\\[^])*"?|[{}[\],:]|\s+|[^\s{}[\],:"]+/g;

/**
 * Masks the values of secret fields in JSON, also in a text that is cut off or not quite JSON: it goes by tokens, and masks what
 * follows the name of a secret, lists and objects as a whole.
 */
export function maskJson(text: string, isSecret: IsSecretName, hidden: Hidden = () => {}): string {
  let out = '';
  let last = '';
  let isHidden = false;
  let depth = 0;
  for (const [token] of text.matchAll(jsonTokens)) {
    if (depth > 0) {
      if (token === '{' || token === '[') depth += 1;
      else if (token === '}' || token === ']') depth -= 1;
      continue;
    }
    if (token.trim() === '') {
      out += token;
      continue;
    }
    if (isHidden && token !== ':') {
      isHidden = false;
      if (token === '{' || token === '[') depth = 1;
      if (token !== ',' && token !== '}' && token !== ']') {
        if (token.startsWith('"')) hidden(unquoted(token));
        out += token === 'null' ? token : `"${MASK}"`;
        continue;
      }
    }
    if (token === ':') isHidden = isSecret(unquoted(last));
    out += token;
    last = token;
  }
  return out;
}

function unquoted(token: string): string {
  try {
    return String(JSON.parse(token));
  } catch {
    return token.replaceAll('"', '');
  }
}

const xmlTokens = /<!\[CDATA\[[^]*?(?:\]\]>|$)|<[^>]*>?|[^<]+/g;

/** Masks the text within secret elements of XML, also of a document that is cut off. */
export function maskXml(text: string, isSecret: IsSecretName, hidden: Hidden = () => {}): string {
  let depth = 0;
  return text.replaceAll(xmlTokens, (token) => {
    const isText = !token.startsWith('<') || token.startsWith('<![CDATA[');
    if (isText) {
      if (depth === 0 || token.trim() === '') return token;
      hidden(token);
      return MASK;
    }
    const [, end, name = '', empty] = /^<(\/?)([\w:.-]*)[^>]*?(\/?)>?$/.exec(token) ?? [];
    if (end) depth = Math.max(0, depth - 1);
    else if (!empty && name !== '' && (depth > 0 || isSecret(name))) depth += 1;
    return token;
  });
}

/** Masks secrets among the parameters of a URL or a form: `a[password]=…`. */
export function maskParameters(text: string, isSecret: IsSecretName): string {
  return text
    .split('&')
    .map((pair) => {
      const [name = '', value] = pair.split(/=(.*)/s);
      const words = decoded(name).split(/[[\]]+/);
      return value !== undefined && words.some((word) => word !== '' && isSecret(word)) ? `${name}=${MASK}` : pair;
    })
    .join('&');
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}

const credentials = /^(?:cookie|set-cookie|x-recaptcha)$|token|secret|passw|api-?key|signature|credential/i;

/** Headers with the credentials in them masked; the kind of an Authorization stays. */
export function maskHeaders(headers: readonly (readonly [string, string])[]): [string, string][] {
  return headers.map(([name, value]) => {
    if (/^(?:proxy-)?authorization$/i.test(name))
      return [name, `${/^\S+(?=\s)/.exec(value)?.[0] ?? ''} ${MASK}`.trim()];
    return [name, credentials.test(name) ? MASK : value];
  });
}

/** Names under which an answer has secrets because a GraphQL document calls them so: `t: token`. */
export function secretAliases(query: string, isSecret: IsSecretName): string[] {
  return [...query.matchAll(/\b([_A-Za-z]\w*)\s*:\s*([_A-Za-z]\w*)/g)].flatMap(([, alias, field]) =>
    isSecret(field!) ? [alias!] : [],
  );
}

/** A GraphQL document without the secrets that are written in it, and the names of the variables that stand for others. */
export function maskDocument(query: string, isSecret: IsSecretName): { query: string; variables: string[] } {
  const variables: string[] = [];
  const argument = /(\b[_A-Za-z]\w*)(\s*:\s*)(\$(\w+)|"""[^]*?(?:"""|$)|"(?:[^"\\]|\\[^])*"?)/g;
  const open = query.replaceAll(argument, (whole, name: string, sign: string, _value: string, variable?: string) => {
    if (!isSecret(name)) return whole;
    if (variable === undefined) return `${name}${sign}"${MASK}"`;
    variables.push(variable);
    return whole;
  });
  return { query: open, variables };
}
