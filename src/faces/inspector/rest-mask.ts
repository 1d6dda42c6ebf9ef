import { MASK, maskJson, maskParameters, maskXml, plainName, type SecretPlaces } from '../../kernel/masking.ts';
import type { RegisteredRoute } from '../../kernel/registry.ts';
import type { RequestMask } from '../../kernel/request-watch.ts';
import { pathMasker } from '../../kernel/secret-paths.ts';
import { secretFieldNames, secretKind, secretPlaces } from '../../kernel/secrets.ts';

/** The declared secrets of a route. */
interface RouteSecrets {
  readonly request: SecretPlaces;
  /** 'secret': the whole response is one. */
  readonly response: SecretPlaces | 'secret' | undefined;
  /** Fields that its list may be searched by. */
  readonly filtered: ReadonlySet<string>;
}

const known = new WeakMap<RegisteredRoute, RouteSecrets>();

function secretsOf(registered: RegisteredRoute): RouteSecrets {
  let secrets = known.get(registered);
  if (!secrets) known.set(registered, (secrets = readSecrets(registered)));
  return secrets;
}

function readSecrets({ route, parameters }: RegisteredRoute): RouteSecrets {
  const ofPath = Object.fromEntries(parameters.map(({ name, type }) => [name, type]));
  return {
    request: secretPlaces({ ...ofPath, ...route.input }),
    response: secretKind(route.output) ? 'secret' : secretPlacesOf(route.output),
    filtered: secretFieldNames(route.output),
  };
}

function secretPlacesOf(type: RegisteredRoute['route']['output']): SecretPlaces | undefined {
  const inside = secretPlaces({ type })('type');
  return inside === 'secret' ? undefined : inside;
}

/** The mask of requests for a route under `/rest`; undefined: no route answers. */
export type MaskOf = (registered: RegisteredRoute | undefined) => RequestMask;

/** Makes the masks of requests under `/rest`, from all routes that are served. */
export function restMasks(routes: readonly RegisteredRoute[]): MaskOf {
  const maskPath = pathMasker(routes);
  const unrouted = secretsOfAny(routes);
  return (registered) => {
    const secrets = registered ? secretsOf(registered) : unrouted;
    return ({ url, body, contentType }, note) => {
      const [start = '', query] = url.split(/\?(.*)/s);
      const { path, values } = maskPath(start);
      for (const value of values) note(value);
      const { request, response, filtered } = secrets;
      const parameters = query === undefined ? '' : `?${maskParameters(query, request, { filtered, note })}`;
      return {
        url: path + parameters,
        body: body === undefined ? undefined : maskBody(body, contentType, request, note),
        response,
      };
    };
  };
}

/** The secrets of a request that no route answers: every name that some route declares as secret. */
function secretsOfAny(routes: readonly RegisteredRoute[]): RouteSecrets {
  const names = new Set(
    routes.flatMap(({ route, parameters }) => {
      const ofPath = parameters.filter(({ type }) => secretKind(type)).map(({ name }) => plainName(name));
      const types = [...Object.entries(route.input), ['', route.output] as const];
      const own = types.flatMap(([name, type]) => (name !== '' && secretKind(type) ? [plainName(name)] : []));
      const inside = types.flatMap(([, type]) => Array.from(secretFieldNames(type)));
      return ofPath.concat(own, inside);
    }),
  );
  const request: SecretPlaces = (name) => (names.has(plainName(name)) ? 'secret' : request);
  return { request, response: undefined, filtered: names };
}

/** A body with its secrets masked; undefined for a body that is no text. */
export function maskBody(
  text: string,
  contentType: string,
  places: SecretPlaces | 'secret' | undefined,
  note?: (value: string) => void,
): string | undefined {
  if (places === 'secret') return `"${MASK}"`;
  if (/xml/i.test(contentType)) return maskXml(text, places, note);
  if (/x-www-form-urlencoded/i.test(contentType)) return maskParameters(text, places, { note });
  return /json|text|^$/i.test(contentType) ? maskJson(text, places, note) : undefined;
}
