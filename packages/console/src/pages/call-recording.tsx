import { useState } from 'preact/hooks';
import type { Answer } from '../calls.ts';
import { OutcomeOf, useAction } from '../parts/action.tsx';
import { Field } from '../parts/field.tsx';
import { useSession } from '../session.ts';
import { timeOf } from './call-parts.tsx';
import { t } from '../texts/text.ts';
import { tx } from '../texts/elements.tsx';

const kinds = [
  ['', t('all callers')],
  ['integration', t('integrations')],
  ['admin', t('admin users')],
  ['customer', t('customers')],
  ['guest', t('guests')],
] as const;
const spans = [
  [5, t('5 minutes')],
  [15, t('15 minutes')],
  [60, t('an hour')],
  [480, t('eight hours')],
] as const;

/** Starts and stops the recording of calls. */
export function Recording({
  recording,
  changed,
}: {
  recording: Answer<'GET /_/console/recording'>;
  changed: () => void;
}) {
  const { console: call } = useSession();
  const { outcome, isBusy, run } = useAction();
  const [callerType, setCallerType] = useState('');
  const start = async (form: HTMLFormElement): Promise<void> => {
    const text = (name: string): string => {
      const value = new FormData(form).get(name);
      return typeof value === 'string' ? value.trim() : '';
    };
    const asked = {
      minutes: Number(text('minutes')),
      callerType,
      caller: text('caller'),
      route: text('route'),
      withConsole: text('console') === '1',
    };
    const isOn = await run(async () => {
      await call('PUT /_/console/recording', asked);
      return t('Recording started.');
    });
    if (isOn) changed();
  };
  const stop = async (): Promise<void> => {
    const isOff = await run(async () => {
      await call('DELETE /_/console/recording');
      return t('Recording stopped. Recorded calls are kept for a day.');
    });
    if (isOff) changed();
  };
  if (recording.is_on) {
    return (
      <section class="notice recording" aria-label={t('Recording')}>
        <p>
          {tx('{recording} {calls} until {time} UTC.', {
            recording: <strong>{t('Recording')}</strong>,
            calls: ofWhom(recording),
            time: <time>{timeOf(recording.until!)}</time>,
          })}
        </p>
        <button type="button" disabled={isBusy} onClick={stop}>
          {t('Stop recording')}
        </button>
        <OutcomeOf outcome={outcome} />
      </section>
    );
  }
  return (
    <form
      class="notice"
      aria-label={t('Recording')}
      onSubmit={(event) => {
        event.preventDefault();
        void start(event.currentTarget);
      }}
    >
      <p>
        {t(
          'Recording is off. Secrets (passwords, tokens, credentials) are masked before a call is stored; other personal data is not.',
        )}
      </p>
      <div class="filters">
        <Field label={t('Record calls of')}>
          <select value={callerType} onChange={(event) => setCallerType(event.currentTarget.value)}>
            {kinds.map(([value, name]) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
          </select>
        </Field>
        {callerType !== '' && callerType !== 'guest' && (
          <Field label={callerType === 'customer' ? t('Customer id') : t('Name')}>
            <input name="caller" autocomplete="off" placeholder={t('all')} />
          </Field>
        )}
        <Field label={t('Route contains')}>
          <input name="route" autocomplete="off" placeholder="PUT /V1/products" />
        </Field>
        <Field label={t('Duration')}>
          <select name="minutes" defaultValue="15">
            {spans.map(([minutes, name]) => (
              <option key={minutes} value={minutes}>
                {name}
              </option>
            ))}
          </select>
        </Field>
        <Field label={t('Calls of this console')}>
          <select name="console">
            <option value="">{t('leave out')}</option>
            <option value="1">{t('record [verb]')}</option>
          </select>
        </Field>
        <button type="submit" class="primary" disabled={isBusy}>
          {t('Start recording')}
        </button>
      </div>
      <OutcomeOf outcome={outcome} />
    </form>
  );
}

function ofWhom({ user_type: type, user_id: id, route }: Answer<'GET /_/console/recording'>): string {
  const who =
    type === undefined
      ? t('all calls')
      : t('calls of {caller}', { caller: type === 'guest' ? t('guests [dative]') : `${type} ${id ?? t('(all)')}` });
  return route === undefined ? who : t('{who} with “{route}” in the route', { who, route });
}
