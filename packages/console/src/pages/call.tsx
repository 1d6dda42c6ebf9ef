import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { Answer } from '../calls.ts';
import { download } from '../download.ts';
import { Loaded, useLoad } from '../load.tsx';
import { OutcomeOf, useAction } from '../parts/action.tsx';
import { Page } from '../parts/page.tsx';
import { useSession } from '../session.ts';
import { bodyText } from './call-body.ts';
import { caseOf, clientCodeOf, curlOf, testOf } from './call-code.ts';
import { decodedUrl, Status, timeOf, whoOf } from './call-parts.tsx';
import { SendAgain } from './call-send.tsx';
import { t, tn } from '../texts/text.ts';
import { numberText } from '../texts/format.ts';

type Details = Answer<'GET /_/console/calls/:id'>;
type Message = NonNullable<Details['request']>;

/** One recorded call: request, response and timing, with exports. */
export function RecordedCall({ id }: { id: number }) {
  const { console: call } = useSession();
  const read = useLoad((signal) => call('GET /_/console/calls/:id', { id }, { signal }), [id]);
  return (
    <Page title={t('Call {id}', { id })} actions={read.value && <Actions call={read.value} />}>
      <p>
        <a href="/console/calls">{t('All calls')}</a>
      </p>
      <Loaded of={read}>{(one) => <Shown call={one} />}</Loaded>
    </Page>
  );
}

function Actions({ call }: { call: Details }) {
  const [isSending, setSending] = useState(false);
  const { outcome, run } = useAction();
  const copy = (outcomeText: string, text: string): void =>
    void run(async () => {
      await navigator.clipboard.writeText(text);
      return outcomeText;
    });
  const { origin } = location;
  return (
    <>
      <button type="button" onClick={() => copy(t('Curl command copied.'), curlOf(call, origin))}>
        {t('Copy as curl')}
      </button>
      <button type="button" onClick={() => copy(t('Client code copied.'), clientCodeOf(call, origin))}>
        {t('Copy as client code')}
      </button>
      <button type="button" onClick={() => download(`call-${call.id}.json`, 'application/json', caseOf(call))}>
        {t('Download as test case')}
      </button>
      <button type="button" onClick={() => download(`call-${call.id}.test.ts`, 'text/plain', testOf(call, origin))}>
        {t('Download as vitest test')}
      </button>
      <button type="button" class="primary" onClick={() => setSending(true)}>
        {t('Send again')}
      </button>
      <OutcomeOf outcome={outcome} />
      {isSending && <SendAgain call={call} close={() => setSending(false)} />}
    </>
  );
}

function Shown({ call }: { call: Details }) {
  return (
    <>
      <p>
        <code>
          {call.method} {decodedUrl(call.url!)}
        </code>{' '}
        {call.operation && <code>{call.operation}</code>} <Status status={call.status!} result={call.result} />
      </p>
      <dl class="facts">
        <Fact name={t('Time')}>{timeOf(call.started_at!)} UTC</Fact>
        <Fact name={t('Caller')}>{whoOf(call)}</Fact>
        <Fact name={t('IP address')}>{call.address}</Fact>
        <Fact name={t('Route')}>{call.route || t('none')}</Fact>
        <Fact name={t('Request id')}>{call.request_id}</Fact>
        <Fact name={t('Process')}>{call.process}</Fact>
      </dl>
      <Stages call={call} />
      <div class="sides">
        <Part title={t('Request')} message={call.request!} />
        <Part title={t('Response')} message={call.answer!} />
      </div>
    </>
  );
}

function Fact({ name, children }: { name: string; children: ComponentChildren }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

const stages = [
  ['admit', t('Admit'), t('authenticate and authorize the caller')],
  ['decode', t('Decode'), t('read and validate the body')],
  ['perform', t('Perform'), t('execute the call and its transaction')],
  ['encode', t('Encode'), t('write and send the response')],
] as const;

function Stages({ call: { stages: of, milliseconds, statements, from_memory: isFromMemory } }: { call: Details }) {
  const all = Math.max(milliseconds!, 0.001);
  return (
    <section aria-label={t('Timing')}>
      <h2>{numberText(milliseconds!, 2)} ms</h2>
      <div class="stages" aria-hidden="true">
        {stages.map(([name]) => (
          <i key={name} class={name} style={{ width: `${(100 * of![name]!) / all}%` }} />
        ))}
      </div>
      <dl class="facts">
        {stages.map(([name, title, note]) => (
          <div key={name}>
            <dt>
              <i class={`key ${name}`} aria-hidden="true" /> {title}
            </dt>
            <dd>
              {numberText(of![name]!, 2)} ms<small>{note}</small>
            </dd>
          </div>
        ))}
        <div>
          <dt>SQL</dt>
          <dd>
            {numberText(of!.sql!, 2)} ms
            <small>
              {tn(
                statements!,
                '{count} statement, included in the other stages, except commits',
                '{count} statements, included in the other stages, except commits',
              )}
            </small>
          </dd>
        </div>
      </dl>
      {isFromMemory && <p class="quiet">{t('Answered from the cache of the process.')}</p>}
    </section>
  );
}

function Part({ title, message }: { title: string; message: Message }) {
  const text = bodyText(message);
  return (
    <section>
      <h2>{title}</h2>
      <details>
        <summary>{tn(message.headers!.length, '{count} header', '{count} headers')}</summary>
        <pre class="code" tabIndex={0} role="region" aria-label={t('{title} headers', { title })}>
          {message.headers!.map(({ name, value }) => `${name}: ${value}`).join('\n')}
        </pre>
      </details>
      {text === '' ? (
        <p class="quiet">{t('No body.')}</p>
      ) : (
        <pre class="code" tabIndex={0} role="region" aria-label={t('{title} body', { title })}>
          {text}
        </pre>
      )}
      {message.shown === 'beginning' && (
        <p class="quiet">
          {tn(
            message.bytes!,
            'Only the beginning of {count} byte was recorded.',
            'Only the beginning of {count} bytes was recorded.',
          )}
        </p>
      )}
    </section>
  );
}
