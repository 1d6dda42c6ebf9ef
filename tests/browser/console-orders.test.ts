import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { guestOrder, type Json } from '../sales/shop.ts';
import { fillCart } from '../customer-balance/shop.ts';
import { newCustomer, signIn } from '../support/customers.ts';
import { newProduct } from '../support/products.ts';
import { ok, unique, type Souk } from '../support/souk.ts';
import { hasBrowser } from './browser.ts';
import { startConsole, type ConsolePages } from './console-pages.ts';

describe.skipIf(!hasBrowser)('orders in the console', () => {
  let pages: ConsolePages;
  let souk: Souk;
  const open: ConsolePages['open'] = (...asked) => pages.open(...asked);
  beforeAll(async () => {
    pages = await startConsole();
    souk = pages.souk;
  });
  afterAll(() => pages?.stop());

  const orderNow = async (id: number): Promise<Json> => ok(await souk.admin.get(`/V1/orders/${id}`));

  test('are empty in a new shop', () => pages.areEmpty([['orders', 'No orders yet.']]));

  test('are listed newest first, searched, filtered, sorted and exported, with saved filters', async () => {
    const first = await guestOrder(souk, 1);
    const second = await guestOrder(souk, 3, undefined, { email: 'grace@example.com' });
    ok(await souk.admin.post(`/V1/orders/${first.id}/hold`));
    const page = await open('/console', souk.admin.token);
    await page.getByRole('link', { name: 'Orders', exact: true }).click();
    await page.getByRole('heading', { name: 'Orders', level: 1, exact: true }).waitFor();
    const rows = page.getByRole('table').getByRole('row');
    await page.getByRole('link', { name: second.order.increment_id }).waitFor();
    expect(await rows.nth(1).innerText()).toContain(second.order.increment_id);
    await pages.show(page, 'orders');
    await page.getByRole('button', { name: 'Total' }).click();
    await page.getByRole('columnheader', { name: 'Total' }).and(page.locator('[aria-sort=ascending]')).waitFor();
    await rows.nth(1).getByText(first.order.increment_id).waitFor();
    await page.getByLabel('State').selectOption('On Hold');
    await page.getByText('1 order', { exact: true }).waitFor();
    await page.getByText('Saved filters').click();
    await page.getByLabel('Name of the filter').fill('held');
    await page.getByRole('button', { name: 'Save this filter' }).click();
    await page.getByLabel('State').selectOption('all');
    await page.getByLabel('Number, email or name').fill('grace ada');
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: first.order.increment_id }).waitFor({ state: 'detached' });
    await page.getByRole('link', { name: second.order.increment_id }).waitFor();
    const file = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export CSV' }).click();
    const [head, line, ...others] = readFileSync(await (await file).path(), 'utf8')
      .trim()
      .split('\r\n');
    expect(head).toBe('Order,Placed (UTC),Customer,Status,Units,Total,Paid,Store view,Email,Currency,Refunded');
    expect(line).toContain(`${second.order.increment_id},`);
    expect(line).toContain(',45,0,Default Store View,grace@example.com,USD,0');
    expect(others).toEqual([]);
    await page.getByLabel('Placed from').fill('2001-01-01');
    await page.getByLabel('Placed until').fill('2001-01-02');
    await page.getByText('No matching orders.').waitFor();
    await page.reload();
    await page.getByText('Saved filters (1)').click();
    await page.getByRole('button', { name: 'held', exact: true }).click();
    await page.getByRole('link', { name: first.order.increment_id }).waitFor();
    expect(await page.getByLabel('State').inputValue()).toBe('holded');
    expect(pages.problems).toEqual([]);
  });

  test('the latest orders and sales have names of statuses and store views, and lead to the pages of the records', async () => {
    const { order, id } = await guestOrder(souk, 2);
    const page = await open('/console/home', souk.admin.token);
    const row = page.getByRole('region', { name: 'Latest orders' }).getByRole('row', { name: order.increment_id });
    await row.getByText('Pending', { exact: true }).waitFor();
    const sales = page.getByRole('region', { name: 'Sales' });
    await sales.getByRole('cell', { name: 'Default Store View', exact: true }).waitFor();
    await row.getByRole('link', { name: order.increment_id }).click();
    await page.getByRole('heading', { name: `Order ${order.increment_id}` }).waitFor();
    expect(new URL(page.url()).pathname).toBe(`/console/orders/${id}`);
    expect(pages.problems).toEqual([]);
  });

  test('an order is invoiced in part, shipped with a number, and refunded, by calls that are shown', async () => {
    const { id, order } = await guestOrder(souk, 3);
    const page = await open(`/console/orders/${id}`, souk.admin.token);
    await page.getByRole('heading', { name: `Order ${order.increment_id}` }).waitFor();
    await page.getByText('Check / Money order').waitFor();
    await page.getByRole('button', { name: 'Invoice…' }).click();
    const invoice = page.getByRole('dialog', { name: 'Invoice' });
    await invoice.getByLabel(order.items[0].name).fill('2');
    await invoice.getByText('Show the call').click();
    await invoice.getByText(`POST /rest/all/V1/order/${id}/invoice`).waitFor();
    await invoice.getByText('"qty": 2').waitFor();
    expect(await pages.violations(page)).toEqual([]);
    await invoice.getByRole('button', { name: 'Create invoice' }).click();
    await page.getByText('Invoice created.').waitFor();
    expect((await orderNow(id)).items[0].qty_invoiced).toBe(2);
    await page.getByRole('button', { name: 'Ship…' }).click();
    const ship = page.getByRole('dialog', { name: 'Ship' });
    await ship.getByRole('button', { name: 'Add tracking number' }).click();
    await ship.getByLabel('Carrier of parcel 1').selectOption('DHL');
    await ship.getByLabel('Number of parcel 1').fill('JD014');
    await ship.getByRole('button', { name: 'Create shipment' }).click();
    await page.getByText('Shipment created.').waitFor();
    await page.getByText('DHL: JD014').waitFor();
    await page.getByRole('button', { name: 'Credit memo…' }).click();
    const memo = page.getByRole('dialog', { name: 'Credit memo' });
    await memo.getByLabel(order.items[0].name).fill('1');
    await memo.getByLabel('Return to stock').check();
    await memo.getByLabel('Refund of shipping (USD)').fill('999');
    await memo.getByRole('button', { name: 'Create credit memo' }).click();
    // The dialog keeps its input with the reason of the refusal.
    await memo.locator('.notice.failure').waitFor();
    expect(await memo.getByLabel('Refund of shipping (USD)').inputValue()).toBe('999');
    await memo.getByLabel('Refund of shipping (USD)').fill('0');
    await memo.getByRole('button', { name: 'Create credit memo' }).click();
    await page.getByText('Credit memo created.').waitFor();
    expect(await orderNow(id)).toMatchObject({ total_refunded: 10, items: [{ qty_shipped: 3, qty_refunded: 1 }] });
    await pages.show(page, 'order');
    const pdf = page.waitForResponse((response) => response.headers()['content-type'] === 'application/pdf');
    await page.getByRole('button', { name: /^Print invoice/ }).click();
    expect((await pdf).status()).toBe(200);
    await page.getByText('The invoice is in a new window.').waitFor();
    await page.getByRole('button', { name: 'Return…' }).click();
    const back = page.getByRole('dialog', { name: 'Return' });
    await back.getByLabel(order.items[0].name).fill('1');
    await back.getByRole('button', { name: 'Create return' }).click();
    await page.getByText('Return created.').waitFor();
    await page.getByRole('region', { name: 'Returns' }).getByText('pending').waitFor();
    expect(pages.problems).toEqual([]);
  });

  test('an order is held, released, commented and canceled', async () => {
    const { id } = await guestOrder(souk, 1);
    const page = await open(`/console/orders/${id}`, souk.admin.token);
    const confirm = async (name: string, submit = name): Promise<void> => {
      await page.getByRole('button', { name: `${name}…` }).click();
      await page.getByRole('dialog').getByRole('button', { name: submit }).click();
    };
    await confirm('Hold');
    await page.getByText('The order is on hold.').waitFor();
    await page.getByRole('button', { name: 'Release from hold…' }).waitFor();
    expect(await page.getByRole('button', { name: /Invoice…|Ship…|Cancel order…/ }).count()).toBe(0);
    await confirm('Release from hold');
    await page.getByText('The order is released from hold.').waitFor();
    await page.getByRole('button', { name: 'Comment…' }).click();
    await page.getByRole('dialog').getByLabel('Comment').fill('Called the buyer');
    await page.getByRole('dialog').getByRole('button', { name: 'Add comment' }).click();
    await page.getByRole('cell', { name: 'Called the buyer' }).waitFor();
    await confirm('Cancel order');
    await page.getByText('Order canceled.').waitFor();
    expect(await orderNow(id)).toMatchObject({
      state: 'canceled',
      status_histories: [{ comment: 'Called the buyer' }],
    });
    await confirm('Send email');
    await page.getByText('The confirmation of the order is sent again.').waitFor();
  });

  test('an order is created for a guest, with a chosen option', async () => {
    const option = {
      title: 'Engraving',
      type: 'drop_down',
      is_require: true,
      sort_order: 1,
      values: [{ title: 'Initials', price: 2, price_type: 'fixed', sort_order: 1 }],
    };
    const { sku, name } = await newProduct(souk);
    ok(await souk.admin.post('/V1/products/options', { option: { ...option, product_sku: sku } }));
    const page = await open('/console/orders', souk.admin.token);
    await page.getByRole('link', { name: 'New order' }).click();
    await page.getByRole('button', { name: 'Order for a guest' }).click();
    await page.getByText('No items yet.').waitFor();
    await page.getByLabel('Add a product').fill(sku);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: `Add… ${sku}` }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Engraving').selectOption('Initials');
    await dialog.getByLabel('Quantity').fill('2');
    await dialog.getByText('Show the call').click();
    await dialog.getByText(/POST \/rest\/default\/V1\/carts\/\d+\/items/).waitFor();
    expect(await pages.violations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Add to cart' }).click();
    await page.getByLabel(`Quantity of ${name}`).waitFor();
    const typed = { Email: 'walk-in@example.com', 'First name': 'Ida', 'Last name': 'Walker', Street: '1 Main St' };
    for (const [label, text] of Object.entries({
      ...typed,
      Postcode: '90001',
      City: 'Los Angeles',
      Telephone: '555',
    })) {
      await page.getByLabel(label, { exact: true }).fill(text);
    }
    await page.getByLabel('Region').selectOption('California');
    await page.getByRole('button', { name: 'Find shipping methods' }).click();
    await page.getByLabel('Shipping method').waitFor();
    await page.getByRole('button', { name: 'Save addresses and shipping' }).click();
    // Two units at 10 with an engraving at 2 each, and shipping at 5 each.
    await page.getByText('$34.00').waitFor();
    await pages.show(page, 'order-new');
    await page.getByRole('button', { name: 'Place order' }).click();
    await page.getByRole('heading', { name: /^Order \d{9}$/ }).waitFor();
    await page.getByText('Engraving: Initials').waitFor();
    const { customer_email: email, grand_total: total } = await orderNow(Number(page.url().split('/').at(-1)));
    expect([email, total]).toEqual(['walk-in@example.com', 34]);
    expect(pages.problems).toEqual([]);
  });

  test('an order for a customer starts with the address of the customer', async () => {
    const customer = await newCustomer(souk);
    const page = await open('/console/orders/new', souk.admin.token);
    await page.getByLabel('Customer: email or name').fill(customer.email);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: /^Order for (?!a guest)/ }).click();
    await page.getByText(`<${customer.email}>`).waitFor();
    expect(await page.getByLabel('First name').inputValue()).not.toBe('');
    const id = Number(new URL(page.url()).searchParams.get('cart'));
    expect(ok(await souk.admin.get(`/V1/carts/${id}`)).customer.id).toBe(customer.id);
  });

  test('an order leads to the record of its customer, where the caller may read customers', async () => {
    const { id: customerId, email, firstname, lastname } = await newCustomer(souk);
    const name = `${firstname} ${lastname}`;
    const me = await signIn(souk, email);
    await fillCart(me, (await newProduct(souk)).sku);
    const payment = { paymentMethod: { method: 'checkmo' } };
    const id = Number(ok(await me.post('/V1/carts/mine/payment-information', payment)));
    const reads = ['Magento_Sales::actions_view', 'Magento_Customer::customer'];
    const page = await open(`/console/orders/${id}`, await pages.integration(...reads));
    await page.getByRole('link', { name }).click();
    await page.waitForURL(`**/console/customers/accounts/${customerId}`);
    await page.getByRole('heading', { name: email }).waitFor();
    const other = await open(`/console/orders/${id}`, await pages.integration('Magento_Sales::actions_view'));
    await other.getByText(name).first().waitFor();
    expect(await other.getByRole('link', { name }).count()).toBe(0);
  });

  test('actions follow the permissions of the caller', async () => {
    const { id, order } = await guestOrder(souk, 1);
    const reader = await open(`/console/orders/${id}`, await pages.integration('Magento_Sales::actions_view'));
    await reader.getByText(order.items[0].sku).waitFor();
    expect(await reader.getByRole('main').getByRole('button', { name: '…' }).count()).toBe(0);
    expect(await reader.getByRole('heading', { name: /Invoices|Shipments|Emails/ }).count()).toBe(0);
    const packer = await pages.integration('Magento_Sales::actions_view', 'Magento_Sales::ship');
    const page = await open(`/console/orders/${id}`, packer);
    await page.getByRole('button', { name: 'Ship…' }).waitFor();
    expect(await page.getByRole('main').getByRole('button', { name: /…$/ }).count()).toBe(1);
  });

  test('say what is not allowed, and what failed', async () => {
    const { id } = await guestOrder(souk, 1, undefined, { email: `${unique('ada')}@example.com` });
    await pages.refuse(['orders', `orders/${id}`]);
  });
});
