import { randomUUID } from 'node:crypto';
import type { Call } from '../../kernel/call.ts';
import { platformErrors } from '../../kernel/errors.ts';
import { baseUrls } from '../../kernel/shop-settings.ts';
import { sendOutgoing } from '../../platform/change-log/outgoing.ts';
import { signatureHeaders } from '../../platform/change-log/signature.ts';
import { shownHeaders, tryRequest } from '../../platform/change-log/trial.ts';
import { findProvider } from './providers.ts';
import { openWorkspace } from './workspace.ts';

/** Milliseconds until a provider counts as silent. */
const TIMEOUT = 10_000;
/** The type of test events; no subscription can have it. */
const TYPE = 'souk.test';

/**
 * Sends a signed test event to a provider, once, and returns the request and the response. It is not in the log, and changes no
 * progress. Values of the provider's own headers, which may be credentials, are masked. Throws 404 for an unknown provider.
 */
export async function sendTestEvent(call: Call, providerId: string) {
  const provider = await findProvider(call, providerId);
  if (!provider) throw platformErrors.noSuchEntity({ fieldName: 'provider_id', fieldValue: providerId });
  const { url, secret, headers: own } = openWorkspace(call, providerId, provider);
  const id = `test_${randomUUID()}`;
  const body = JSON.stringify({
    specversion: '1.0',
    id,
    source: call.config.of(baseUrls.unsecure.base),
    type: TYPE,
    time: call.clock.now().toISOString(),
    datacontenttype: 'application/json',
    data: { message: 'A test event of the console.' },
  });
  const signed = { 'content-type': 'application/cloudevents+json', ...signatureHeaders(secret, id, body) };
  const headers = shownHeaders(signed, Object.keys(own ?? {}));
  return tryRequest({ method: 'POST', url, headers, body }, () =>
    sendOutgoing(call.config, { url, headers: { ...own, ...signed }, body, timeout: TIMEOUT }),
  );
}
