import type { GraphQLSchema } from 'graphql';
import { ok, type Souk } from '../support/souk.ts';
import type { Person } from './people.ts';
import { selectAll } from './schema.ts';

/** Levels of objects below the customer and the cart. */
const DEPTH = 5;

/** Everything of a customer as text, as the customer and an administrator see it. */
export async function everythingOf(
  { admin }: Pick<Souk, 'admin'>,
  schema: GraphQLSchema,
  { gql, ids }: Person,
): Promise<string> {
  const fields = schema.getQueryType()!.getFields();
  const own = [fields.customer!, fields.customerCart!, fields.customerDownloadableProducts!];
  const query = `query { ${own.map(({ name, type }) => `${name} ${selectAll(type, DEPTH)}`).join(' ')} }`;
  const records = [`/V1/customers/${ids.customer}`, `/V1/carts/${ids.cart}`, `/V1/carts/${ids.cart}/totals`];
  records.push(`/V1/orders/${ids.order.id}`, `/V1/returns/${atob(ids.returnUid)}`);
  const found = await Promise.all(records.map(async (path) => JSON.stringify(ok(await admin.get(path)))));
  return [JSON.stringify(await gql.data(query), undefined, 1), ...found].join('\n');
}
