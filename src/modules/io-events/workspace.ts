import { urlFault } from '../../platform/change-log/addresses.ts';
import { isSigningSecret, newSigningSecret } from '../../platform/change-log/signature.ts';
import type { Call } from '../../kernel/call.ts';
import { MASK } from '../../kernel/masking.ts';
import { defaultEventUrl } from './configuration.ts';
import { ioEventErrors } from './errors.ts';
import type { EventProviderRow } from './tables.ts';

/** Delivery parameters; the interface calls them the configuration of a workspace. */
export interface Workspace {
  readonly url: string;
  readonly secret: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Maximum events per request. */
  readonly batch: number;
}

/** The workspace in its stored columns. */
type WorkspaceColumns = Pick<EventProviderRow, 'url' | 'sealed' | 'batch'>;

const LARGEST_BATCH = 500;
/** Headers that the delivery sets itself, or that would change how the request is parsed. */
const reserved = /^(host|content-.*|transfer-encoding|connection|te|trailer|upgrade|expect|webhook-.*)$/i;

/**
 * Parses the workspace of a provider. A workspace of the vendor's own event service, or none, has no usable target.
 * Events then go to the `url` of the setting, or nowhere without it (D210).
 */
export function readAnyWorkspace(call: Call, text: string, before?: Workspace): Workspace {
  if (text !== '' && !('project' in parse(text))) return readWorkspace(call, text, before);
  const url = call.config.of(defaultEventUrl) || before?.url || '';
  const others = before && { headers: before.headers, batch: before.batch };
  if (url !== '') return readWorkspace(call, JSON.stringify({ url, ...others }), before);
  return { url, secret: before?.secret ?? newSigningSecret(), headers: {}, batch: 1 };
}

/** Why nothing is delivered to a provider with this workspace, for lists of providers; empty: it is deliverable. */
export function obstacleOf({ url }: Workspace): string {
  return url === '' ? `no URL: set ${defaultEventUrl.path} and save the provider again` : '';
}

/**
 * Parses a workspace in JSON: `url`, and optionally `secret` (generated if missing), `headers`, `batch`. `before`: the
 * values behind masks. Throws 400 if it is undeliverable.
 */
function readWorkspace(call: Call, text: string, before?: Workspace): Workspace {
  const input = parse(text);
  const { url, secret = before?.secret ?? newSigningSecret(), headers = {}, batch = 1, ...others } = input;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) throw ioEventErrors.workspace([`"${unknown}" is unknown`]);
  if (typeof url !== 'string') throw ioEventErrors.workspace(['"url" is missing']);
  const fault = urlFault(call.config, url);
  if (fault !== undefined) throw ioEventErrors.workspace([`"url" is refused, ${fault}`]);
  if (!isBatchSize(batch)) throw ioEventErrors.workspace([`"batch" is no whole number from 1 to ${LARGEST_BATCH}`]);
  const signingSecret = secret === MASK ? before?.secret : secret;
  if (typeof signingSecret !== 'string' || !isSigningSecret(signingSecret)) {
    throw ioEventErrors.workspace(['"secret" is not "whsec_" and 24 to 64 bytes as Base64']);
  }
  return { url: new URL(url).href, secret: signingSecret, headers: readHeaders(headers, before), batch };
}

function isBatchSize(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= LARGEST_BATCH;
}

function parse(text: string): Readonly<Record<string, unknown>> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    value = undefined;
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw ioEventErrors.workspace(['it is no JSON object']);
  }
  return { ...value };
}

function readHeaders(input: unknown, before: Workspace | undefined): Record<string, string> {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) {
    throw ioEventErrors.workspace(['"headers" is no JSON object']);
  }
  const entries = Object.entries(input).map(([name, value]: [string, unknown]): [string, string] => {
    const text = value === MASK ? before?.headers[name] : value;
    const isHeader = /^[A-Za-z0-9_-]{1,100}$/.test(name) && !reserved.test(name);
    if (!isHeader || typeof text !== 'string' || !/^[\x20-\x7e]{0,4096}$/.test(text)) {
      throw ioEventErrors.workspace([`the header "${name}" cannot be sent`]);
    }
    return [name, text];
  });
  if (entries.length > 20) throw ioEventErrors.workspace(['there are more than 20 headers']);
  return Object.fromEntries(entries);
}

/** A workspace as JSON, with its secrets open or masked. */
export function showWorkspace({ url, secret, headers, batch }: Workspace, secrecy: 'open' | 'masked'): string {
  if (secrecy === 'open') return JSON.stringify({ url, secret, headers, batch });
  const masked = Object.fromEntries(Object.keys(headers).map((name) => [name, MASK]));
  return JSON.stringify({ url, secret: MASK, headers: masked, batch });
}

/** The stored form of a workspace, with encrypted secrets. */
export function sealWorkspace(
  call: Call,
  providerId: string,
  { url, secret, headers, batch }: Workspace,
): WorkspaceColumns {
  const { secrets } = call.services.access;
  return { url, batch, sealed: secrets.encrypt(JSON.stringify({ secret, headers }), purposeOf(providerId)) };
}

/** Reads a stored workspace. Throws if it was encrypted with another key. */
export function openWorkspace(call: Pick<Call, 'services'>, providerId: string, stored: WorkspaceColumns): Workspace {
  const { secrets } = call.services.access;
  const opened = JSON.parse(secrets.decrypt(stored.sealed, purposeOf(providerId))) as Pick<
    Workspace,
    'secret' | 'headers'
  >;
  return { url: stored.url, batch: stored.batch, ...opened };
}

const purposeOf = (providerId: string): string => `event provider ${providerId}`;
