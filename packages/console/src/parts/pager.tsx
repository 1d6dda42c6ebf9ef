import { t } from '../texts/text.ts';

/** Buttons for the previous and the next page of a list. `pages`: the number of pages, where it is known. */
export function Pager({
  page,
  pages,
  isLast,
  go,
}: {
  page: number;
  pages?: number;
  isLast: boolean;
  go: (page: number) => void;
}) {
  return (
    <div class="actions paging">
      <button type="button" disabled={page <= 1} onClick={() => go(page - 1)}>
        {t('Previous page')}
      </button>
      {pages !== undefined && <span>{t('Page {page} of {pages}', { page, pages })}</span>}
      <button type="button" disabled={isLast} onClick={() => go(page + 1)}>
        {t('Next page')}
      </button>
    </div>
  );
}

/** The pager of a list with a known `total` of rows, `size` on a page; nothing for a single page. */
export function ListPager({
  page,
  size,
  total,
  go,
}: {
  page: number;
  size: number;
  total: number;
  go: (page: number) => void;
}) {
  if (total <= size) return null;
  return <Pager page={page} pages={Math.ceil(total / size)} isLast={page * size >= total} go={go} />;
}
