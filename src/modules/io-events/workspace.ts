import { urlFault } from '../../events/addresses.ts';
import { isSigningSecret, newSigningSecret } from '../../events/signature.ts';
import type { Call } from '../../kernel/call.ts';
import { MASK } from '../../kernel/masking.ts';
import { defaultEventUrl } from './configuration.ts';
import { ioEventErrors } from './errors.ts';
import type { EventProviderRow } from './tables.ts';

/** Where and how events are delivered: what the interface calls the configuration of a workspace. */
export interface Workspace {
  readonly url: string;
  readonly secret: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Events in a request, at most. */
  readonly batch: number;
}

/** What of a workspace is stored as columns. */
type WorkspaceColumns = Pick<EventProviderRow, 'url' | 'sealed' | 'batch'>;

const LARGEST_BATCH = 500;
/** Headers that the delivery itself sets, or that would change how the request is read. */
const reserved = /^(host|content-.*|transfer-encoding|connection|te|trailer|upgrade|expect|webhook-.*)$/i;

/**
 * Reads the workspace of a provider. That of the vendor's own event service, or none, says nothing of where events go here: they go to the
 * `url` of the setting, or nowhere while there is none (D210).
 */
export function readAnyWorkspace(call: Call, text: string, before?: Workspace): Workspace {
  if (text !== '' && !('project' in parse(text))) return readWorkspace(call, text, before);
  const url = call.config.of(defaultEventUrl) || before?.url || '';
  const others = before && { headers: before.headers, batch: before.batch };
  if (url !== '') return readWorkspace(call, JSON.stringify({ url, ...others }), before);
  return { url, secret: before?.secret ?? newSigningSecret(), headers: {}, batch: 1 };
}

/** Why nothing is delivered to a provider with this workspace, as lists of providers show it; empty: it is. */
export function obstacleOf({ url }: Workspace): string {
  return url === '' ? `no URL: set ${defaultEventUrl.path} and save the provider again` : '';
}

/**
 * Reads a workspace that was sent as JSON: `url`, and optionally `secret` (made where it is missing), `headers`, `batch`. `before`:
 * what masks stand for. Throws 400 for what cannot be delivered to.
 */
function readWorkspace(call: Call, text: string, before?: Workspace): Workspace {
  const sent = parse(text);
  const { url, secret = before?.secret ?? newSigningSecret(), headers = {}, batch = 1, ...others } = sent;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) throw ioEventErrors.workspace([`"${unknown}" is unknown`]);
  if (typeof url !== 'string') throw ioEventErrors.workspace(['"url" is missing']);
  const fault = urlFault(call.config, url);
  if (fault !== undefined) throw ioEventErrors.workspace([`"url" is refused, ${fault}`]);
  if (!isBatchSize(batch)) throw ioEventErrors.workspace([`"batch" is no whole number from 1 to ${LARGEST_BATCH}`]);
  const kept = secret === MASK ? before?.secret : secret;
  if (typeof kept !== 'string' || !isSigningSecret(kept)) {
    throw ioEventErrors.workspace(['"secret" is not "whsec_" and 24 to 64 bytes as Base64']);
  }
  return { url: new URL(url).href, secret: kept, headers: readHeaders(headers, before), batch };
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

function readHeaders(sent: unknown, before: Workspace | undefined): Record<string, string> {
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) {
    throw ioEventErrors.workspace(['"headers" is no JSON object']);
  }
  const entries = Object.entries(sent).map(([name, value]: [string, unknown]): [string, string] => {
    const kept = value === MASK ? before?.headers[name] : value;
    const isHeader = /^[A-Za-z0-9_-]{1,100}$/.test(name) && !reserved.test(name);
    if (!isHeader || typeof kept !== 'string' || !/^[\x20-\x7e]{0,4096}$/.test(kept)) {
      throw ioEventErrors.workspace([`the header "${name}" cannot be sent`]);
    }
    return [name, kept];
  });
  if (entries.length > 20) throw ioEventErrors.workspace(['there are more than 20 headers']);
  return Object.fromEntries(entries);
}

/** A workspace as text: with its secrets, or with masks in their places. */
export function showWorkspace({ url, secret, headers, batch }: Workspace, shown: 'open' | 'masked'): string {
  if (shown === 'open') return JSON.stringify({ url, secret, headers, batch });
  const masked = Object.fromEntries(Object.keys(headers).map((name) => [name, MASK]));
  return JSON.stringify({ url, secret: MASK, headers: masked, batch });
}

/** A workspace as it is stored: its secrets encrypted. */
export function sealWorkspace(
  call: Call,
  providerId: string,
  { url, secret, headers, batch }: Workspace,
): WorkspaceColumns {
  const { secrets } = call.services.access;
  return { url, batch, sealed: secrets.encrypt(JSON.stringify({ secret, headers }), purposeOf(providerId)) };
}

/** Reads a workspace as it is stored. Throws where it was stored under another key. */
export function openWorkspace(call: Pick<Call, 'services'>, providerId: string, stored: WorkspaceColumns): Workspace {
  const { secrets } = call.services.access;
  const opened = JSON.parse(secrets.decrypt(stored.sealed, purposeOf(providerId))) as Pick<
    Workspace,
    'secret' | 'headers'
  >;
  return { url: stored.url, batch: stored.batch, ...opened };
}

const purposeOf = (providerId: string): string => `event provider ${providerId}`;
