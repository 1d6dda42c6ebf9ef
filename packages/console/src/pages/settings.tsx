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
import { language } from '../texts/language.ts';
import { t, tn } from '../texts/text.ts';

type Settings = Answer<'GET /_/console/settings'>;
type Setting = NonNullable<Settings['items']>[number];

/** The platform configuration of a scope: effect, value, default and origin of each setting. */
export function Settings() {
  const { console: call } = useSession();
  const [{ search = '', scope = 'default', code = '', show = '' }, change, addressWith] = useFilters();
  // A search looks at all settings.
  const isWhole = show === 'all' || search !== '';
  const read = useLoad(
    (signal) => call('GET /_/console/settings', { search, scope, code, changed: !isWhole, language }, { signal }),
    [search, scope, code, isWhole],
  );
  const [edited, edit] = useState<Setting>();
  const { outcome, isBusy, run, clear } = useAction();
  const save = async (path: string, value: string | undefined): Promise<void> => {
    const isSaved = await run(async () => {
      await call('PUT /_/console/settings', { path, value, scope, code: code || undefined });
      return value === undefined ? t('{name} reset.', { name: path }) : t('{name} saved.', { name: path });
    });
    if (!isSaved) return;
    edit(undefined);
    read.reload();
  };
  const scopes = read.value?.scopes ?? [];
  return (
    <Page title={t('Settings')}>
      <div class="filters">
        <Field label={t('Path, effect or value contains')}>
          <input
            type="search"
            value={search}
            placeholder={t('currency')}
            onInput={(event) => change({ search: event.currentTarget.value }, true)}
          />
        </Field>
        <Field label={t('Scope')}>
          <select
            value={`${scope}/${code}`}
            onChange={(event) => {
              const [kind = '', name = ''] = event.currentTarget.value.split('/');
              change({ scope: kind, code: name });
            }}
          >
            {(scopes.length > 0 ? scopes : [{ scope, code, name: t('Default') }]).map((one) => (
              <option key={`${one.scope}/${one.code}`} value={`${one.scope}/${one.code}`}>
                {one.name}
              </option>
            ))}
          </select>
        </Field>
      </div>
      <nav class="tabs" aria-label={t('Settings shown')}>
        <a href={addressWith({ show: '', search: '' })} aria-current={isWhole ? undefined : 'page'}>
          {t('Changed')}
        </a>
        <a href={addressWith({ show: 'all' })} aria-current={isWhole ? 'page' : undefined}>
          {t('All')}
        </a>
      </nav>
      <OutcomeOf outcome={edited ? undefined : outcome} />
      <Loaded of={read}>
        {(settings) => <SettingTables settings={settings} scope={scope} edit={edit} isWhole={isWhole} />}
      </Loaded>
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

function SettingTables({
  settings,
  scope,
  edit,
  isWhole,
}: {
  settings: Settings;
  scope: string;
  edit: (one: Setting) => void;
  isWhole: boolean;
}) {
  const items = settings.items ?? [];
  const groups = Map.groupBy(items, ({ path }) => path!.split('/')[0]!);
  const total = settings.total_count!;
  return (
    <>
      <p class="quiet" role="status">
        {isWhole
          ? tn(total, '{count} setting', '{count} settings')
          : tn(total, '{count} changed setting', '{count} changed settings')}
        {items.length < total && `, ${t('first {count} shown', { count: items.length })}`}
      </p>
      {items.some((one) => one.missing_permission) && (
        <p class="quiet">
          {t(
            'Settings of access, protection, secrets, and destinations of money and data are read-only here: changing them needs all permissions.',
          )}
        </p>
      )}
      {items.length === 0 && (
        <p class="quiet">{isWhole ? t('No matching settings.') : t('No settings of this scope were changed.')}</p>
      )}
      {[...groups].map(([group, rows]) => (
        <section key={group}>
          <h2>
            <code>{group}</code>
          </h2>
          <SettingTable group={group} rows={rows} scope={scope} edit={edit} />
        </section>
      ))}
    </>
  );
}

function SettingTable({
  group,
  rows,
  scope,
  edit,
}: {
  group: string;
  rows: readonly Setting[];
  scope: string;
  edit: (one: Setting) => void;
}) {
  return (
    <div class="settings">
      <Table
        caption={t('Settings of {group}', { group })}
        rows={rows}
        keyOf={({ path }) => path!}
        none=""
        columns={[
          {
            title: t('Setting'),
            show: ({ path, description, expected }) => (
              <>
                <code>{path}</code>
                {description && <div>{description}.</div>}
                {expected && <small class="quiet">{t('Takes {values}', { values: expected })}</small>}
              </>
            ),
          },
          {
            title: t('Value'),
            show: (one) => (
              <>
                <div>{one.value == null ? <span class="quiet">{t('not set')}</span> : valueText(one, one.value)}</div>
                {one.shipped != null && one.shipped !== one.value && (
                  <small class="quiet">
                    {t('default: {value}', { value: valueText(one, one.shipped) || t('empty') })}
                  </small>
                )}
              </>
            ),
          },
          {
            title: t('Source [setting]'),
            show: ({ source }) => source && <Badge kind={kindOf(source)}>{sourceNames[source] ?? source}</Badge>,
          },
          {
            title: t('Actions'),
            show: (one) =>
              readOnlyReason(one, scope) ? (
                <span class="quiet">{readOnlyReason(one, scope)}</span>
              ) : (
                <button type="button" onClick={() => edit(one)} aria-label={t('Change {path}', { path: one.path })}>
                  {t('Change')}
                </button>
              ),
          },
        ]}
      />
    </div>
  );
}

/** A value with the name of its choice, or with its unit. */
function valueText({ choices, unit }: Setting, value: string): string {
  const name = choices?.find((one) => one.value === value)?.name;
  if (name !== undefined) return name === value ? value : `${name} (${value})`;
  return unit && value !== '' ? `${value} ${unit}` : value;
}

const scopeOrder = ['default', 'websites', 'stores'];

/** Why a setting is read-only in a scope, in a few words; undefined: it can be changed. */
function readOnlyReason({ missing_permission, narrowest_scope }: Setting, scope: string): string | undefined {
  if (scopeOrder.indexOf(scope) > scopeOrder.indexOf(narrowest_scope!))
    return narrowest_scope === 'default'
      ? t('Only in the default scope')
      : t('Only in the default scope or for a website');
  if (!missing_permission) return undefined;
  return missing_permission === 'Magento_Backend::all'
    ? t('Read-only: changing it needs all permissions')
    : t('Read-only: changing it needs {permission}', { permission: missing_permission });
}

/** The scopes that values come from, for people. */
const sourceNames: Readonly<Record<string, string>> = {
  shipped: t('shipped [setting]'),
  default: t('default'),
  websites: t('websites'),
  stores: t('stores'),
};

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
  const { path, description, expected, unit, source, secret } = setting;
  const allowed = expected
    ? t('Enter {values}.', { values: `${expected}${unit && !expected.includes(unit) ? ` (${unit})` : ''}` })
    : undefined;
  return (
    <Dialog title={path!} close={close}>
      <ActionForm
        label={t('Save')}
        isBusy={isBusy}
        outcome={outcome}
        send={({ value: text = '' }) => void save(path!, text)}
        buttons={
          source === scope && (
            <button type="button" disabled={isBusy} onClick={() => void save(path!, undefined)}>
              {scope === 'default' ? t('Reset to default') : t('Use inherited value')}
            </button>
          )
        }
      >
        {description && <p>{description}.</p>}
        {allowed && <p class="quiet">{allowed}</p>}
        <Field
          label={t('Value')}
          name="value"
          hint={secret ? t('The current value is secret and not shown.') : undefined}
        >
          <ValueInput setting={setting} />
        </Field>
      </ActionForm>
    </Dialog>
  );
}

/** The input for the type of a setting: a choice, a number, a secret, a text of one or more lines. */
function ValueInput({ setting: { value, choices, secret, is_number: isNumber } }: { setting: Setting }) {
  if (secret) return <input name="value" type="password" autocomplete="off" />;
  if (choices) {
    return (
      <select name="value">
        {choices.some((one) => one.value === (value ?? '')) || <option value={value ?? ''}>{value ?? ''}</option>}
        {choices.map((one) => (
          <option key={one.value} value={one.value!} selected={one.value === value}>
            {one.name}
          </option>
        ))}
      </select>
    );
  }
  if (isNumber) return <input name="value" type="number" step="any" defaultValue={value ?? ''} />;
  if (value?.includes('\n') || (value?.length ?? 0) > 80) return <textarea name="value" defaultValue={value ?? ''} />;
  return <input name="value" autocomplete="off" defaultValue={value ?? ''} />;
}
