/** Buttons for the previous and the next page of a list. */
export function Pager({ page, isLast, go }: { page: number; isLast: boolean; go: (page: number) => void }) {
  return (
    <div class="actions">
      <button type="button" disabled={page <= 1} onClick={() => go(page - 1)}>
        Previous page
      </button>
      <button type="button" disabled={isLast} onClick={() => go(page + 1)}>
        Next page
      </button>
    </div>
  );
}
