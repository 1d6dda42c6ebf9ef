import { useEffect, useState } from 'preact/hooks';
import type { Client } from '../../../../client/src/index.ts';
import { OutcomeOf, useAction } from '../../parts/action.tsx';
import { CallPreview } from '../../parts/call-dialog.tsx';
import { Field } from '../../parts/field.tsx';
import { useSession } from '../../session.ts';
import { useUnsaved } from '../../unsaved.ts';
import { base64Of, contentOf } from './picture-file.ts';
import type { ProductRecord } from './product.tsx';
import { t, tn } from '../../texts/text.ts';

/** A file that was chosen, with the text of its picture. */
interface ChosenFile {
  readonly file: File;
  readonly label: string;
  /** The address of its preview. */
  readonly url: string;
}

/** Roles of the first picture of a product. */
const FIRST_ROLES = ['image', 'small_image', 'thumbnail'];

/** Adds pictures to a product: files are chosen or dropped, and uploaded in their order. */
export function PictureUpload({
  product,
  uploaded,
}: {
  product: ProductRecord;
  /** Takes the sentence that reports the success. */
  uploaded: (text: string) => void;
}) {
  const { shop } = useSession();
  const { outcome, isBusy, run } = useAction();
  const [chosen, setChosen] = useState<readonly ChosenFile[]>([]);
  const [isOver, setOver] = useState(false);
  useUnsaved(chosen.length > 0);
  const sku = product.sku ?? '';
  const isFirst = (product.media_gallery_entries ?? []).length === 0;
  const choose = (files: FileList | null | undefined): void =>
    setChosen([
      ...chosen,
      ...[...(files ?? [])].map((file) => ({ file, label: product.name ?? '', url: URL.createObjectURL(file) })),
    ]);
  const entryOf = ({ file, label }: ChosenFile, i: number, content: string) => ({
    media_type: 'image',
    label,
    disabled: false,
    types: isFirst && i === 0 ? FIRST_ROLES : [],
    content: contentOf(file, content),
  });
  const post = (client: Client, entry: ReturnType<typeof entryOf>) =>
    client.request('POST /V1/products/:sku/media', { sku, entry });
  const upload = async (): Promise<void> => {
    let count = 0;
    await run(async () => {
      for (const one of chosen) {
        await post(shop, entryOf(one, count, await base64Of(one.file)));
        count += 1;
      }
      return '';
    });
    // The files after a failure can be uploaded again.
    setChosen(chosen.slice(count));
    if (count > 0) uploaded(tn(count, 'Picture added.', '{count} pictures added.'));
  };
  const setLabel = (i: number, label: string): void =>
    setChosen(chosen.map((one, at) => (at === i ? { ...one, label } : one)));
  return (
    <section
      class={isOver ? 'drop over' : 'drop'}
      aria-label={t('Add pictures')}
      onDragOver={(event) => {
        if (!event.dataTransfer?.types.includes('Files')) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        choose(event.dataTransfer?.files);
      }}
    >
      <Field label={t('Add pictures: choose files, or drop them here')}>
        <input
          type="file"
          accept="image/*"
          multiple
          onChange={(event) => {
            choose(event.currentTarget.files);
            event.currentTarget.value = '';
          }}
        />
      </Field>
      {outcome?.isFailure && <OutcomeOf outcome={outcome} />}
      {chosen.length > 0 && (
        <>
          <ul class="gallery">
            {chosen.map((one, i) => (
              <li key={one.url} class="card stack">
                <FilePreview chosen={one} />
                <Field label={t('Alternative text of {name}', { name: one.file.name })}>
                  <input value={one.label} onInput={(event) => setLabel(i, event.currentTarget.value)} />
                </Field>
              </li>
            ))}
          </ul>
          <CallPreview
            call={async (client) => {
              for (const [i, one] of chosen.entries()) await post(client, entryOf(one, i, '…'));
            }}
          />
          <div class="actions">
            <button type="button" class="primary" disabled={isBusy} onClick={() => void upload()}>
              {tn(chosen.length, 'Upload picture', 'Upload {count} pictures')}
            </button>
            <button type="button" disabled={isBusy} onClick={() => setChosen([])}>
              {t('Cancel')}
            </button>
          </div>
        </>
      )}
    </section>
  );
}

function FilePreview({ chosen: { file, url } }: { chosen: ChosenFile }) {
  useEffect(() => () => URL.revokeObjectURL(url), [url]);
  return <img src={url} alt={t('Preview of {name}', { name: file.name })} />;
}
