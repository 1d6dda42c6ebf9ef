import { useState } from 'preact/hooks';
import { ask } from '../calls.ts';
import { Loaded, useLoad } from '../load.tsx';
import { OutcomeOf, useAction } from '../parts/action.tsx';
import { Field } from '../parts/field.tsx';
import { Page } from '../parts/page.tsx';
import { useSession } from '../session.ts';
import type { Fields, Kind } from './data-kinds.ts';

/** One record as JSON and XML, with its pictures; what the interface saves as a whole can be changed. */
export function Record({ kind, path, close }: { kind: Kind; path: string; close: () => void }) {
  const { token } = useSession();
  const [form, setForm] = useState<'json' | 'xml'>('json');
  const url = `/rest/all${path}`;
  const json = useLoad((signal) => ask('GET', url, undefined, token, signal) as Promise<Fields>, [url, token]);
  const { outcome, isBusy, run } = useAction();
  const save = async (text: string): Promise<void> => {
    const isSaved = await run(async () => {
      await ask('PUT', url, { [kind.saved!]: JSON.parse(text) as unknown }, token);
      return 'Saved.';
    });
    if (isSaved) json.reload();
  };
  return (
    <Page
      title={decodeURIComponent(path.slice(path.lastIndexOf('/') + 1))}
      actions={
        <button type="button" onClick={close}>
          Back to the list
        </button>
      }
    >
      <p>
        <code>GET {url}</code>
      </p>
      <div class="tabs" role="group" aria-label="Format">
        {(['json', 'xml'] as const).map((one) => (
          <button key={one} type="button" aria-pressed={form === one} onClick={() => setForm(one)}>
            {one.toUpperCase()}
          </button>
        ))}
      </div>
      <OutcomeOf outcome={outcome} />
      {form === 'xml' ? (
        <Xml url={url} token={token} />
      ) : (
        <Loaded of={json}>
          {(record) => (
            <>
              <Pictures record={record} />
              <Editor
                key={JSON.stringify(record)}
                record={record}
                isSaved={kind.saved !== undefined}
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
  save: (text: string) => Promise<void>;
}) {
  const [text, setText] = useState(() => JSON.stringify(record, undefined, 2));
  return (
    <form
      class="stack"
      onSubmit={(event) => {
        event.preventDefault();
        void save(text);
      }}
    >
      <Field label={isSaved ? 'The record; change it and save it through the interface' : 'The record'}>
        <textarea
          spellcheck={false}
          readOnly={!isSaved}
          rows={24}
          value={text}
          onInput={(event) => setText(event.currentTarget.value)}
        />
      </Field>
      {isSaved && (
        <div>
          <button type="submit" class="primary" disabled={isBusy}>
            Save
          </button>
        </div>
      )}
    </form>
  );
}

function Xml({ url, token }: { url: string; token: string }) {
  const read = useLoad(
    async (signal) => {
      const answer = await fetch(url, {
        signal,
        headers: { accept: 'application/xml', authorization: `Bearer ${token}` },
      });
      return answer.text();
    },
    [url, token],
  );
  return (
    <Loaded of={read}>
      {(text) => (
        <pre class="code" tabIndex={0} role="region" aria-label="The record as XML">
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
