import { useState } from 'preact/hooks';
import { useLoad } from '../../load.tsx';
import { CallButton } from '../../parts/call-dialog.tsx';
import { carriers } from '../../parts/carriers.ts';
import { Field } from '../../parts/field.tsx';
import { useSession } from '../../session.ts';
import { NoteInputs, noteArguments, silentNote } from './document-comment.tsx';
import type { OrderActionProperties } from './order-actions.tsx';
import { documentItems, QuantityInputs, remaining } from './quantities.tsx';
import { t } from '../../texts/text.ts';

/** A parcel of a shipment with the carrier's number. */
interface Track {
  readonly carrier_code: string;
  readonly title: string;
  readonly track_number: string;
}

const emptyTrack: Track = { carrier_code: 'custom', title: '', track_number: '' };

/** Ships items of an order from a source, with the numbers of its parcels. */
export function ShipButton({ order, steps, done }: OrderActionProperties) {
  const { shop: reader, may } = useSession();
  const mayChoose = may('Magento_InventoryApi::source');
  const sources = useLoad(
    async (signal) => (mayChoose ? await reader.request('GET /V1/inventory/sources', {}, { signal }) : undefined),
    [reader],
  );
  const enabled = (sources.value?.items ?? []).filter((source) => source.enabled);
  const [source, setSource] = useState('');
  const [quantities, setQuantities] = useState(() => remaining(steps, 'to_ship'));
  const [tracks, setTracks] = useState<readonly Track[]>([]);
  const [note, setNote] = useState(silentNote);
  const orderId = order.entity_id!;
  return (
    <CallButton
      label={t('Ship')}
      submit={t('Create shipment')}
      isPrimary={!steps.may_invoice}
      call={(shop) =>
        shop.request('POST /V1/order/:orderId/ship', {
          orderId,
          items: documentItems(quantities),
          ...noteArguments(note),
          ...(tracks.length > 0 && { tracks }),
          ...(source !== '' && { arguments: { extension_attributes: { source_code: source } } }),
        })
      }
      success={t('Shipment created.')}
      done={done}
    >
      {enabled.length > 1 && (
        <Field label={t('Source')}>
          <select value={source} onChange={(event) => setSource(event.currentTarget.value)}>
            <option value="">{t('the default source of the order')}</option>
            {enabled.map((one) => (
              <option key={one.source_code} value={one.source_code ?? ''}>
                {one.name}
              </option>
            ))}
          </select>
        </Field>
      )}
      <QuantityInputs order={order} steps={steps} step="to_ship" quantities={quantities} set={setQuantities} />
      <TrackInputs tracks={tracks} set={setTracks} />
      <NoteInputs note={note} set={setNote} />
    </CallButton>
  );
}

function TrackInputs({ tracks, set }: { tracks: readonly Track[]; set: (next: readonly Track[]) => void }) {
  const change = (at: number, changes: Partial<Track>): void =>
    set(tracks.map((track, i) => (i === at ? Object.assign({}, track, changes) : track)));
  return (
    <fieldset>
      <legend>{t('Tracking numbers')}</legend>
      {tracks.map((track, i) => (
        <div key={i} class="filters">
          <Field label={t('Carrier of parcel {number}', { number: i + 1 })}>
            <select
              value={track.carrier_code}
              onChange={(event) => {
                const code = event.currentTarget.value;
                const label = carriers.find(([one]) => one === code)?.[1] ?? '';
                change(i, { carrier_code: code, title: code === 'custom' ? track.title : label });
              }}
            >
              {carriers.map(([code, label]) => (
                <option key={code} value={code}>
                  {label}
                </option>
              ))}
            </select>
          </Field>
          <Field label={t('Title of parcel {number}', { number: i + 1 })}>
            <input required value={track.title} onInput={(event) => change(i, { title: event.currentTarget.value })} />
          </Field>
          <Field label={t('Number of parcel {number}', { number: i + 1 })}>
            <input
              required
              value={track.track_number}
              onInput={(event) => change(i, { track_number: event.currentTarget.value })}
            />
          </Field>
          <button type="button" onClick={() => set(tracks.filter((_, at) => at !== i))}>
            {t('Remove parcel {number}', { number: i + 1 })}
          </button>
        </div>
      ))}
      <button type="button" onClick={() => set([...tracks, emptyTrack])}>
        {t('Add tracking number')}
      </button>
    </fieldset>
  );
}
