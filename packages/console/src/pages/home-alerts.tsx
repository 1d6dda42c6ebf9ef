import type { ComponentChildren } from 'preact';
import { Loaded, useLoad, type Load } from '../load.tsx';
import { Tile } from '../parts/tile.tsx';
import { useSession } from '../session.ts';
import { t } from '../texts/text.ts';

/** Bulks that are counted at most. */
const MOST = 20;
/** Seconds after which an email that waits is an alert. */
const LATE = 60;

/** What needs attention: bulks with failures, dead letters and emails that wait, each with a link to its page. */
export function Alerts() {
  const { me, may } = useSession();
  const hasEvents = me.modules?.includes('AdobeIoEventsClient') === true;
  return (
    <dl class="tiles">
      {may('Magento_Logging::system_magento_logging_bulk_operations') && <FailedBulks />}
      {hasEvents && may('Magento_AdobeIoEventsClient::adobe_io_events') && <DeadLetters />}
      {may('Magento_Email::template') && <WaitingEmails />}
    </dl>
  );
}

function AlertTile<T>({
  title,
  of,
  isAlert,
  note,
  children,
}: {
  title: string;
  of: Load<T>;
  isAlert: (value: T) => boolean;
  note?: (value: T) => string | undefined;
  children: (value: T) => ComponentChildren;
}) {
  const text = of.value === undefined ? undefined : note?.(of.value);
  return (
    <Tile
      title={title}
      kind={of.error !== undefined || (of.value !== undefined && isAlert(of.value)) ? 'bad' : 'good'}
      {...(text !== undefined && { note: text })}
    >
      <Loaded of={of}>{children}</Loaded>
    </Tile>
  );
}

function FailedBulks() {
  const { console: call } = useSession();
  const read = useLoad(async (signal) => {
    const failed = await Promise.all(
      [2, 3].map((status) => call('GET /_/console/bulks', { status, limit: MOST }, { signal })),
    );
    return new Set(failed.flat().map(({ uuid }) => uuid)).size;
  }, []);
  return (
    <AlertTile title={t('Bulks with failed operations')} of={read} isAlert={(count) => count > 0}>
      {(count) =>
        count === 0 ? (
          t('none')
        ) : (
          <a href="/console/bulks">{count < MOST ? count : t('{count} or more', { count: MOST })}</a>
        )
      }
    </AlertTile>
  );
}

function DeadLetters() {
  const { console: call } = useSession();
  const read = useLoad(async (signal) => {
    const { items } = await call('GET /_/console/events/targets', {}, { signal });
    return items!.reduce((sum, { dead }) => sum + dead!, 0);
  }, []);
  return (
    <AlertTile title={t('Dead letters of events')} of={read} isAlert={(count) => count > 0}>
      {(count) => (count === 0 ? t('none') : <a href="/console/events?show=waiting&state=dead">{count}</a>)}
    </AlertTile>
  );
}

function WaitingEmails() {
  const { console: call } = useSession();
  const read = useLoad((signal) => call('GET /_/console/mails', { limit: 1 }, { signal }), []);
  return (
    <AlertTile
      title={t('Waiting emails')}
      of={read}
      isAlert={({ waiting, oldest_seconds: seconds }) => waiting! > 0 && (seconds ?? 0) > LATE}
      note={({ waiting, oldest_seconds: seconds }) => (waiting! > 0 ? t('oldest {seconds} s', { seconds }) : undefined)}
    >
      {({ waiting }) => (waiting === 0 ? t('none') : <a href="/console/mails">{waiting}</a>)}
    </AlertTile>
  );
}
