import { useLocation } from 'preact-iso';
import { useState } from 'preact/hooks';
import type { RouteFields } from '../../../../src/faces/console-server/route-fields.ts';
import { requestTo } from '../calls.ts';
import { Loaded, useLoad, type Load } from '../load.tsx';
import { OutcomeOf, useAction } from '../parts/action.tsx';
import { RequestPreview } from '../parts/call-dialog.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { NoSuchPage, Page } from '../parts/page.tsx';
import { useSession } from '../session.ts';
import { textOf } from '../values.ts';
import { readChoices } from './choices.ts';
import { Coupons } from './coupons.tsx';
import { argumentsFor, type Entity, type EntityPanel, type RecordFields } from './entity.ts';
import { choicesOf, namesIn } from './form-shape.ts';
import { RecordForm } from './record-form.tsx';
import { ReturnPanel } from './return-panel.tsx';
import { AttributeSetPanel } from './set-panel.tsx';
import { SegmentPanel } from './segment-panel.tsx';
import { t } from '../texts/text.ts';

/** The page of a record, or of a new one; `address`: that of the list. */
export function RecordPage({ entity, id, address }: { entity: Entity; id: string | undefined; address: string }) {
  const { call, may } = useSession();
  const { route: go } = useLocation();
  const [version, setVersion] = useState(0);
  const [isSaved, setSaved] = useState(false);
  const { routes, permission, change = permission, remove = change } = entity;
  const save = id === undefined ? routes.create : (routes.save ?? routes.create);
  const isReadOnly = !may(change) || (id !== undefined && routes.save === undefined);
  const read = useLoad(
    async (signal) => {
      if (save === undefined) throw new Error(t('The interface does not save {records}.', { records: entity.noun[1] }));
      const [record, fields] = await Promise.all([
        id === undefined || routes.read === undefined
          ? (entity.fresh ?? {})
          : call<RecordFields>(routes.read, argumentsFor(routes.read, id), { signal }),
        call<RouteFields>('GET /_/console/forms', { route: save }, { signal }),
      ]);
      const choices = await readChoices(call, choicesOf(entity), namesIn(entity, fields), signal, record);
      return { record, fields, choices, route: save, version };
    },
    [call, entity, id, version],
  );
  if (save === undefined) return <NoSuchPage />;
  const shown = read.value?.record;
  const title = id === undefined ? t('New {record}', { record: entity.noun[0] }) : titleOf(entity, shown, id);
  const saved = (response: unknown, record: RecordFields): void => {
    setSaved(true);
    if (id !== undefined) setVersion((before) => before + 1);
    else go(`${address}/${encodeURIComponent(keyIn(entity, response, record))}`, true);
  };
  return (
    <Page
      title={title}
      actions={
        id !== undefined &&
        routes.remove !== undefined &&
        may(remove) && <RemoveButton entity={entity} id={id} title={title} removed={() => go(address, true)} />
      }
    >
      <p>
        <a href={address}>{t('All {records}', { records: entity.noun[1] })}</a>
        <Related entity={entity} record={shown} />
      </p>
      <div role="status">{isSaved && isCurrent(read, version) && <p class="notice success">{t('Saved.')}</p>}</div>
      <Loaded of={read}>
        {({ version: loaded, ...form }) => (
          <>
            <RecordForm key={loaded} {...form} entity={entity} id={id} isReadOnly={isReadOnly} saved={saved} />
            {entity.panel && id !== undefined && <Panel of={entity.panel} id={Number(id)} isReadOnly={isReadOnly} />}
          </>
        )}
      </Loaded>
    </Page>
  );
}

/** Whether the record was read after the last change. A load begins a moment after the change that causes it. */
function isCurrent({ value, isLoading }: Load<{ readonly version: number }>, version: number): boolean {
  return !isLoading && value?.version === version;
}

/** Links to the pages that belong to a record, as far as the caller may open them. */
function Related({ entity, record }: { entity: Entity; record: RecordFields | undefined }) {
  const { may } = useSession();
  const isStored = record?.[entity.key] !== undefined;
  return (
    <>
      {((isStored && entity.related?.(record)) || [])
        .filter(({ permission }) => may(permission))
        .map(({ title, address }) => (
          <>
            {' · '}
            <a href={address}>{title}</a>
          </>
        ))}
    </>
  );
}

/** The part of a record that is changed by routes of its own. */
function Panel({ of, id, isReadOnly }: { of: EntityPanel; id: number; isReadOnly: boolean }) {
  switch (of) {
    case 'coupons':
      return <Coupons ruleId={id} isReadOnly={isReadOnly} />;
    case 'return':
      return <ReturnPanel id={id} isReadOnly={isReadOnly} />;
    case 'set':
      return <AttributeSetPanel id={id} isReadOnly={isReadOnly} />;
    case 'segment':
      return <SegmentPanel id={id} />;
  }
}

function titleOf({ noun, label, isNumbered }: Entity, record: RecordFields | undefined, id: string): string {
  const name = textOf(record?.[label]);
  if (name !== '' && !isNumbered) return name;
  return `${noun[0].charAt(0).toUpperCase()}${noun[0].slice(1)} ${name || id}`;
}

/** The key of a new record: that of the response, or the response itself, or that of the input. */
function keyIn({ key }: Entity, response: unknown, record: RecordFields): string {
  if (typeof response === 'string' || typeof response === 'number') return String(response);
  const own = typeof response === 'object' && response !== null ? textOf(Reflect.get(response, key)) : '';
  return own === '' ? textOf(record[key]) : own;
}

function RemoveButton({
  entity,
  id,
  title,
  removed,
}: {
  entity: Entity;
  id: string;
  title: string;
  removed: () => void;
}) {
  const { call } = useSession();
  const [isOpen, setOpen] = useState(false);
  const { outcome, isBusy, run } = useAction();
  const { remove = '' } = entity.routes;
  const input = argumentsFor(remove, id);
  const send = async (): Promise<void> => {
    const isDone = await run(async () => {
      await call(remove, input);
      return t('Deleted.');
    });
    if (isDone) removed();
  };
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        {t('Delete…')}
      </button>
      {isOpen && (
        <Dialog title={t('Delete {record}', { record: entity.noun[0] })} close={() => setOpen(false)}>
          <p>{t('{record} is deleted for good.', { record: title })}</p>
          <OutcomeOf outcome={outcome} />
          <RequestPreview requests={[requestTo(remove, input)]} />
          <div class="actions">
            <button type="button" class="primary" disabled={isBusy} onClick={() => void send()}>
              {t('Delete {record}', { record: entity.noun[0] })}
            </button>
          </div>
        </Dialog>
      )}
    </>
  );
}
