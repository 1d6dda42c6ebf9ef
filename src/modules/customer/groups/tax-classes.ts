import type { Call } from '../../../kernel/call.ts';
import type { CustomerTaxClass } from '../extensions.ts';

/** The tax class of customers that a fresh installation has; all there is while no module knows of taxes. */
const initial: readonly CustomerTaxClass[] = [{ id: 3, name: 'Retail Customer' }];

/** Names of the tax classes that customer groups can have, by id. */
export async function customerTaxClasses(call: Call): Promise<ReadonlyMap<number, string>> {
  const sources = call.contributions.customerTaxClasses;
  const lists = await Promise.all(sources.map((source) => source.list(call)));
  const classes = sources.length > 0 ? lists.flat() : initial;
  return new Map(classes.map(({ id, name }) => [id, name]));
}
