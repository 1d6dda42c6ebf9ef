import { json } from '@codemirror/lang-json';
import { EditorState, Prec } from '@codemirror/state';
import { EditorView, keymap } from '@codemirror/view';
import { graphql, updateSchema } from 'cm6-graphql';
import { basicSetup } from 'codemirror';
import type { GraphQLSchema } from 'graphql';
import { useEffect, useRef } from 'preact/hooks';

/** A text that the page puts into an editor. */
export interface Content {
  readonly text: string;
}

interface EditorProps {
  /** The name for assistive programs. */
  readonly label: string;
  /** The text that the page puts in: another object replaces what has been written since. */
  readonly content: Content;
  readonly language: 'graphql' | 'json';
  /** Of a GraphQL document: completes and checks it. */
  readonly schema?: GraphQLSchema | undefined;
  /** Absent: the text cannot be changed. */
  readonly onChange?: (text: string) => void;
  readonly onRun?: () => void;
  /** Called with a type and perhaps its field, for a click on a name with Ctrl or Cmd. */
  readonly onShowType?: (type: string) => void;
}

/** A text editor. */
export function Editor(props: EditorProps) {
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(undefined);
  // The editor is created once and calls the functions of the last render.
  const latest = useRef(props);
  latest.current = props;
  const { content, schema } = props;

  useEffect(() => {
    if (!place.current) return;
    const editor = new EditorView({
      parent: place.current,
      state: EditorState.create({ doc: latest.current.content.text, extensions: extensionsOf(latest) }),
    });
    view.current = editor;
    return () => editor.destroy();
  }, []);

  useEffect(() => {
    const editor = view.current;
    if (!editor || editor.state.doc.toString() === content.text) return;
    editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: content.text } });
  }, [content]);

  useEffect(() => {
    if (view.current && schema) updateSchema(view.current, schema);
  }, [schema]);

  return <div class="editor" ref={place} />;
}

function extensionsOf(latest: { readonly current: EditorProps }) {
  const { label, language, onChange } = latest.current;
  const run = (): boolean => {
    latest.current.onRun?.();
    return true;
  };
  const showType = (_?: string, type?: string, parent?: string): void => {
    const name = type ?? parent;
    if (name) latest.current.onShowType?.(name.replace(/[[\]!]/g, ''));
  };
  return [
    Prec.highest(keymap.of([{ key: 'Mod-Enter', run }])),
    basicSetup,
    EditorView.lineWrapping,
    EditorView.contentAttributes.of({ 'aria-label': label }),
    language === 'json' ? json() : graphql(undefined, { onShowInDocs: showType }),
    EditorState.readOnly.of(!onChange),
    EditorView.updateListener.of(({ docChanged, state }) => {
      if (docChanged) latest.current.onChange?.(state.doc.toString());
    }),
  ];
}
