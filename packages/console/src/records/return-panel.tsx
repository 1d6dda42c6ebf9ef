import { useState } from 'preact/hooks';
import { useLoad, Loaded } from '../load.tsx';
import { OutcomeOf } from '../parts/action.tsx';
import { CallButton } from '../parts/call-dialog.tsx';
import { carriers } from '../parts/carriers.ts';
import { Field } from '../parts/field.tsx';
import { Table } from '../parts/table.tsx';
import { useSession } from '../session.ts';
import { momentText } from '../texts/format.ts';
import { t } from '../texts/text.ts';
import { returnStatusLabel } from './return-statuses.ts';

/** The properties of a part of a record that is changed by routes of its own. */
interface ReturnPartProperties {
  readonly id: number;
  readonly isReadOnly: boolean;
}

/** The comments and the tracking numbers of a return. */
export function ReturnPanel(part: ReturnPartProperties) {
  return (
    <>
      <Comments {...part} />
      <Tracks {...part} />
    </>
  );
}

function Comments({ id, isReadOnly }: ReturnPartProperties) {
  const { shop } = useSession();
  const [notice, setNotice] = useState<string>();
  const read = useLoad((signal) => shop.request('GET /V1/returns/:id/comments', { id }, { signal }), [shop, id]);
  return (
    <section>
      <div class="head">
        <h2>{t('Comments')}</h2>
        {!isReadOnly && (
          <CommentButton
            id={id}
            done={(text) => {
              setNotice(text);
              read.reload();
            }}
          />
        )}
      </div>
      <OutcomeOf outcome={notice === undefined ? undefined : { text: notice, isFailure: false }} />
      <Loaded of={read}>
        {({ items }) => (
          <Table
            caption={t('Comments')}
            rows={(items ?? []).toReversed()}
            keyOf={({ entity_id: commentId }) => commentId ?? 0}
            none={t('No comments yet.')}
            columns={[
              { title: t('Time (UTC)'), show: ({ created_at: time }) => <time>{momentText(time ?? '')}</time> },
              { title: t('Author'), show: ({ admin }) => (admin ? t('Shop') : t('Customer')) },
              { title: t('Status'), show: ({ status }) => returnStatusLabel(status ?? '') },
              { title: t('Comment'), show: ({ comment }) => comment },
              {
                title: t('Customer'),
                show: ({ customer_notified: isNotified, visible_on_front: isVisible }) =>
                  isNotified ? t('notified') : isVisible ? t('visible') : t('not visible'),
              },
            ]}
          />
        )}
      </Loaded>
    </section>
  );
}

function CommentButton({ id, done }: { id: number; done: (text: string) => void }) {
  const [comment, setComment] = useState('');
  const [isVisible, setVisible] = useState(false);
  const [isNotified, setNotified] = useState(false);
  const data = { comment, visible_on_front: isVisible, customer_notified: isVisible && isNotified };
  return (
    <CallButton
      label={t('Comment')}
      submit={t('Add comment')}
      call={(shop) => shop.request('POST /V1/returns/:id/comments', { id: String(id), data })}
      success={t('Comment added.')}
      done={(text) => {
        setComment('');
        setVisible(false);
        setNotified(false);
        done(text);
      }}
    >
      <Field label={t('Comment')}>
        <textarea rows={4} required value={comment} onInput={(event) => setComment(event.currentTarget.value)} />
      </Field>
      <label>
        <input type="checkbox" checked={isVisible} onChange={(event) => setVisible(event.currentTarget.checked)} />{' '}
        {t('Show it to the customer')}
      </label>
      <label>
        <input
          type="checkbox"
          disabled={!isVisible}
          checked={isVisible && isNotified}
          onChange={(event) => setNotified(event.currentTarget.checked)}
        />{' '}
        {t('Email the customer')}
      </label>
    </CallButton>
  );
}

function Tracks({ id, isReadOnly }: ReturnPartProperties) {
  const { shop } = useSession();
  const [notice, setNotice] = useState<string>();
  const read = useLoad(
    (signal) => shop.request('GET /V1/returns/:id/tracking-numbers', { id }, { signal }),
    [shop, id],
  );
  const done = (text: string): void => {
    setNotice(text);
    read.reload();
  };
  return (
    <section>
      <div class="head">
        <h2>{t('Tracking numbers')}</h2>
        {!isReadOnly && <TrackButton id={id} done={done} />}
      </div>
      <OutcomeOf outcome={notice === undefined ? undefined : { text: notice, isFailure: false }} />
      <Loaded of={read}>
        {({ items }) => (
          <Table
            caption={t('Tracking numbers')}
            rows={items ?? []}
            keyOf={({ entity_id: trackId }) => trackId ?? 0}
            none={t('No tracking numbers yet.')}
            columns={[
              { title: t('Carrier'), show: ({ carrier_title: title }) => title },
              { title: t('Number'), show: ({ track_number: number }) => number },
              ...(isReadOnly
                ? []
                : [
                    {
                      title: t('Actions'),
                      show: ({ entity_id: trackId, track_number: number }: TrackRow) => (
                        <CallButton
                          label={t('Remove {name}', { name: number })}
                          button={t('Remove')}
                          submit={t('Remove tracking number')}
                          call={(client) =>
                            client.request('DELETE /V1/returns/:id/tracking-numbers/:trackId', {
                              id,
                              trackId: trackId ?? 0,
                            })
                          }
                          success={t('Tracking number removed.')}
                          done={done}
                        />
                      ),
                    },
                  ]),
            ]}
          />
        )}
      </Loaded>
    </section>
  );
}

interface TrackRow {
  readonly carrier_title?: string | null;
  readonly entity_id?: number | null;
  readonly track_number?: string | null;
}

function TrackButton({ id, done }: { id: number; done: (text: string) => void }) {
  const [code, setCode] = useState<string>(carriers[0][0]);
  const [title, setTitle] = useState('');
  const [number, setNumber] = useState('');
  const carrierTitle = code === 'custom' ? title : carriers.find(([one]) => one === code)?.[1];
  const track = { carrier_code: code, carrier_title: carrierTitle ?? code, track_number: number };
  return (
    <CallButton
      label={t('Add tracking number')}
      call={(shop) => shop.request('POST /V1/returns/:id/tracking-numbers', { id, track })}
      success={t('Tracking number added.')}
      done={(text) => {
        setNumber('');
        done(text);
      }}
    >
      <Field label={t('Carrier')}>
        <select value={code} onChange={(event) => setCode(event.currentTarget.value)}>
          {carriers.map(([one, label]) => (
            <option key={one} value={one}>
              {label}
            </option>
          ))}
        </select>
      </Field>
      {code === 'custom' && (
        <Field label={t('Name of the carrier')}>
          <input required value={title} onInput={(event) => setTitle(event.currentTarget.value)} />
        </Field>
      )}
      <Field label={t('Number')}>
        <input required value={number} onInput={(event) => setNumber(event.currentTarget.value)} />
      </Field>
    </CallButton>
  );
}
