import { anyText } from '../../../kernel/any-text.ts';

/** The fields of a comment, of an order or of a document. */
interface CommentFields {
  readonly comment?: unknown;
  readonly created_at?: unknown;
  readonly is_visible_on_front?: unknown;
}

/** The texts that buyers see among comments. */
export function shownComments(
  comments: readonly CommentFields[] | null | undefined,
): { readonly message: string; readonly timestamp: string }[] {
  return (comments ?? []).flatMap((one) => {
    const { comment, created_at, is_visible_on_front: isShown } = one;
    return isShown && comment ? [{ message: anyText(comment), timestamp: String(created_at) }] : [];
  });
}
