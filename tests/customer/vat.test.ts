import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readVatNumber } from '../../src/modules/customer/vat/number.ts';
import { address, newCustomer, person, signIn } from '../support/customers.ts';
import { ok, startSouk, unique, type Souk } from '../support/souk.ts';

let souk: Souk;
let service: Server;
let serviceUrl: string;
/** What the service of VAT numbers says, and what it was asked. */
let says: () => { status?: number; body: string; after?: Promise<void> };
const asked: string[] = [];
const groups: Record<string, number> = {};

beforeAll(async () => {
  service = createServer((request, response) => {
    asked.push(request.url!);
    const { status = 200, body, after } = says();
    void (after ?? Promise.resolve()).then(() => response.writeHead(status).end(body));
  });
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  serviceUrl = `http://127.0.0.1:${(service.address() as AddressInfo).port}/ms/{country}/vat/{number}`;
  souk = await startSouk();
  for (const name of ['domestic', 'intra_union', 'invalid', 'error']) {
    groups[name] = ok(
      await souk.admin.post('/V1/customerGroups', { group: { code: unique(name).slice(0, 32), tax_class_id: 3 } }),
    ).id;
  }
  await souk.configure({
    'customer/create_account/auto_group_assign': '1',
    'general/store_information/country_id': 'DE',
    ...Object.fromEntries(
      Object.entries(groups).map(([name, id]) => [`customer/create_account/viv_${name}_group`, String(id)]),
    ),
  });
});
afterAll(async () => {
  await souk.stop();
  service.closeAllConnections();
  service.close();
});

const at = (country_id: string, vat_id: string | undefined, over: object = {}): object =>
  address({ country_id, region: undefined, vat_id, default_billing: true, ...over });
const groupOf = async (where: object, over: object = {}): Promise<number> =>
  (await newCustomer(souk, { addresses: [where], ...over })).group_id;

describe('without a service of VAT numbers', () => {
  test('D27: a number of the wrong form is invalid, and one of the right form is not known to be valid', async () => {
    expect(await groupOf(at('DE', 'DE12'))).toBe(groups['invalid']);
    expect(await groupOf(at('DE', 'DE 123 456 789'))).toBe(groups['error']);
  });

  test('no number, and an address outside the union, make for the default group', async () => {
    expect(await groupOf(at('DE', undefined))).toBe(1);
    expect(await groupOf(at('US', '123', { region: { region_id: 12 } }), { group_id: 2 })).toBe(1);
  });

  test('customers without the address that counts, or who are not to be moved, stay where they are', async () => {
    expect(await groupOf(at('DE', 'DE12', { default_billing: false }), { group_id: 2 })).toBe(2);
    expect(await groupOf(at('DE', 'DE12'), { group_id: 2, disable_auto_group_change: 1 })).toBe(2);
    await souk.configure({ 'customer/create_account/viv_disable_auto_group_assign_default': '1' });
    const made = await newCustomer(souk, { addresses: [at('DE', 'DE12')] });
    expect(made).toMatchObject({ group_id: 1, disable_auto_group_change: 1 });
    await souk.configure({ 'customer/create_account/viv_disable_auto_group_assign_default': '0' });
  });

  test('the address for shipping counts where taxes follow it', async () => {
    await souk.configure({ 'customer/create_account/tax_calculation_address_type': 'shipping' });
    expect(await groupOf(at('DE', 'DE12'))).toBe(1);
    expect(await groupOf(at('DE', 'DE12', { default_shipping: true }))).toBe(groups['invalid']);
    await souk.configure({ 'customer/create_account/tax_calculation_address_type': 'billing' });
  });

  test('a group that is not there moves nobody', async () => {
    await souk.configure({ 'customer/create_account/viv_invalid_group': '4711' });
    expect(await groupOf(at('DE', 'DE12'), { group_id: 2 })).toBe(2);
    await souk.configure({ 'customer/create_account/viv_invalid_group': String(groups['invalid']) });
  });

  test('nobody is moved unless the configuration says so', async () => {
    await souk.configure({ 'customer/create_account/auto_group_assign': '0' });
    expect(await groupOf(at('DE', 'DE12'), { group_id: 2 })).toBe(2);
    await souk.configure({ 'customer/create_account/auto_group_assign': '1' });
  });
});

describe('with a service of VAT numbers', () => {
  beforeAll(() => souk.configure({ 'souk/vat/service_url': serviceUrl, 'souk/vat/timeout': '20000' }));

  test.each<[string, string, string, ReturnType<typeof says>, string]>([
    ['valid, of the shop’s country', 'DE', 'DE123456789', { body: '{"valid":true}' }, 'domestic'],
    ['valid, of another', 'FR', 'FR12123456789', { body: '{"isValid":true,"userError":"VALID"}' }, 'intra_union'],
    ['not valid', 'DE', '123456789', { body: '{"isValid":false,"userError":"INVALID"}' }, 'invalid'],
    ['not to be had', 'DE', '123456789', { body: '{"isValid":false,"userError":"MS_UNAVAILABLE"}' }, 'error'],
    ['an error', 'DE', '123456789', { status: 500, body: '{"valid":true}' }, 'error'],
    ['no JSON', 'DE', '123456789', { body: '<html>' }, 'error'],
  ])('its answer decides: %s', async (_, country, number, answer, group) => {
    says = () => answer;
    expect(await groupOf(at(country, number))).toBe(groups[group]);
  });

  test('no answer in time is none', async () => {
    await souk.configure({ 'souk/vat/timeout': '500' });
    says = () => ({ body: '{"valid":true}', after: new Promise(() => {}) });
    expect(await groupOf(at('DE', '123456789'))).toBe(groups['error']);
    await souk.configure({ 'souk/vat/timeout': '20000' });
  });

  test('it is asked with code and number, once a call, and not about what is no number', async () => {
    says = () => ({ body: '{"valid":true}' });
    asked.length = 0;
    await groupOf(at('GR', 'GR 123-456-789'));
    expect(asked).toEqual(['/ms/EL/vat/123456789']);
    await groupOf(at('GR', '../../admin'));
    expect(asked).toHaveLength(1);
  });

  test('customers who change their address change the group, and mails come once', async () => {
    says = () => ({ body: '{"valid":true}' });
    const made = await newCustomer(souk, { group_id: 1 });
    const me = await signIn(souk, made.email);
    const changed = ok(
      await me.put('/V1/customers/me', { customer: { ...made, addresses: [at('FR', '12123456789')] } }),
    );
    expect(changed.group_id).toBe(groups['intra_union']);
    expect(changed.addresses).toHaveLength(1);
    says = () => ({ body: '{"valid":false}' });
    // Who leaves addresses alone is not looked at.
    const kept = ok(await me.put('/V1/customers/me', { customer: { ...person({ email: made.email }) } }));
    expect(kept.group_id).toBe(groups['intra_union']);
    const again = ok(await souk.admin.put(`/V1/customers/${made.id}`, { customer: { addresses: changed.addresses } }));
    expect(again.group_id).toBe(groups['invalid']);
  });

  test('the service is not waited for within a transaction', async () => {
    let answerNow = (): void => {};
    const later = new Promise<void>((resolve) => (answerNow = resolve));
    asked.length = 0;
    says = () => ({ body: '{"valid":true}', after: later });
    const slow = groupOf(at('DE', '123456789'));
    await expect.poll(() => asked.length).toBe(1);
    await newCustomer(souk);
    answerNow();
    expect(await slow).toBe(groups['domestic']);
  });
});

describe('a VAT number', () => {
  test.each([
    ['AT', 'ATU12345678', 'U12345678'],
    ['BE', 'BE 0123.456.789', '0123456789'],
    ['ES', 'ESX1234567X', 'X1234567X'],
    ['GR', 'EL123456789', '123456789'],
    ['IE', '1234567WA', '1234567WA'],
    ['NL', 'NL123456789B01', '123456789B01'],
    ['FR', 'fr12 123 456 789', '12123456789'],
  ])('of %s is read from %s', (country, text, number) => {
    expect(readVatNumber(country, text)?.number).toBe(number);
  });

  test.each([
    ['AT', '12345678'],
    ['DE', '12345678'],
    ['DE', 'FR123456789'],
    ['IT', '1234567890A'],
    ['GR', '/../x'],
  ])('of %s is not %s', (country, text) => {
    expect(readVatNumber(country, text)).toBeUndefined();
  });
});
