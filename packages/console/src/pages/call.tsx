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

type Details = Answer<'GET /_/console/calls/:id'>;
type Message = NonNullable<Details['request']>;

/** One recorded call: request, response and timing, with exports. */
export function RecordedCall({ id }: { id: number }) {
  const { console: call } = useSession();
  const read = useLoad((signal) => call('GET /_/console/calls/:id', { id }, { signal }), [id]);
  return (
    <Page title={`Call ${id}`} actions={read.value && <Actions call={read.value} />}>
      <p>
        <a href="/console/calls">All calls</a>
      </p>
      <Loaded of={read}>{(one) => <Shown call={one} />}</Loaded>
    </Page>
  );
}

function Actions({ call }: { call: Details }) {
  const [isSending, setSending] = useState(false);
  const { outcome, run } = useAction();
  const copy = (what: string, text: string): void =>
    void run(async () => {
      await navigator.clipboard.writeText(text);
      return `${what} copied.`;
    });
  const { origin } = location;
  return (
    <>
      <button type="button" onClick={() => copy('Curl command', curlOf(call, origin))}>
        Copy as curl
      </button>
      <button type="button" onClick={() => copy('Client code', clientCodeOf(call, origin))}>
        Copy as client code
      </button>
      <button type="button" onClick={() => download(`call-${call.id}.json`, 'application/json', caseOf(call))}>
        Download as test case
      </button>
      <button type="button" onClick={() => download(`call-${call.id}.test.ts`, 'text/plain', testOf(call, origin))}>
        Download as vitest test
      </button>
      <button type="button" class="primary" onClick={() => setSending(true)}>
        Send again
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
        <Fact name="Time">{timeOf(call.started_at!)} UTC</Fact>
        <Fact name="Caller">{whoOf(call)}</Fact>
        <Fact name="IP address">{call.address}</Fact>
        <Fact name="Route">{call.route || 'none'}</Fact>
        <Fact name="Request id">{call.request_id}</Fact>
        <Fact name="Process">{call.process}</Fact>
      </dl>
      <Stages call={call} />
      <div class="sides">
        <Part title="Request" message={call.request!} />
        <Part title="Response" message={call.answer!} />
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
  ['admit', 'Admit', 'authenticate and authorize the caller'],
  ['decode', 'Decode', 'read and validate the body'],
  ['perform', 'Perform', 'execute the call and its transaction'],
  ['encode', 'Encode', 'write and send the response'],
] as const;

function Stages({ call: { stages: of, milliseconds, statements, from_memory: isFromMemory } }: { call: Details }) {
  const all = Math.max(milliseconds!, 0.001);
  return (
    <section aria-label="Timing">
      <h2>{milliseconds!.toFixed(2)} ms</h2>
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
              {of![name]!.toFixed(2)} ms<small>{note}</small>
            </dd>
          </div>
        ))}
        <div>
          <dt>SQL</dt>
          <dd>
            {of!.sql!.toFixed(2)} ms
            <small>
              {statements} {statements === 1 ? 'statement' : 'statements'}, included in the other stages, except commits
            </small>
          </dd>
        </div>
      </dl>
      {isFromMemory && <p class="quiet">Answered from the cache of the process.</p>}
    </section>
  );
}

function Part({ title, message }: { title: string; message: Message }) {
  const text = bodyText(message);
  return (
    <section>
      <h2>{title}</h2>
      <details>
        <summary>{message.headers!.length} headers</summary>
        <pre class="code" tabIndex={0} role="region" aria-label={`${title} headers`}>
          {message.headers!.map(({ name, value }) => `${name}: ${value}`).join('\n')}
        </pre>
      </details>
      {text === '' ? (
        <p class="quiet">No body.</p>
      ) : (
        <pre class="code" tabIndex={0} role="region" aria-label={`${title} body`}>
          {text}
        </pre>
      )}
      {message.shown === 'beginning' && <p class="quiet">Only the beginning of {message.bytes} bytes was recorded.</p>}
    </section>
  );
}
