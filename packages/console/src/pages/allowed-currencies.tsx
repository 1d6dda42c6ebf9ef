import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { requestTo, type Answer, type ConsoleCalls } from '../calls.ts';
import { Loaded, useLoad } from '../load.tsx';
import { ActionForm, OutcomeOf, useAction } from '../parts/action.tsx';
import { RequestPreview } from '../parts/call-dialog.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Field } from '../parts/field.tsx';
import { Page } from '../parts/page.tsx';
import { Table } from '../parts/table.tsx';
import { useSession } from '../session.ts';
import { t } from '../texts/text.ts';

type Settings = Answer<'GET /_/console/settings'>;
type Setting = NonNullable<Settings['items']>[number];

const OPTIONS = 'currency/options';
const ALLOWED = `${OPTIONS}/allow`;

/** The currencies of the default scope, or of a website. */
interface CurrencyScope {
  readonly scope: string;
  readonly code: string;
  /** For people: the name of the website, or its code where it has none. */
  readonly name: string;
  /** The name, with the code where another website has the same name. */
  readonly fullName: string;
  readonly settings: ReadonlyMap<string, Setting>;
}

/** Reads the currencies of all websites, and those that they inherit. */
async function readScopes(call: ConsoleCalls, signal: AbortSignal): Promise<readonly CurrencyScope[]> {
  const read = (scope: string, code: string) =>
    call('GET /_/console/settings', { search: OPTIONS, scope, code }, { signal });
  const inherited = await read('default', '');
  const scopes = (inherited.scopes ?? []).filter(({ scope }) => scope !== 'stores').map(namedScope);
  return Promise.all(
    scopes.map(async ({ scope, code, name }) => {
      const { items } = scope === 'default' ? inherited : await read(scope, code);
      const settings = new Map((items ?? []).map((one): [string, Setting] => [one.path ?? '', one]));
      const isUnique = scopes.filter((one) => one.name === name).length === 1;
      return { scope, code, name, fullName: isUnique ? name : `${name} (${code})`, settings };
    }),
  );
}

function namedScope({ scope, code, website_name: name }: NonNullable<Settings['scopes']>[number]) {
  const shown = scope === 'default' ? t('all websites') : name || (code ?? '');
  return { scope: scope ?? '', code: code ?? '', name: shown };
}

const codesOf = (setting: Setting | undefined): string => (setting?.value ?? '').split(',').join(', ');

/** The currencies that buyers may choose, by website. */
export function AllowedCurrencies({ head }: { head: ComponentChildren }) {
  const { console: call } = useSession();
  const [changed, setChanged] = useState<CurrencyScope>();
  const [notice, setNotice] = useState<string>();
  const read = useLoad((signal) => readScopes(call, signal), [call]);
  const value = (path: string) => (one: CurrencyScope) => codesOf(one.settings.get(`${OPTIONS}/${path}`));
  return (
    <Page title={t('Allowed currencies')}>
      {head}
      <OutcomeOf outcome={notice === undefined ? undefined : { text: notice, isFailure: false }} />
      <Loaded of={read}>
        {(scopes) => (
          <Table
            caption={t('Allowed currencies')}
            rows={scopes}
            keyOf={({ scope, code }) => `${scope}/${code}`}
            none={t('No websites yet.')}
            columns={[
              {
                title: t('Website'),
                show: ({ name, fullName, code }) => (
                  <>
                    {name}
                    {fullName !== name && <div class="quiet">{code}</div>}
                  </>
                ),
              },
              { title: t('Base currency'), show: value('base') },
              { title: t('Currency shown first'), show: value('default') },
              {
                title: t('Allowed currencies'),
                show: (one) => (
                  <>
                    {codesOf(one.settings.get(ALLOWED))}
                    {one.scope !== 'default' && one.settings.get(ALLOWED)?.source !== one.scope && (
                      <div class="quiet">{t('as for all websites')}</div>
                    )}
                  </>
                ),
              },
              {
                title: t('Actions'),
                show: (one) =>
                  one.settings.get(ALLOWED)?.missing_permission == null && (
                    <button
                      type="button"
                      aria-label={t('Change {name}…', { name: one.fullName })}
                      onClick={() => setChanged(one)}
                    >
                      {t('Change…')}
                    </button>
                  ),
              },
            ]}
          />
        )}
      </Loaded>
      {changed && (
        <ChangeDialog
          of={changed}
          done={(text) => {
            setNotice(text);
            read.reload();
          }}
          close={() => setChanged(undefined)}
        />
      )}
    </Page>
  );
}

function ChangeDialog({ of, done, close }: { of: CurrencyScope; done: (text: string) => void; close: () => void }) {
  const { console: call } = useSession();
  const { outcome, isBusy, run } = useAction();
  const stored = of.settings.get(ALLOWED);
  const [codes, setCodes] = useState(codesOf(stored));
  const [isInherited, setInherited] = useState(of.scope !== 'default' && stored?.source !== of.scope);
  const input = {
    path: ALLOWED,
    ...(!isInherited && { value: codes.toUpperCase().replaceAll(/\s/g, '') }),
    scope: of.scope,
    ...(of.code !== '' && { code: of.code }),
  };
  const save = async (): Promise<void> => {
    const isDone = await run(async () => {
      await call('PUT /_/console/settings', input);
      return t('Saved.');
    });
    if (!isDone) return;
    close();
    done(t('Saved.'));
  };
  return (
    <Dialog title={t('Allowed currencies: {name}', { name: of.fullName })} close={close}>
      <ActionForm label={t('Save')} isBusy={isBusy} outcome={outcome} send={() => void save()}>
        <Field label={t('Currencies that buyers may choose')} hint={t('Codes, separated by commas, such as USD, EUR')}>
          <input
            name="value"
            required
            disabled={isInherited}
            value={codes}
            onInput={(event) => setCodes(event.currentTarget.value)}
          />
        </Field>
        {of.scope !== 'default' && (
          <label>
            <input
              type="checkbox"
              checked={isInherited}
              onChange={(event) => setInherited(event.currentTarget.checked)}
            />{' '}
            {t('Use the currencies of all websites')}
          </label>
        )}
        <RequestPreview requests={[requestTo('PUT /_/console/settings', input)]} />
      </ActionForm>
    </Dialog>
  );
}
