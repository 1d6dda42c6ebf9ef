import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newDepot, setItems, stocked } from '../multi-source-inventory/shop.ts';
import { newCustomer, signIn } from '../support/customers.ts';
import { graphqlClient, type GraphQLClient } from '../support/graphql.ts';
import { mails, mailTo } from '../support/mails.ts';
import { newProduct } from '../support/products.ts';
import { ok, startSouk, unique, type Souk } from '../support/souk.ts';

let souk: Souk;
let email: string;
let customer: GraphQLClient;

beforeAll(async () => {
  souk = await startSouk();
  ({ email } = await newCustomer(souk));
  customer = graphqlClient(souk, (await signIn(souk, email)).token);
});
afterAll(() => souk?.stop());

/** Creates a product with this stock item, whose name is its SKU; returns the SKU. */
async function newSku(stock_item: object = { qty: 5, is_in_stock: true }): Promise<string> {
  const sku = unique('alert');
  await newProduct(souk, { sku, name: sku, extension_attributes: { stock_item } });
  return sku;
}
const change = async (name: string, sku: string, client = customer) =>
  (await client.data(`mutation($s: String!) { ${name}(input: { sku: $s }) { success message } }`, { s: sku }))[name];
const asked = async (kind: 'Price' | 'Stock', sku: string, client = customer) => {
  const name = `isSubscribedProductAlert${kind}`;
  return (await client.data(`query($s: String!) { ${name}(input: { sku: $s }) { isSubscribed message } }`, { s: sku }))[
    name
  ];
};

describe.each(['Price', 'Stock'] as const)('%s alerts', (kind) => {
  it('are asked for, told of, and taken back, one or all', async () => {
    const soldOut = { qty: 0, is_in_stock: false };
    const [one, two] = [await newSku(soldOut), await newSku(soldOut)];
    expect(await asked(kind, one)).toEqual({ isSubscribed: false, message: 'You are not subscribed to this product.' });
    const saved = { success: true, message: 'You saved the alert subscription.' };
    expect(await change(`subscribeProductAlert${kind}`, one)).toEqual(saved);
    expect(await change(`subscribeProductAlert${kind}`, one)).toEqual(saved);
    expect(await asked(kind, one)).toEqual({
      isSubscribed: true,
      message: 'You are already subscribed to this product.',
    });
    expect((await asked(kind === 'Price' ? 'Stock' : 'Price', one)).isSubscribed).toBe(false);
    expect(await change(`unsubscribeProductAlert${kind}`, one)).toMatchObject({ success: true });
    expect(await change(`unsubscribeProductAlert${kind}`, one)).toMatchObject({ success: false });
    for (const sku of [one, two]) await change(`subscribeProductAlert${kind}`, sku);
    const name = `unsubscribeProductAlert${kind}All`;
    const all = (await customer.data(`mutation { ${name} { success message } }`))[name];
    expect(all).toEqual({ success: true, message: `You will no longer receive ${kind.toLowerCase()} alerts.` });
    for (const sku of [one, two]) expect((await asked(kind, sku)).isSubscribed).toBe(false);
  });

  it('are refused to guests and of unknown products', async () => {
    const sku = await newSku();
    const guest = graphqlClient(souk);
    const refused = { success: false, message: 'Customer is not logged in.' };
    expect(await change(`subscribeProductAlert${kind}`, sku, guest)).toEqual(refused);
    expect(await asked(kind, sku, guest)).toEqual({ isSubscribed: false, message: refused.message });
    expect((await change(`subscribeProductAlert${kind}`, 'none')).message).toBe(
      `Unable to subscribe to ${kind.toLowerCase()} alert. No such entity.`,
    );
  });
});

describe('alerts', () => {
  it('D307: of the stock are refused for a product that is in stock', async () => {
    const sku = await newSku();
    expect(await change('subscribeProductAlertStock', sku)).toEqual({
      success: false,
      message: 'Unable to subscribe to stock alert. The product is in stock.',
    });
    expect((await asked('Stock', sku)).isSubscribed).toBe(false);
  });

  it('are sent when the price falls, and when the product is back in stock', async () => {
    await souk.configure({ 'catalog/productalert/allow_price': '1', 'catalog/productalert/allow_stock': '1' });
    const [cheaper, back] = [await newSku(), await newSku({ qty: 0, is_in_stock: false })];
    await change('subscribeProductAlertPrice', cheaper);
    await change('subscribeProductAlertStock', back);
    ok(await souk.admin.put(`/V1/products/${cheaper}`, { product: { price: 7.5 } }));
    const stock_item = { qty: 3, is_in_stock: true };
    ok(await souk.admin.put(`/V1/products/${back}`, { product: { extension_attributes: { stock_item } } }));
    const fallen = await mailTo(souk, email, ({ subject }) => subject === `Price drop: ${cheaper}`);
    expect(fallen.text).toContain('$7.50');
    await mailTo(souk, email, ({ subject }) => subject === `${back} is back in stock`);
    // A price is told once, and again when it falls further; of the stock it is told once.
    expect((await asked('Price', cheaper)).isSubscribed).toBe(true);
    expect((await asked('Stock', back)).isSubscribed).toBe(false);
    expect(mails(souk).filter(({ subject }) => subject.endsWith(cheaper))).toHaveLength(1);
  });

  it('of the stock go by that of the website that they were asked for in', async () => {
    const depot = await newDepot(souk, { hasWebsite: true });
    const { sku } = await stocked(souk, depot, [0]);
    const inDepot: GraphQLClient = {
      ...customer,
      data: (query, variables) => customer.data(query, variables, { store: depot.view }),
    };
    expect((await change('subscribeProductAlertStock', sku, inDepot)).success).toBe(true);
    const probe = await newSku({ qty: 0, is_in_stock: false });
    await change('subscribeProductAlertStock', probe);
    await setItems(souk, sku, { default: 5 });
    await setItems(souk, probe, { default: 5 });
    await mailTo(souk, email, ({ subject }) => subject === `${probe} is back in stock`);
    expect((await asked('Stock', sku, inDepot)).isSubscribed).toBe(true);
    await setItems(souk, sku, { [depot.sources[1]!]: 2 });
    await mailTo(souk, email, ({ subject }) => subject === `Thing ${sku} is back in stock`);
  });

  it.each([
    ['2.4.7', false],
    ['2.4.8', true],
  ])('with release %s of the package: %s', async (release, isServed) => {
    const other = await startSouk({ env: { SOUK_STOREFRONT_PACKAGE: release } });
    const { __schema: schema } = await graphqlClient(other).data(
      '{ __schema { mutationType { fields { name } } queryType { fields { name } } } }',
    );
    await other.stop();
    const names: string[] = [...schema.mutationType.fields, ...schema.queryType.fields].map(({ name }) => name);
    expect(names).toContain('addProductsToWishlist');
    for (const name of [
      'subscribeProductAlertPrice',
      'isSubscribedProductAlertStock',
      'clearWishlist',
      'customerGroup',
      'reviews',
      'deleteCustomerAddressV2',
      'exchangeOtpForCustomerToken',
      'selectFreeGift',
      'selectFreeGiftForCart',
    ]) {
      expect(names.includes(name), name).toBe(isServed);
    }
  });
});
