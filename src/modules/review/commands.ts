import type { Call } from '../../kernel/call.ts';
import { wholeNumber, type CommandHost } from '../../kernel/commands.ts';
import { allRatings, showRating } from './ratings.ts';
import { deleteReview, judgeReview, listReviews } from './reviews.ts';
import { reviewStatus } from './tables.ts';

/** Commands for reviews, which have no routes that moderate them. */
export function reviewCommands({ program, withCall, print, list }: CommandHost): void {
  program
    .command('review:list')
    .description('list reviews')
    .option('--status <status>', 'pending, approved or rejected; default: all')
    .option('--limit <number>', 'maximum number of reviews', wholeNumber, 100)
    .action(({ status, limit }: { status?: keyof typeof reviewStatus; limit: number }) =>
      withCall(async (call) => {
        const found = await listReviews(call, status && reviewStatus[status], limit);
        const names = new Map<number, string>(Object.entries(reviewStatus).map(([name, number]) => [number, name]));
        list(
          found.map(
            (one) =>
              `${one.review_id}\t${names.get(one.status)}\tproduct ${one.product_id}\t${one.nickname}\t${one.summary}`,
          ),
          'no reviews',
        );
      }),
    );
  for (const [verb, status] of [
    ['approve', reviewStatus.approved],
    ['reject', reviewStatus.rejected],
  ] as const) {
    program
      .command(`review:${verb}`)
      .description(`${verb} a review`)
      .argument('<id>', 'id of the review, from review:list', wholeNumber)
      .option('--store <codes...>', 'codes of the store views that show the review; default: unchanged')
      .action((id: number, { store }: { store?: string[] }) =>
        withCall((call) =>
          call.transaction((inside) => judgeReview(inside, id, status, store && storeIdsOf(inside, store))),
        ),
      );
  }
  program
    .command('review:delete')
    .description('delete a review')
    .argument('<id>', 'id of the review, from review:list', wholeNumber)
    .action((id: number) => withCall((call) => call.transaction((inside) => deleteReview(inside, id))));
  program
    .command('review:rating:list')
    .description('list ratings with their store views')
    .action(() =>
      withCall(async (call) => {
        const { store } = call.services;
        const ratings = await allRatings(call);
        const line = ({ rating_id, name, storeIds }: (typeof ratings)[number]): string =>
          `${rating_id}\t${name}\t${storeIds.map((id) => store.view(id)?.code ?? id).join(', ') || 'nowhere'}`;
        list(ratings.map(line), 'no ratings');
      }),
    );
  program
    .command('review:rating:show')
    .description('set the store views that show a rating')
    .argument('<id>', 'id of the rating, from review:rating:list', wholeNumber)
    .argument('[codes...]', 'codes of the store views; default: none')
    .action((id: number, codes: string[]) =>
      withCall(async (call) => {
        await call.transaction((inside) => showRating(inside, id, storeIdsOf(inside, codes)));
        print(`rating ${id} is shown in ${codes.join(', ') || 'no store view'}`);
      }),
    );
}

function storeIdsOf({ services: { store } }: Call, codes: readonly string[]): number[] {
  return codes.map((code) => {
    const view = store.view(code);
    if (!view) throw new Error(`there is no store view ${code}`);
    return view.id;
  });
}
