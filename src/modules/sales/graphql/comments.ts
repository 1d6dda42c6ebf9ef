import { anyText } from '../../../kernel/any-text.ts';

/** The texts that buyers see among comments. */
export function shownComments(
  comments: readonly object[] | null | undefined,
): { readonly message: string; readonly timestamp: string }[] {
  return (comments ?? []).flatMap((one) => {
    const { comment, created_at, is_visible_on_front: isShown } = one as Readonly<Record<string, unknown>>;
    return isShown && comment ? [{ message: anyText(comment), timestamp: String(created_at) }] : [];
  });
}
