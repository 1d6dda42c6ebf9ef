import { expect } from 'vitest';
import type { Client } from '../support/client.ts';
import { mailTo } from '../support/mails.ts';
import { png } from '../support/png.ts';
import { address, everything, type Json, type Walk } from './walk.ts';

const PASSWORD = 'Secret-123';

/** A customer with addresses, signed in. */
export interface Shopper {
  readonly id: number;
  readonly caller: Client;
  readonly addressId: number;
}

const home = (): Json => {
  const { email: _, region_id: __, region_code: ___, ...rest } = address({ region: { region_id: 12 } });
  return { ...rest, default_billing: true, default_shipping: true };
};

/** Accounts, their groups and addresses; gives one that is signed in. */
export async function walkCustomers(walk: Walk): Promise<Shopper> {
  const { good, admin, guest } = walk;
  await walkGroups(walk);
  await walkMetadata(walk);
  const ada = await good(admin, 'POST /V1/customers', {
    customer: {
      email: 'ada@example.com',
      firstname: 'Ada',
      lastname: 'Buyer',
      dob: '1990-05-17',
      gender: 2,
      addresses: [home()],
      extension_attributes: { is_subscribed: true },
    },
    password: PASSWORD,
  });
  await good(admin, `PUT /V1/customers/${ada.id}`, { customer: { ...ada, middlename: 'M', website_id: 1 } });
  for (const email of ['x', 'x@example.com'])
    await good(admin, 'PUT /V1/customers/validate', { customer: { email, firstname: 'A', lastname: 'B' } });
  await good(admin, `GET /V1/customers/${ada.id}`);
  await good(admin, `GET /V1/customers/search?${everything('entity_id')}`);
  await good(guest, 'POST /V1/customers/isEmailAvailable', { customerEmail: 'ada@example.com' });
  for (const what of ['permissions/readonly', 'confirm', 'billingAddress', 'shippingAddress'])
    await good(admin, `GET /V1/customers/${ada.id}/${what}`);
  const [{ id: addressId }] = ada.addresses;
  await good(admin, `GET /V1/customers/addresses/${addressId}`);
  await walkPasswords(walk, ada);
  const caller = await walkOwn(walk, ada);
  await walkPackage(walk, ada);
  await walkConfirmation(walk);
  const gone = await good(admin, 'POST /V1/customers', {
    customer: { email: 'gone@example.com', firstname: 'A', lastname: 'B', addresses: [home()] },
  });
  await good(admin, `DELETE /V1/addresses/${gone.addresses[0].id}`);
  await good(admin, `GET /V1/customers/${gone.id}`);
  await good(admin, `DELETE /V1/customers/${gone.id}`);
  return { id: ada.id, caller, addressId };
}

async function tokenOf({ good, guest }: Walk, method: 'POST' | 'PUT', username: string, password = PASSWORD) {
  const token = await good(guest, `${method} /V1/integration/customer/token`, { username, password });
  return guest.as(token as unknown as string);
}

async function walkPasswords(walk: Walk, { id, email }: Json): Promise<void> {
  const { good, guest, souk } = walk;
  await good(guest, 'PUT /V1/customers/password', { email, template: 'email_reset', websiteId: 1 });
  const mail = await mailTo(souk, email as string, ({ text }) => text.includes('token='));
  const resetToken = /token=(\w+)/.exec(mail.text)![1]!;
  await good(guest, `GET /V1/customers/${id}/password/resetLinkToken/${resetToken}`);
  await good(guest, 'POST /V1/customers/resetPassword', { email, resetToken, newPassword: `${PASSWORD}?` });
  const me = await tokenOf(walk, 'PUT', email as string, `${PASSWORD}?`);
  await good(me, 'PUT /V1/customers/me/password', { currentPassword: `${PASSWORD}?`, newPassword: PASSWORD });
}

async function walkOwn(walk: Walk, { email }: Json): Promise<Client> {
  const { good } = walk;
  const old = await tokenOf(walk, 'POST', email as string);
  await good(old, 'POST /V1/integration/customer/revoke-customer-token');
  const me = await tokenOf(walk, 'POST', email as string);
  for (const what of ['', '/billingAddress', '/shippingAddress']) await good(me, `GET /V1/customers/me${what}`);
  await good(me, 'PUT /V1/customers/me', { customer: { email, firstname: 'Ada', lastname: 'Shopper', website_id: 1 } });
  return me;
}

/** What the storefront compatibility package asks: codes and tokens of customers, and segments. */
async function walkPackage({ good, admin, guest, souk }: Walk, { id }: Json): Promise<void> {
  await good(admin, `PUT /V1/customers/${id}`, { customer: { extension_attributes: { assistance_allowed: 2 } } });
  const conditions = '{ "condition_type": "combine" }';
  await souk.cli('customer:segment:create', 'All', '--conditions', conditions, '--description', 'everybody');
  const { stdout } = await souk.cli('integration:create', 'segments');
  const system = guest.as(/"?access_token"?\s*[:=]\s*"?([a-z0-9]+)/i.exec(stdout)![1]);
  // Calls of administrators are repeated asynchronously, which codes and tokens are not given.
  await good(system, `POST /V1/customer/${id}/otp`, { reason: 'a call' });
  await good(system, `POST /V1/customers/${id}/token`);
  await good(system, `GET /V1/customerSegments/search?${everything('id')}`);
}

async function walkConfirmation(walk: Walk): Promise<void> {
  const { good, admin, guest, souk } = walk;
  await souk.configure({ 'customer/create_account/confirm': '1' });
  const email = 'grace@example.com';
  const customer = { email, firstname: 'Grace', lastname: 'H' };
  const { id } = await good(guest, 'POST /V1/customers', { customer, password: PASSWORD });
  await good(admin, 'POST /V1/customers/confirm', { email, websiteId: 1, redirectUrl: 'https://shop.example/' });
  const { confirmation } = await good(admin, `GET /V1/customers/${id}`);
  await good(admin, `PUT /V1/customers/${email}/activate`, { confirmationKey: confirmation });
  const me = await tokenOf(walk, 'POST', email);
  const key = 'abcdefabcdefabcdefabcdefabcdef12';
  await good(admin, `PUT /V1/customers/${id}`, { customer: { confirmation: key } });
  await good(me, 'PUT /V1/customers/me/activate', { confirmationKey: key });
  await souk.configure({ 'customer/create_account/confirm': '0' });
}

async function walkGroups({ good, admin }: Walk): Promise<void> {
  const group = await good(admin, 'POST /V1/customerGroups', { group: { code: 'Walkers', tax_class_id: 3 } });
  await good(admin, `PUT /V1/customerGroups/${group.id}`, { group: { code: 'Runners', tax_class_id: 3 } });
  await good(admin, `GET /V1/customerGroups/${group.id}`);
  await good(admin, `GET /V1/customerGroups/${group.id}/permissions`);
  await good(admin, `GET /V1/customerGroups/search?${everything('customer_group_id')}`);
  await good(admin, 'GET /V1/customerGroups/default');
  await good(admin, 'GET /V1/customerGroups/default/1');
  await good(admin, 'PUT /V1/customerGroups/default/1');
  await good(admin, `DELETE /V1/customerGroups/${group.id}`);
}

async function walkMetadata({ good, admin }: Walk): Promise<void> {
  for (const [entity, form, code] of [
    ['customer', 'customer_account_create', 'gender'],
    ['customerAddress', 'customer_address_edit', 'street'],
  ]) {
    for (const what of ['', '/custom', `/form/${form}`, `/attribute/${code}`])
      await good(admin, `GET /V1/attributeMetadata/${entity}${what}`);
  }
}

/** Taxes, rules of prices, content and terms: what a shop sets up beside its catalogue. */
export async function walkSetUp(walk: Walk): Promise<{ coupon: string }> {
  await walkTaxes(walk);
  await walkContent(walk);
  await walkWrappings(walk);
  const { souk } = walk;
  const made = await souk.cli(
    'checkout:agreements:create',
    '--name',
    'Terms',
    '--checkbox-text',
    'I agree',
    '--text',
    'Be kind.',
  );
  expect(made.code, made.stderr).toBe(0);
  await souk.configure({ 'checkout/options/enable_agreements': '1' });
  await walk.good(walk.admin, 'GET /V1/carts/licence');
  await walk.good(walk.admin, `GET /V1/carts/licence/list?${everything('agreement_id')}`);
  await souk.configure({ 'checkout/options/enable_agreements': '0' });
  return { coupon: await walkRules(walk) };
}

async function walkTaxes({ good, admin }: Walk): Promise<void> {
  const taxClass = { class_name: 'Walked goods', class_type: 'PRODUCT' };
  const classId = await good(admin, 'POST /V1/taxClasses', { taxClass });
  await good(admin, `PUT /V1/taxClasses/${classId}`, { taxClass: { ...taxClass, class_name: 'Walked on' } });
  await good(admin, `GET /V1/taxClasses/${classId}`);
  await good(admin, `GET /V1/taxClasses/search?${everything('class_id')}`);
  const taxRate = { code: 'CA all', tax_country_id: 'US', tax_region_id: 12, tax_postcode: '*', rate: 8.25 };
  const titles = [{ store_id: '1', value: 'California' }];
  const rate = await good(admin, 'POST /V1/taxRates', { taxRate: { ...taxRate, titles } });
  await good(admin, 'PUT /V1/taxRates', { taxRate: { ...taxRate, id: rate.id, rate: 8 } });
  await good(admin, 'POST /V1/taxRates', {
    taxRate: { code: 'Range', tax_country_id: 'US', rate: 1, zip_is_range: 1, zip_from: 10000, zip_to: 20000 },
  });
  await good(admin, `GET /V1/taxRates/${rate.id}`);
  await good(admin, `GET /V1/taxRates/search?${everything('tax_calculation_rate_id')}`);
  const rule = {
    code: 'Goods',
    priority: 0,
    position: 0,
    customer_tax_class_ids: [3],
    product_tax_class_ids: [2],
    tax_rate_ids: [rate.id],
    calculate_subtotal: false,
  };
  const made = await good(admin, 'POST /V1/taxRules', { rule });
  await good(admin, 'PUT /V1/taxRules', { rule: { ...rule, id: made.id, priority: 1 } });
  await good(admin, `GET /V1/taxRules/${made.id}`);
  await good(admin, `GET /V1/taxRules/search?${everything('tax_calculation_rule_id')}`);
  const gone = await good(admin, 'POST /V1/taxRules', { rule: { ...rule, code: 'Gone' } });
  await good(admin, `DELETE /V1/taxRules/${gone.id}`);
  const lost = await good(admin, 'POST /V1/taxRates', { taxRate: { ...taxRate, code: 'Lost', tax_postcode: '90210' } });
  await good(admin, `DELETE /V1/taxRates/${lost.id}`);
  await good(admin, `DELETE /V1/taxClasses/${classId}`);
}

async function walkContent({ good, admin }: Walk): Promise<void> {
  for (const [path, field, key] of [
    ['/V1/cmsPage', 'page', 'page_id'],
    ['/V1/cmsBlock', 'block', 'block_id'],
  ] as const) {
    const record = { identifier: `walked-${field}`, title: 'Walked', content: '<p>On foot.</p>', active: true };
    const { id } = await good(admin, `POST ${path}`, { [field]: record });
    await good(admin, `PUT ${path}/${id}`, { [field]: { ...record, title: 'Ran' } });
    await good(admin, `GET ${path}/${id}`);
    await good(admin, `GET ${path}/search?${everything(key)}`);
    await good(admin, `DELETE ${path}/${id}`);
  }
}

async function walkWrappings({ good, admin }: Walk): Promise<void> {
  const data = { design: 'Walked', status: 1, base_price: 2, website_ids: [1] };
  const picture = { image_name: 'walked.png', image_base64_content: png([40, 120, 80], 8).toString('base64') };
  const { wrapping_id } = await good(admin, 'POST /V1/gift-wrappings', { data: { ...data, ...picture } });
  await good(admin, `PUT /V1/gift-wrappings/${wrapping_id}`, { data: { ...data, design: 'Ran' }, storeId: 1 });
  await good(admin, `GET /V1/gift-wrappings/${wrapping_id}?storeId=1`);
  await good(admin, `GET /V1/gift-wrappings?${everything('wrapping_id')}`);
  await good(admin, `DELETE /V1/gift-wrappings/${wrapping_id}`);
}

async function walkRules({ good, admin }: Walk): Promise<string> {
  const rule = {
    name: 'Walked',
    website_ids: [1],
    customer_group_ids: [0, 1],
    is_active: true,
    simple_action: 'by_percent',
    discount_amount: 10,
    coupon_type: 'SPECIFIC_COUPON',
    store_labels: [{ store_id: 0, store_label: 'Ten off' }],
    condition: {
      condition_type: 'Magento\\SalesRule\\Model\\Rule\\Condition\\Combine',
      aggregator_type: 'all',
      value: '1',
      conditions: [
        {
          condition_type: 'Magento\\SalesRule\\Model\\Rule\\Condition\\Address',
          operator: '>=',
          attribute_name: 'base_subtotal',
          value: '1',
        },
      ],
    },
  };
  const { rule_id } = await good(admin, 'POST /V1/salesRules', { rule });
  await good(admin, `PUT /V1/salesRules/${rule_id}`, { rule: { description: 'For walkers' } });
  await good(admin, `GET /V1/salesRules/${rule_id}`);
  await good(admin, `GET /V1/salesRules/search?${everything('rule_id')}`);
  const coupon = await good(admin, 'POST /V1/coupons', {
    coupon: { rule_id, code: 'WALK', is_primary: true, type: 0 },
  });
  await good(admin, `PUT /V1/coupons/${coupon.coupon_id}`, { coupon: { rule_id, code: 'WALKED' } });
  await good(admin, `GET /V1/coupons/${coupon.coupon_id}`);
  const many = await good(admin, 'POST /V1/salesRules', {
    rule: { ...rule, name: 'Many', coupon_type: 'AUTO', use_auto_generation: true },
  });
  const spec = { rule_id: many.rule_id, format: 'alphanum', quantity: 3, length: 12 };
  const codes = (await good(admin, 'POST /V1/coupons/generate', { couponSpec: spec })) as string[];
  const { items } = await good(admin, `GET /V1/coupons/search?${everything('coupon_id')}`);
  const idOf = (code: string): number => (items as Json[]).find((one) => one.code === code)!.coupon_id as number;
  await good(admin, 'POST /V1/coupons/deleteByCodes', { codes: [codes[0], 'NOPE'], ignoreInvalidCoupons: true });
  await good(admin, 'POST /V1/coupons/deleteByIds', { ids: [idOf(codes[1]!), 999], ignoreInvalidCoupons: true });
  await good(admin, `DELETE /V1/coupons/${idOf(codes[2]!)}`);
  await good(admin, `DELETE /V1/salesRules/${many.rule_id}`);
  return 'WALKED';
}
