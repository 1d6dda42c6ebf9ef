import { Kind, parse, print, type GraphQLSchema } from 'graphql';
import { useEffect, useState } from 'preact/hooks';
import { Docs } from './docs.tsx';
import { Editor, type Content } from './editor.tsx';
import { loadSchema, send, type ResponseText } from './request.ts';
import { samples } from './samples.ts';

const empty: Content = { text: '' };
const noResponse: ResponseText = { text: '', status: '' };
const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** The names of the operations of a document; none while it cannot be parsed. */
function operationsOf(query: string): string[] {
  try {
    return parse(query).definitions.flatMap((one) =>
      one.kind === Kind.OPERATION_DEFINITION && one.name ? [one.name.value] : [],
    );
  } catch {
    return [];
  }
}

/** The page to write and send GraphQL documents and to read the schema. */
export function Explorer() {
  const [query, setQuery] = useState('');
  const [variables, setVariables] = useState('');
  const [headers, setHeaders] = useState('');
  // The texts that samples and formatting put into the editors.
  const [queryContent, setQueryContent] = useState(empty);
  const [variablesContent, setVariablesContent] = useState(empty);
  const [operation, setOperation] = useState('');
  const [response, setResponse] = useState(noResponse);
  const [schema, setSchema] = useState<GraphQLSchema>();
  const [path, setPath] = useState<readonly string[]>([]);

  const operations = operationsOf(query);
  const chosen = operations.includes(operation) ? operation : operations[0];
  const fail = (error: unknown): void => setResponse({ text: '', status: messageOf(error) });
  const run = (): void => {
    setResponse({ ...noResponse, status: 'Waiting for the response' });
    send({ query, variables, headers, operation: chosen }).then(setResponse, fail);
  };
  const format = (): void => {
    try {
      setQueryContent({ text: `${print(parse(query))}\n` });
    } catch (error) {
      fail(error);
    }
  };
  const open = (title: string): void => {
    const sample = samples.find((one) => one.title === title);
    if (!sample) return;
    setQueryContent({ text: sample.query });
    setVariablesContent({ text: sample.variables ?? '' });
  };
  useEffect(() => {
    loadSchema().then(setSchema, fail);
  }, []);

  return (
    <>
      <header>
        <h1>GraphQL explorer</h1>
        <button type="button" class="run" onClick={run} title="Ctrl+Enter">
          Run
        </button>
        {operations.length > 1 && (
          <select
            aria-label="Operation"
            value={chosen}
            onChange={({ currentTarget }) => setOperation(currentTarget.value)}
          >
            {operations.map((name) => (
              <option>{name}</option>
            ))}
          </select>
        )}
        <button type="button" onClick={format}>
          Format
        </button>
        <select aria-label="Sample" value="" onChange={({ currentTarget }) => open(currentTarget.value)}>
          <option value="">Open a sample</option>
          {samples.map(({ title }) => (
            <option>{title}</option>
          ))}
        </select>
        <output aria-live="polite">{response.status}</output>
      </header>
      <main>
        <section class="request">
          <h2>Query</h2>
          <Editor
            label="Query"
            language="graphql"
            content={queryContent}
            schema={schema}
            onChange={setQuery}
            onRun={run}
            onShowType={(name) => setPath((now) => [...now, name])}
          />
          <h2>Variables</h2>
          <Editor label="Variables" language="json" content={variablesContent} onChange={setVariables} onRun={run} />
          <h2>Headers</h2>
          <Editor label="Headers" language="json" content={empty} onChange={setHeaders} onRun={run} />
        </section>
        <section class="response">
          <h2>Response</h2>
          <Editor label="Response" language="json" content={response} />
        </section>
        {schema && <Docs schema={schema} path={path} onPath={setPath} />}
      </main>
    </>
  );
}
