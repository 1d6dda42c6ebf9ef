import type { Call } from '../../src/kernel/call.ts';
import { platformErrors } from '../../src/kernel/errors.ts';
import { decimal, round } from '../../src/kernel/money.ts';
import { module } from '../../src/kernel/module.ts';
import { acl } from '../../src/kernel/route.ts';
import * as t from '../../src/kernel/types.ts';
import { TotalsInformationExtension } from '../../src/modules/checkout/types.ts';
import { cartRoutes } from '../../src/modules/quote/extensions.ts';
import type { StoredCart } from '../../src/modules/quote/service.ts';
import type { CartTotal, CartTotals } from '../../src/modules/quote/totals/extensions.ts';
import { shareOfPayment, type OrderTotal, namesOfTotal } from '../../src/modules/sales/total-extensions.ts';
import { CreditmemoExtensionAttributes } from '../../src/modules/sales/types/creditmemo.ts';
import { InvoiceExtensionAttributes } from '../../src/modules/sales/types/invoice.ts';
import { OrderExtensionAttributes } from '../../src/modules/sales/types/order.ts';

declare module '../../src/modules/quote/document-extensions.ts' {
  interface CartExtensions {
    readonly purse?: string;
  }
  interface OrderExtensions {
    readonly purse?: string;
  }
}

declare module '../../src/kernel/merged-types.ts' {
  interface Tables {
    /** Money that is kept under a code; the balance in cents. */
    purse: { code: string; balance: number };
  }
}

/** A cart pays from a purse from now on. Throws for one that is not there. */
async function choose(call: Call, cart: StoredCart, code: string): Promise<StoredCart> {
  const known = await call.db.selectFrom('purse').select('code').where('code', '=', code).executeTakeFirst();
  if (!known) throw platformErrors.noSuchEntity({ fieldName: 'purse', fieldValue: code });
  return call.services.quote.changeCart(call, cart, { purse: code });
}

/** Puts cents into a purse, or takes them; throws where there is not as much. */
async function move(call: Call, code: string, cents: number): Promise<void> {
  const { numUpdatedRows } = await call.db
    .updateTable('purse')
    .set(({ eb }) => ({ balance: eb('balance', '+', cents) }))
    .where('code', '=', code)
    .where('balance', '>=', -cents)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) throw platformErrors.invalidValue({ fieldName: 'purse', value: code });
}

const routes = cartRoutes({
  ways: ['own', 'guest'],
  method: 'POST',
  path: '/V1/carts/:cartId/purse',
  service: 'pursePurseManagementV1',
  guestService: 'purseGuestPurseManagementV1',
  operation: 'apply',
  summary: (cart) => `Pay ${cart} from a purse.`,
  access: acl('Magento_Cart::manage'),
  input: { code: t.string },
  output: t.boolean,
  async handle({ code }, call, cart) {
    await choose(call, await cart.read(call), code);
    return true;
  },
});

const total: CartTotal = {
  code: 'purse',
  after: 'grand_total',
  sortOrder: 110,
  async load(call, { purse }) {
    if (purse === undefined) return undefined;
    const row = await call.db.selectFrom('purse').select('balance').where('code', '=', purse).executeTakeFirst();
    const balance = decimal(row?.balance ?? 0).div(100);
    const paid = ({ added }: CartTotals): number => round(added.get('purse')!.base).abs().toNumber();
    return {
      collect: (_, { grandTotal: { amount, base } }) =>
        base.lt(balance)
          ? { amount: amount.times(-1), base: base.times(-1) }
          : { amount: balance.times(-1), base: balance.times(-1) },
      show: () => ({ title: 'Purse' }),
      draft: (totals) => ({ purse, purse_amount: paid(totals), base_purse_amount: paid(totals) }),
      onPlace: (inside, totals) => move(inside, purse, -Math.round(paid(totals) * 100)),
    };
  },
};

const giveBack: NonNullable<OrderTotal['onCancel']> = (call, { purse }, { base: value }) =>
  move(call, purse!, value.times(100).toNumber());

const orderTotal: OrderTotal = {
  names: namesOfTotal('purse'),
  sign: -1,
  share: shareOfPayment,
  label: () => 'Purse',
  onCancel: giveBack,
  onRefund: giveBack,
};

const told = { purse_amount: t.optional(t.number), base_purse_amount: t.optional(t.number) };

/** Money of the module's own that carts are paid with, in part or in full: it is taken by orders, and given back. */
export const purses = module({
  name: 'Purse',
  needs: ['quote'],
  routes,
  migrations: [
    {
      name: '001-purses',
      up: (db) =>
        db.schema
          .createTable('purse')
          .addColumn('code', 'text', (column) => column.primaryKey())
          .addColumn('balance', 'integer', (column) => column.notNull())
          .execute(),
    },
  ],
  extends: [
    { type: TotalsInformationExtension, fields: { purse: t.optional(t.string) } },
    ...[OrderExtensionAttributes, InvoiceExtensionAttributes, CreditmemoExtensionAttributes].map((type) => ({
      type,
      fields: told,
    })),
  ],
  contributes: {
    cartTotals: [total],
    orderTotals: [orderTotal],
    totalsDataTakers: [
      (call, cart, { purse }) => (typeof purse === 'string' ? choose(call, cart, purse) : Promise.resolve(cart)),
    ],
  },
});
