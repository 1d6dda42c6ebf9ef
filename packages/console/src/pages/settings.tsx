import { useState } from 'preact/hooks';
import type { Answer } from '../calls.ts';
import { useFilters } from '../filters.ts';
import { Loaded, useLoad } from '../load.tsx';
import { ActionForm, OutcomeOf, useAction, type Outcome } from '../parts/action.tsx';
import { Badge } from '../parts/badge.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Field } from '../parts/field.tsx';
import { Page } from '../parts/page.tsx';
import { Table } from '../parts/table.tsx';
import { useSession } from '../session.ts';

type Settings = Answer<'GET /_/console/settings'>;
type Setting = NonNullable<Settings['items']>[number];

/** The platform configuration of a scope: effect, value, default and origin of each setting. */
export function Settings() {
  const { console: call } = useSession();
  const [{ search = '', scope = 'default', code = '' }, change] = useFilters();
  const read = useLoad(
    (signal) => call('GET /_/console/settings', { search, scope, code }, { signal }),
    [search, scope, code],
  );
  const [edited, edit] = useState<Setting>();
  const { outcome, isBusy, run, clear } = useAction();
  const save = async (path: string, value: string | undefined): Promise<void> => {
    const isSaved = await run(async () => {
      await call('PUT /_/console/settings', { path, value, scope, code: code || undefined });
      return value === undefined ? `${path} reset.` : `${path} saved.`;
    });
    if (!isSaved) return;
    edit(undefined);
    read.reload();
  };
  const scopes = read.value?.scopes ?? [];
  return (
    <Page title="Settings">
      <div class="filters">
        <Field label="Path, effect or value contains">
          <input
            type="search"
            value={search}
            placeholder="currency"
            onInput={(event) => change({ search: event.currentTarget.value }, true)}
          />
        </Field>
        <Field label="Scope">
          <select
            value={`${scope}/${code}`}
            onChange={(event) => {
              const [kind = '', name = ''] = event.currentTarget.value.split('/');
              change({ scope: kind, code: name });
            }}
          >
            {(scopes.length > 0 ? scopes : [{ scope, code, name: 'Default' }]).map((one) => (
              <option key={`${one.scope}/${one.code}`} value={`${one.scope}/${one.code}`}>
                {one.name}
              </option>
            ))}
          </select>
        </Field>
      </div>
      <OutcomeOf outcome={edited ? undefined : outcome} />
      <Loaded of={read}>{(settings) => <SettingTable settings={settings} scope={scope} edit={edit} />}</Loaded>
      {edited && (
        <Editor
          setting={edited}
          scope={scope}
          isBusy={isBusy}
          outcome={outcome}
          close={() => {
            clear();
            edit(undefined);
          }}
          save={save}
        />
      )}
    </Page>
  );
}

function SettingTable({ settings, scope, edit }: { settings: Settings; scope: string; edit: (one: Setting) => void }) {
  const items = settings.items ?? [];
  return (
    <>
      <p class="quiet" role="status">
        {settings.total_count} settings{items.length < settings.total_count! ? `, first ${items.length} shown` : ''}
      </p>
      {items.some((one) => one.missing_permission) && (
        <p class="quiet">
          Settings of access, protection, secrets, and destinations of money and data are read-only here: changing them
          needs all permissions.
        </p>
      )}
      <Table
        caption="Settings"
        rows={items}
        keyOf={({ path }) => path!}
        none="No matching settings."
        columns={[
          {
            title: 'Setting',
            show: ({ path, description }) => (
              <>
                <code>{path}</code>
                {description && <div class="quiet">{description}</div>}
              </>
            ),
          },
          { title: 'Value', show: ({ value }) => (value === undefined ? <span class="quiet">not set</span> : value) },
          { title: 'Source', show: ({ source }) => source && <Badge kind={kindOf(source)}>{source}</Badge> },
          { title: 'Default', show: ({ shipped }) => shipped },
          { title: 'Unit', show: ({ unit }) => unit },
          {
            title: 'Actions',
            show: (one) =>
              readOnlyReason(one, scope) ? (
                <span class="quiet">{readOnlyReason(one, scope)}</span>
              ) : (
                <button type="button" onClick={() => edit(one)} aria-label={`Change ${one.path}`}>
                  Change
                </button>
              ),
          },
        ]}
      />
    </>
  );
}

const scopeOrder = ['default', 'websites', 'stores'];

/** Why a setting is read-only in a scope, in a few words; undefined: it can be changed. */
function readOnlyReason({ missing_permission, narrowest_scope }: Setting, scope: string): string | undefined {
  if (scopeOrder.indexOf(scope) > scopeOrder.indexOf(narrowest_scope!))
    return narrowest_scope === 'default' ? 'Only in the default scope' : 'Only in the default scope or for a website';
  if (!missing_permission) return undefined;
  return missing_permission === 'Magento_Backend::all'
    ? 'Read-only: changing it needs all permissions'
    : `Read-only: changing it needs ${missing_permission}`;
}

function kindOf(source: string): 'plain' | 'warn' | 'good' {
  return source === 'shipped' ? 'plain' : source === 'default' ? 'good' : 'warn';
}

function Editor({
  setting,
  scope,
  isBusy,
  outcome,
  close,
  save,
}: {
  setting: Setting;
  scope: string;
  isBusy: boolean;
  outcome: Outcome | undefined;
  close: () => void;
  save: (path: string, value: string | undefined) => Promise<void>;
}) {
  const { path, description, expected, unit, value, source, secret } = setting;
  const allowed = expected ? `Enter ${expected}${unit && !expected.includes(unit) ? ` (${unit})` : ''}.` : undefined;
  return (
    <Dialog title={path!} close={close}>
      <ActionForm
        label="Save"
        isBusy={isBusy}
        outcome={outcome}
        send={({ value: text = '' }) => void save(path!, text)}
        buttons={
          source === scope && (
            <button type="button" disabled={isBusy} onClick={() => void save(path!, undefined)}>
              {scope === 'default' ? 'Reset to default' : 'Use inherited value'}
            </button>
          )
        }
      >
        {description && <p>{description}.</p>}
        {allowed && <p class="quiet">{allowed}</p>}
        <Field label="Value" hint={secret ? 'The current value is secret and not shown.' : undefined}>
          {secret ? (
            <input name="value" type="password" autocomplete="off" />
          ) : (
            <input name="value" autocomplete="off" defaultValue={value ?? ''} />
          )}
        </Field>
      </ActionForm>
    </Dialog>
  );
}
