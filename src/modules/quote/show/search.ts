import { sql, type Expression } from 'kysely';
import type { Call } from '../../../kernel/call.ts';
import { keysOf } from '../../../kernel/own-fields.ts';
import { inDocument } from '../../../storage/criteria/document-fields.ts';
import type { FieldKind } from '../../../storage/criteria/conditions.ts';
import type { SearchCriteria } from '../../../storage/criteria/criteria.ts';
import { fieldOf, type SearchField } from '../../../storage/criteria/fields.ts';
import { findList, type FoundList } from '../../../storage/criteria/list.ts';
import type { StoredCart } from '../cart/cart.ts';
import { currenciesOf, showCurrencies, type CartPlace } from '../cart/currency.ts';
import { searchFieldOf } from '../cart/extending.ts';
import { findCarts } from '../cart/load.ts';

/** The search fields of carts: the interface's columns, as far as Souk has them. */
const fields: Record<string, SearchField> = {
  id: { kind: 'integer', column: 'quote.id', notNull: true },
  entity_id: { kind: 'integer', column: 'quote.id', notNull: true },
  store_id: { kind: 'integer', notNull: true },
  is_active: { kind: 'flag', notNull: true },
  is_virtual: { kind: 'flag', notNull: true },
  created_at: { kind: 'time', notNull: true, followsKey: true },
  updated_at: { kind: 'time', notNull: true },
  converted_at: { kind: 'time' },
  items_count: { kind: 'integer', notNull: true },
  items_qty: { kind: 'number', notNull: true },
  coupon_code: { kind: 'text' },
  applied_rule_ids: { kind: 'text' },
  reserved_order_id: { kind: 'text' },
  ...amounts('subtotal', 'subtotal_with_discount', 'grand_total'),
  ...customerSearchFields(),
  ...currencyFields(),
  checkout_method: { kind: 'text', column: checkoutMethod() },
  // No cart has another value. A bare 0 would be the position of a column to sort by, so it is an expression.
  orig_order_id: { kind: 'integer', column: sql`(quote.id * 0)` },
  is_multi_shipping: { kind: 'flag', column: sql`(quote.id * 0)` },
};

/** How a cart was ordered; the interface stores it for guests only. */
function checkoutMethod(): Expression<unknown> {
  const { column: isGuest } = inDocument('quote', ['is_guest'], 'flag');
  return sql`(case when quote.is_active = 0 and ${isGuest} = 1 then 'guest' end)`;
}

function amounts(...names: readonly string[]): Record<string, SearchField> {
  const all = names.flatMap((name) => [name, `base_${name}`]);
  return Object.fromEntries(all.map((name) => [name, { kind: 'number', notNull: true }]));
}

function customerSearchFields(): Record<string, SearchField> {
  const kinds: Readonly<Record<string, FieldKind>> = { gender: 'integer', dob: 'date' };
  const names = ['prefix', 'firstname', 'middlename', 'lastname', 'suffix', 'taxvat', 'dob', 'gender'] as const;
  return {
    customer_id: { kind: 'integer' },
    customer_group_id: { kind: 'integer', notNull: true },
    customer_email: { kind: 'text' },
    customer_note: inDocument('quote', ['customer_note'], 'text'),
    customer_note_notify: inDocument('quote', ['customer_note_notify'], 'flag'),
    customer_is_guest: inDocument('quote', ['is_guest'], 'flag'),
    customer_tax_class_id: known('integer', taxClassId),
    ...Object.fromEntries(
      names.map((name) => [`customer_${name}`, inDocument('quote', ['customer', name], kinds[name] ?? 'text')]),
    ),
  };
}

/** A search field with values from settings, which are in memory. */
function known(kind: FieldKind, column: (call: Call) => Expression<unknown>): SearchField {
  return { kind, filter: ({ on }, call) => on(column(call)), order: column };
}

/** The tax class of carts: none if the customer of the request had no group. */
function taxClassId(call: Call): Expression<unknown> {
  const { column: isUntold } = inDocument('quote', ['is_group_untold'], 'flag');
  const cases = call.services.customer
    .allGroups()
    .map(({ id, tax_class_id }) => sql`when ${sql.lit(id)} then ${sql.lit(tax_class_id)}`);
  return sql`(case when ${isUntold} is null then case quote.customer_group_id ${sql.join(cases, sql` `)} end end)`;
}

function currencyFields(): Record<string, SearchField> {
  const kinds = {
    global_currency_code: 'text',
    base_currency_code: 'text',
    store_currency_code: 'text',
    quote_currency_code: 'text',
    store_to_base_rate: 'number',
    store_to_quote_rate: 'number',
    base_to_global_rate: 'number',
    base_to_quote_rate: 'number',
  } as const;
  return Object.fromEntries(keysOf(kinds).map((name) => [name, known(kinds[name], (call) => ofPlace(call, name))]));
}

type CurrencyField = keyof ReturnType<typeof showCurrencies>;

/** A currency field, which follows from the settings of a cart's store view and from the currency that the buyer chose. */
function ofPlace(call: Call, name: CurrencyField): Expression<unknown> {
  const { store } = call.services;
  const ofView = store.views().map(({ id }) => sql`when ${sql.lit(id)} then ${valueIn(call, { store_id: id }, name)}`);
  const unchosen = sql`case quote.store_id ${sql.join(ofView, sql` `)} end`;
  if (name !== 'quote_currency_code' && name !== 'base_to_quote_rate') return sql`(${unchosen})`;
  const { column: chosen } = inDocument('quote', ['quote_currency_code'], 'text');
  const ofChoice = store.views().flatMap(({ id }) =>
    store.allowedCurrencies(call, id).map((code) => {
      const value = valueIn(call, { store_id: id, quote_currency_code: code }, name);
      return sql`when quote.store_id = ${sql.lit(id)} and ${chosen} = ${code} then ${value}`;
    }),
  );
  return sql`(case when ${chosen} is null then ${unchosen} ${sql.join(ofChoice, sql` `)} else ${unchosen} end)`;
}

function valueIn(call: Call, place: CartPlace, name: CurrencyField): Expression<unknown> {
  const value = showCurrencies(currenciesOf(call, place))[name];
  return sql`cast(${value} as ${sql.raw(typeof value === 'number' ? 'double precision' : 'text')})`;
}

/** Lists carts, active or not, without those that an extension leaves out. */
export function listCarts(call: Call, criteria: SearchCriteria): Promise<FoundList<StoredCart>> {
  let base = call.db.selectFrom('quote');
  for (const { unlistedCarts } of call.contributions.cartExtensions ?? []) {
    if (unlistedCarts) base = base.where(sql<boolean>`quote.id not in ${unlistedCarts(call)}`);
  }
  return findList(call, criteria, {
    base,
    key: 'quote.id',
    fields: (name) => fieldOf(fields, name) ?? searchFieldOf(call, name),
    load: (on, ids: readonly number[]) => findCarts(on, ids),
  });
}
