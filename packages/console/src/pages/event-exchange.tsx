import type { Answer } from '../calls.ts';
import { Badge } from '../parts/badge.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { t } from '../texts/text.ts';

type TriedRequest = NonNullable<Answer<'POST /_/console/hooks/test'>['request']>;

interface ExchangeProps {
  readonly title: string;
  /** The request as text, with its headers where they are known. */
  readonly request: string;
  /** 0: no response. */
  readonly status: number;
  readonly response: string;
  /** Empty: delivered. */
  readonly error: string;
  readonly milliseconds: number;
  readonly close: () => void;
}

/** A request that the shop sent, and the response, in a dialog. */
export function Exchange({ title, request, status, response, error, milliseconds, close }: ExchangeProps) {
  return (
    <Dialog title={title} close={close}>
      <p>
        {error ? (
          <Badge kind="bad">{t('failed: {error}', { error })}</Badge>
        ) : (
          <Badge kind="good">{t('delivered')}</Badge>
        )}{' '}
        {status !== 0 && `HTTP ${status}, `}
        {milliseconds} ms
      </p>
      <h3>{t('Request')}</h3>
      <pre class="code" tabIndex={0} role="region" aria-label={t('Request')}>
        {request}
      </pre>
      <h3>{t('Response')}</h3>
      <pre class="code" tabIndex={0} role="region" aria-label={t('Response')}>
        {response || t('no body')}
      </pre>
    </Dialog>
  );
}

/** The text of a tried request with its headers. */
export function requestText({ method, url, headers, body }: TriedRequest): string {
  return `${method} ${url}\n${(headers ?? []).map(({ name, value }) => `${name}: ${value}`).join('\n')}\n\n${body}`;
}
