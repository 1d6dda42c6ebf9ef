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
        Previous page
      </button>
      {pages !== undefined && (
        <span>
          Page {page} of {pages}
        </span>
      )}
      <button type="button" disabled={isLast} onClick={() => go(page + 1)}>
        Next page
      </button>
    </div>
  );
}
