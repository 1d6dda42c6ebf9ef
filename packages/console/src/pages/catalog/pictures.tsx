import { useState } from 'preact/hooks';
import { Loaded, useLoad } from '../../load.tsx';
import { Badge } from '../../parts/badge.tsx';
import { CallDialog } from '../../parts/call-dialog.tsx';
import { Field } from '../../parts/field.tsx';
import { useSession } from '../../session.ts';
import { DraftForm } from '../../parts/draft-form.tsx';
import {
  movedTo,
  picturesOf,
  saveGallery,
  usualRoles,
  withFields,
  withoutPicture,
  withRole,
  type GalleryDraft,
  type PictureRole,
  type ShownPicture,
} from './gallery.ts';
import { PictureUpload } from './picture-upload.tsx';
import type { ProductTabProperties } from './product-tab.ts';
import { t } from '../../texts/text.ts';
import { VideoButton } from './video-button.tsx';

/** The roles that pictures of products of an attribute set can have. */
function useRoles(attributeSetId: string) {
  const { shop, may } = useSession();
  const mayReadSets = may('Magento_Catalog::sets');
  return useLoad(
    async (signal): Promise<readonly PictureRole[]> => {
      if (!mayReadSets) return usualRoles;
      const attributes = await shop.request(
        'GET /V1/products/attribute-sets/:attributeSetId/attributes',
        { attributeSetId },
        { signal },
      );
      return attributes
        .filter(({ frontend_input: input }) => input === 'media_image')
        .map(({ attribute_code: code, default_frontend_label: label }) => [code ?? '', label ?? code ?? '']);
    },
    [shop, attributeSetId, mayReadSets],
  );
}

/** The tab of the pictures of a product: upload, order, roles, texts, removal. */
export function ProductPictures({ product, store, changed, saved }: ProductTabProperties) {
  const [draft, setDraft] = useState<GalleryDraft>({ fields: {} });
  const [removed, setRemoved] = useState<ShownPicture>();
  const roles = useRoles(String(product.attribute_set_id));
  const pictures = picturesOf(product, draft);
  const sku = product.sku ?? '';
  return (
    <>
      <PictureUpload product={product} uploaded={changed} />
      <div class="actions">
        <VideoButton sku={sku} added={changed} />
      </div>
      {pictures.length === 0 ? (
        <p class="quiet">{t('No pictures yet.')}</p>
      ) : (
        <Loaded of={roles}>
          {(all) => (
            <DraftForm
              call={(client) => saveGallery(client, product, draft, store)}
              hasChanges={draft.order !== undefined || Object.keys(draft.fields).length > 0}
              saved={saved}
              discard={() => setDraft({ fields: {} })}
            >
              <Gallery
                pictures={pictures}
                roles={all}
                move={(id, place) => setDraft(movedTo(product, draft, id, place))}
                setFields={(id, fields) => setDraft(withFields(product, draft, id, fields))}
                setRole={(id, role, hasRole) => setDraft(withRole(product, draft, id, role, hasRole))}
                remove={setRemoved}
              />
            </DraftForm>
          )}
        </Loaded>
      )}
      {removed && (
        <CallDialog
          label={t('Remove picture')}
          call={(client) => client.request('DELETE /V1/products/:sku/media/:entryId', { sku, entryId: removed.id })}
          success={t('Picture removed.')}
          done={(text) => {
            setDraft(withoutPicture(draft, removed.id));
            changed(text);
          }}
          close={() => setRemoved(undefined)}
        >
          <PictureImage picture={removed} />
        </CallDialog>
      )}
    </>
  );
}

interface GalleryProperties {
  readonly pictures: readonly ShownPicture[];
  readonly roles: readonly PictureRole[];
  readonly move: (id: number, place: number) => void;
  readonly setFields: (id: number, fields: { readonly label?: string; readonly disabled?: boolean }) => void;
  readonly setRole: (id: number, role: string, hasRole: boolean) => void;
  readonly remove: (picture: ShownPicture) => void;
}

/** Pictures in their order, which is changed by drag and drop, or by buttons. */
function Gallery({ pictures, move, ...actions }: GalleryProperties) {
  const [dragged, setDragged] = useState<number>();
  return (
    <ol class="gallery">
      {pictures.map((picture, i) => (
        <li
          key={picture.id}
          class={picture.id === dragged ? 'card dragged' : 'card'}
          draggable
          onDragStart={(event) => {
            // Text is selected by dragging.
            if (event.target instanceof HTMLInputElement) return event.preventDefault();
            setDragged(picture.id);
          }}
          onDragEnd={() => setDragged(undefined)}
          onDragOver={(event) => dragged !== undefined && event.preventDefault()}
          onDrop={(event) => {
            event.preventDefault();
            if (dragged !== undefined) move(dragged, i);
            setDragged(undefined);
          }}
        >
          <PictureCard
            picture={picture}
            place={i}
            isLast={i === pictures.length - 1}
            move={(place) => move(picture.id, place)}
            {...actions}
          />
        </li>
      ))}
    </ol>
  );
}

function PictureCard({
  picture,
  place,
  isLast,
  roles,
  move,
  setFields,
  setRole,
  remove,
}: Omit<GalleryProperties, 'pictures' | 'move'> & {
  picture: ShownPicture;
  place: number;
  isLast: boolean;
  move: (place: number) => void;
}) {
  const { id, label, types, disabled, isVideo } = picture;
  const number = place + 1;
  return (
    <div class="stack">
      <PictureImage picture={picture} />
      {isVideo && <Badge kind="plain">{t('Video')}</Badge>}
      <Field label={t('Alternative text of picture {number}', { number })}>
        <input value={label} onInput={(event) => setFields(id, { label: event.currentTarget.value })} />
      </Field>
      <fieldset class="checked">
        <legend>{t('Roles of picture {number}', { number })}</legend>
        {roles.map(([code, title]) => (
          <label key={code}>
            <input
              type="checkbox"
              checked={types.includes(code)}
              onChange={(event) => setRole(id, code, event.currentTarget.checked)}
            />{' '}
            {title}
          </label>
        ))}
      </fieldset>
      <label>
        <input
          type="checkbox"
          checked={disabled}
          onChange={(event) => setFields(id, { disabled: event.currentTarget.checked })}
        />{' '}
        {t('Hide picture {number} on the product page', { number })}
      </label>
      <div class="actions">
        <button
          type="button"
          disabled={place === 0}
          aria-label={t('Move picture {number} forward', { number })}
          onClick={() => move(place - 1)}
        >
          ←
        </button>
        <button
          type="button"
          disabled={isLast}
          aria-label={t('Move picture {number} back', { number })}
          onClick={() => move(place + 1)}
        >
          →
        </button>
        <button type="button" aria-label={t('Remove picture {number}…', { number })} onClick={() => remove(picture)}>
          {t('Remove…')}
        </button>
      </div>
    </div>
  );
}

function PictureImage({ picture: { file, label } }: { picture: ShownPicture }) {
  return <img src={`/media/catalog/product${file}`} alt={label} loading="lazy" draggable={false} />;
}
