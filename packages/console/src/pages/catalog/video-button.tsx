import { useState } from 'preact/hooks';
import { CallButton, type ClientCall } from '../../parts/call-dialog.tsx';
import { Field } from '../../parts/field.tsx';
import { t } from '../../texts/text.ts';
import { base64Of, contentOf } from './picture-file.ts';

interface VideoDraft {
  readonly address: string;
  readonly title: string;
  readonly description: string;
  /** The picture that stands for the video, and its content, which is read once. */
  readonly picture?: { readonly file: File; readonly base64: Promise<string> } | undefined;
}

const none: VideoDraft = { address: '', title: '', description: '' };

/** A button that adds a video to the gallery of a product: an address elsewhere, with a picture that stands for it. */
export function VideoButton({ sku, added }: { sku: string; added: (text: string) => void }) {
  const [draft, setDraft] = useState(none);
  const { address, title, description, picture } = draft;
  const call: ClientCall = async (client) =>
    client.request('POST /V1/products/:sku/media', {
      sku,
      entry: {
        media_type: 'external-video',
        label: title,
        disabled: false,
        types: [],
        ...(picture && { content: contentOf(picture.file, await picture.base64) }),
        extension_attributes: {
          video_content: {
            media_type: 'external-video',
            video_provider: '',
            video_url: address,
            video_title: title,
            video_description: description,
            video_metadata: '',
          },
        },
      },
    });
  const choose = (file: File | undefined): void =>
    setDraft({ ...draft, picture: file && { file, base64: base64Of(file) } });
  return (
    <CallButton
      label={t('Add video')}
      call={call}
      success={t('Video added.')}
      done={(text) => {
        setDraft(none);
        added(text);
      }}
    >
      <Field label={t('Address of the video')} hint={t('Such as an address of YouTube or Vimeo')}>
        <input
          type="url"
          required
          value={address}
          onInput={(event) => setDraft({ ...draft, address: event.currentTarget.value })}
        />
      </Field>
      <Field label={t('Title of the video')}>
        <input required value={title} onInput={(event) => setDraft({ ...draft, title: event.currentTarget.value })} />
      </Field>
      <Field label={t('Description of the video')}>
        <textarea
          rows={3}
          value={description}
          onInput={(event) => setDraft({ ...draft, description: event.currentTarget.value })}
        />
      </Field>
      <Field label={t('Picture that stands for the video')}>
        <input type="file" accept="image/*" required onChange={(event) => choose(event.currentTarget.files?.[0])} />
      </Field>
    </CallButton>
  );
}
