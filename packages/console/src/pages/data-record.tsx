import { useLocation } from 'preact-iso';
import { useState } from 'preact/hooks';
import { addressOf } from '../filters.ts';
import { Loaded, useLoad } from '../load.tsx';
import { OutcomeOf, useAction } from '../parts/action.tsx';
import { Field } from '../parts/field.tsx';
import { Page } from '../parts/page.tsx';
import { callAddress, answerInXml } from '../sent.ts';
import { useSession } from '../session.ts';
import { useUnsaved } from '../unsaved.ts';
import { textOf } from '../values.ts';
import type { Fields, Kind } from './data-kinds.ts';
import { t } from '../texts/text.ts';

/** One record as JSON and XML, with its pictures; records with a save call can be edited. */
export function Record({ kind, id }: { kind: Kind; id: string }) {
  const { shop } = useSession();
  const { query } = useLocation();
  const [form, setForm] = useState<'json' | 'xml'>('json');
  const json = useLoad((signal) => kind.read(shop, id, { signal }), [shop, kind, id]);
  const { value: url } = useLoad(
    (signal) => callAddress(shop, (noting) => kind.read(noting, id, { signal })),
    [shop, kind, id],
  );
  const [saved, setSaved] = useState<Fields>();
  const { outcome, isBusy, run } = useAction();
  const save = (text: string): void =>
    void run(async () => {
      await kind.save!(shop, id, text);
      // Reports success after the saved record is loaded, so that it does not replace text typed later.
      setSaved(await kind.read(shop, id, {}));
      return t('Saved.');
    });
  const record = saved ?? json.value;
  const name = record?.[kind.columns[0]!] ?? id;
  return (
    <Page title={`${kind.single} ${textOf(name)}`}>
      <p>
        {/* The address has the filters of the list. */}
        <a href={addressOf(`/console/data/${kind.name}`, query)}>{t('Back to the list')}</a>
      </p>
      <p>
        <code>GET {url}</code>
      </p>
      <div class="tabs" role="group" aria-label={t('Format')}>
        {(['json', 'xml'] as const).map((one) => (
          <button key={one} type="button" aria-pressed={form === one} onClick={() => setForm(one)}>
            {one.toUpperCase()}
          </button>
        ))}
      </div>
      <OutcomeOf outcome={outcome} />
      {form === 'xml' ? (
        <Xml kind={kind} id={id} />
      ) : (
        <Loaded of={json}>
          {(read) => (
            <>
              <Pictures record={saved ?? read} />
              <Editor
                key={JSON.stringify(saved ?? read)}
                record={saved ?? read}
                isSaved={kind.save !== undefined}
                isBusy={isBusy}
                save={save}
              />
            </>
          )}
        </Loaded>
      )}
    </Page>
  );
}

function Editor({
  record,
  isSaved,
  isBusy,
  save,
}: {
  record: Fields;
  isSaved: boolean;
  isBusy: boolean;
  save: (text: string) => void;
}) {
  const [text, setText] = useState(() => JSON.stringify(record, undefined, 2));
  useUnsaved(text !== JSON.stringify(record, undefined, 2));
  return (
    <form
      class="stack"
      onSubmit={(event) => {
        event.preventDefault();
        save(text);
      }}
    >
      <Field label={isSaved ? t('Record (editable)') : t('Record (read-only)')}>
        <textarea
          spellcheck={false}
          readOnly={!isSaved || isBusy}
          rows={24}
          value={text}
          onInput={(event) => setText(event.currentTarget.value)}
        />
      </Field>
      {isSaved && (
        <div>
          <button type="submit" class="primary" disabled={isBusy}>
            {t('Save')}
          </button>
        </div>
      )}
    </form>
  );
}

function Xml({ kind, id }: { kind: Kind; id: string }) {
  const { shop } = useSession();
  const read = useLoad((signal) => answerInXml(shop, (inXml) => kind.read(inXml, id, { signal })), [shop, kind, id]);
  return (
    <Loaded of={read}>
      {(text) => (
        <pre class="code" tabIndex={0} role="region" aria-label={t('Record as XML')}>
          {text.replaceAll('><', '>\n<')}
        </pre>
      )}
    </Loaded>
  );
}

function Pictures({ record }: { record: Fields }) {
  const entries = record['media_gallery_entries'];
  if (!Array.isArray(entries) || entries.length === 0) return null;
  return (
    <div class="pictures">
      {(entries as { id: number; file: string; label: string | null }[]).map(({ id, file, label }) => (
        <img key={id} src={`/media/catalog/product${file}`} alt={label ?? file} loading="lazy" />
      ))}
    </div>
  );
}
