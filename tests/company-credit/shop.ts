import { fillCart } from '../customer-balance/shop.ts';
import { newCompany, place } from '../company/shop.ts';
import type { Json } from '../sales/shop.ts';
import { criteria, ok, type Answer, type Client } from '../support/client.ts';
import { newCustomer } from '../support/customers.ts';
import type { Here } from '../support/here.ts';
import { newProduct } from '../support/products.ts';

const path = '/V1/companyCredits';

/** A company with a credit limit, and the caller of its administrator. */
export interface CreditCompany {
  readonly company: Json;
  readonly credit: Json;
  readonly boss: Client;
  readonly bossId: number;
}

export async function companyWithCredit(here: Here, over: Json = {}): Promise<CreditCompany> {
  const { company, boss } = await newCompany(here);
  const { id } = ok(await here.admin.get(`${path}/company/${company.id}`));
  const credit = ok(await here.admin.put(`${path}/${id}`, { creditLimit: { credit_limit: 100, ...over } }));
  return { company, credit, boss: await here.callerOf('customer', boss.id), bossId: boss.id };
}

/** Another user of a company. */
export async function userOf(here: Here, company: Json): Promise<{ readonly id: number; readonly me: Client }> {
  const { id } = await newCustomer(here);
  ok(await place(here.admin, { id }, { company_id: company.id }));
  return { id, me: await here.callerOf('customer', id) };
}

/** Fills the cart of a customer: two units of a product, and 10 for the shipping. */
export async function fill(here: Here, me: Client, price = 10): Promise<number> {
  return fillCart(me, (await newProduct(here, { price })).sku);
}

export const payOnAccount = (me: Client, po_number?: string): Promise<Answer> =>
  me.post('/V1/carts/mine/payment-information', { paymentMethod: { method: 'companycredit', po_number } });

/** The codes of the payment methods that a customer is offered. */
export const offeredTo = async (me: Client): Promise<string[]> =>
  ok(await me.get('/V1/carts/mine/payment-methods')).map(({ code }: Json) => code);

export const history = async (here: Here, { id }: Json): Promise<Json[]> =>
  ok(await here.admin.get(`${path}/history?${criteria([[{ field: 'company_credit_id', value: id }]])}`)).items;

const units = (amount: number): number => Math.round(amount * 10_000);

/** The balance of a credit in the currency of its history, after a check that the history adds up to it. */
export async function balanceOf(here: Here, credit: Json): Promise<number> {
  let sum = 0;
  for (const entry of await history(here, credit)) {
    sum += units(entry.amount * entry.rate);
    if (units(entry.balance) !== sum) throw new Error(`the history adds up to ${sum}: ${JSON.stringify(entry)}`);
  }
  const { balance } = ok(await here.admin.get(`${path}/${credit.id}`));
  if (units(balance) !== sum) throw new Error(`the balance is ${balance}, and its history adds up to ${sum}`);
  return balance;
}
