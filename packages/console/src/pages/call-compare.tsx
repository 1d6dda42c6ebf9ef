import type { Answer } from '../calls.ts';
import { Loaded, useLoad } from '../load.tsx';
import { Page } from '../parts/page.tsx';
import { useSession } from '../session.ts';
import { bodyText } from './call-body.ts';
import { decodedUrl } from './call-parts.tsx';

import { compareLines } from './diff.ts';

type Details = Answer<'GET /_/console/calls/:id'>;

/** Two recorded calls side by side, with marked differences. */
export function Comparison({ one, other }: { one: number; other: number }) {
  const { console: call } = useSession();
  const read = useLoad(
    (signal) =>
      Promise.all([one, other].map((id) => call('GET /_/console/calls/:id', { id }, { signal }))) as Promise<
        [Details, Details]
      >,
    [one, other],
  );
  return (
    <Page title="Compare calls">
      <p>
        <a href="/console/calls">All calls</a> · <a href={`/console/calls/${one}`}>{one}</a> and{' '}
        <a href={`/console/calls/${other}`}>{other}</a>
      </p>
      <Loaded of={read}>
        {([left, right]) => (
          <>
            {parts.map(({ title, text }) => (
              <Compared key={title} title={title} left={text(left)} right={text(right)} names={[one, other]} />
            ))}
          </>
        )}
      </Loaded>
    </Page>
  );
}

const headersOf = (headers: NonNullable<Details['request']>['headers']): string =>
  (headers ?? [])
    .map(({ name, value }) => `${name}: ${value}`)
    .sort()
    .join('\n');

const parts: readonly { title: string; text(call: Details): string }[] = [
  {
    title: 'Call',
    text: ({ method, url, status, statements, user_type: type, user_id: id }) =>
      [`${method} ${decodedUrl(url!)}`, `by ${type} ${id}`, `status ${status}`, `${statements} SQL statements`].join(
        '\n',
      ),
  },
  { title: 'Request headers', text: ({ request }) => headersOf(request!.headers) },
  { title: 'Request', text: ({ request }) => bodyText(request!) },
  { title: 'Response headers', text: ({ answer }) => headersOf(answer!.headers) },
  { title: 'Response', text: ({ answer }) => bodyText(answer!) },
];

function Compared({
  title,
  left,
  right,
  names,
}: {
  title: string;
  left: string;
  right: string;
  names: readonly [number, number];
}) {
  const lines = compareLines(left, right);
  const differing = lines.filter((line) => line.left !== line.right).length;
  return (
    <section>
      <h2>
        {title}{' '}
        <small class="quiet">
          {differing === 0 ? 'no differences' : `${differing} ${differing === 1 ? 'line differs' : 'lines differ'}`}
        </small>
      </h2>
      {lines.length > 0 && (
        <div class="scrolled code compared" role="region" aria-label={`${title}, compared`} tabIndex={0}>
          <table>
            <thead>
              <tr>
                <th scope="col">{names[0]}</th>
                <th scope="col">{names[1]}</th>
              </tr>
            </thead>
            <tbody>
              {lines.map((line, i) => (
                <tr key={i} class={line.left === line.right ? undefined : 'differs'}>
                  <td>
                    {line.left === undefined ? '' : line.left === line.right ? line.left : <del>{line.left}</del>}
                  </td>
                  <td>
                    {line.right === undefined ? '' : line.left === line.right ? line.right : <ins>{line.right}</ins>}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}
