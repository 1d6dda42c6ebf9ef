import type { Answer } from '../calls.ts';
import { Loaded, useLoad } from '../load.tsx';
import { Page } from '../parts/page.tsx';
import { useSession } from '../session.ts';
import { bodyText } from './call-body.ts';
import { decodedUrl } from './call-parts.tsx';

import { compareLines } from './diff.ts';
import { t, tn } from '../texts/text.ts';
import { tx } from '../texts/elements.tsx';

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
    <Page title={t('Compare calls')}>
      <p>
        <a href="/console/calls">{t('All calls')}</a> ·{' '}
        {tx('{one} and {other}', {
          one: <a href={`/console/calls/${one}`}>{one}</a>,
          other: <a href={`/console/calls/${other}`}>{other}</a>,
        })}
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
    title: t('Call'),
    text: ({ method, url, status, statements, user_type: type, user_id: id }) =>
      [
        `${method} ${decodedUrl(url!)}`,
        t('by {caller}', { caller: `${type} ${id}` }),
        t('status {status}', { status }),
        tn(statements ?? 0, '{count} SQL statement', '{count} SQL statements'),
      ].join('\n'),
  },
  { title: t('Request headers'), text: ({ request }) => headersOf(request!.headers) },
  { title: t('Request'), text: ({ request }) => bodyText(request!) },
  { title: t('Response headers'), text: ({ answer }) => headersOf(answer!.headers) },
  { title: t('Response'), text: ({ answer }) => bodyText(answer!) },
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
          {differing === 0 ? t('no differences') : tn(differing, '{count} line differs', '{count} lines differ')}
        </small>
      </h2>
      {lines.length > 0 && (
        <div class="scrolled code compared" role="region" aria-label={t('{title}, compared', { title })} tabIndex={0}>
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
