import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Call } from '../../src/kernel/call.ts';
import { engines } from '../storage/databases.ts';
import { fails, ok, type Answer } from '../support/client.ts';
import { address, person } from '../support/customers.ts';
import { graphqlClient, refuses, type GraphQLClient } from '../support/graphql.ts';
import { startHere, type Here } from '../support/here.ts';
import { unique } from '../support/souk.ts';

type Body = Answer['body'];

const INITIATE = `mutation($key: String!, $type: MediaResourceType!) {
  initiateUpload(input: { key: $key, media_resource_type: $type }) { upload_url key expires_at } }`;
const FINISH = `mutation($key: String!, $type: MediaResourceType!) {
  finishUpload(input: { key: $key, media_resource_type: $type }) { success key message } }`;
const VALUES = `custom_attributes { code __typename ... on AttributeValue { value }
  ... on AttributeFile { url value } ... on AttributeImage { url value } }`;
const CREATE = `mutation($input: CustomerCreateInput!) { createCustomerV2(input: $input) { customer { email ${VALUES} } } }`;
const UPDATE = `mutation($input: CustomerUpdateInput!) { updateCustomerV2(input: $input) { customer { ${VALUES} } } }`;
/** A GIF of the given size. */
const gif = (width: number, height: number): Buffer =>
  Buffer.from([...Buffer.from('GIF89a'), width, 0, height, 0, 0x80, 0, 0, 0, 0, 0, 255, 255, 255, 0x2c, 0x3b]);

describe.each(engines)('files of customers on %s', (engine) => {
  let here: Here;
  beforeAll(async () => {
    here = await startHere(engine);
    const add = (entity: 'customer' | 'customer_address', code: string, frontendInput: string, validation = {}) =>
      here.souk.systemCall().transaction((call: Call) =>
        call.services.eav.attributes.create(call, entity, {
          code,
          frontendInput,
          backendType: 'varchar',
          label: code,
          isUserDefined: true,
          isVisible: true,
          validation,
          forms: [entity === 'customer' ? 'customer_account_create' : 'customer_register_address'],
        }),
      );
    await add('customer', 'licence', 'file', { file_extensions: 'pdf,txt', max_file_size: 20 });
    await add('customer', 'anything', 'file');
    await add('customer', 'picture', 'image', { max_image_width: 10, max_image_heght: 10 });
    await add('customer_address', 'proof', 'file');
  });
  afterAll(() => here.stop());

  const guest = () => graphqlClient(here);
  async function newClient(): Promise<{ id: number; gql: GraphQLClient }> {
    const { id } = ok(await here.admin.post('/V1/customers', { customer: person() }));
    return { id, gql: graphqlClient(here, (await here.callerOf('customer', id)).token) };
  }
  const send = (url: string, body: string | Uint8Array<ArrayBuffer>) =>
    fetch(`${here.base}${new URL(url).pathname}`, { method: 'PUT', body });
  async function uploaded(gql: GraphQLClient, key: string, content: string | Buffer, type: string): Promise<string> {
    const opened = (await gql.data(INITIATE, { key, type })).initiateUpload;
    expect(
      (await send(opened.upload_url, typeof content === 'string' ? content : new Uint8Array(content))).status,
    ).toBe(200);
    expect((await gql.data(FINISH, { key: opened.key, type })).finishUpload).toMatchObject({ success: true });
    return opened.key;
  }
  const licence = (gql: GraphQLClient, content = 'Licence') =>
    uploaded(gql, 'my licence.TXT', content, 'CUSTOMER_ATTRIBUTE_FILE');
  const download = async (url: string) => {
    const response = await fetch(`${here.base}${new URL(url).pathname}`);
    return { status: response.status, text: await response.text(), headers: response.headers };
  };
  const valueOf = (customer: Body, code: string): Body =>
    customer.custom_attributes.find((one: Body) => one.code === code);
  const setTo = (value: string, code = 'licence') => ({
    input: { custom_attributes: [{ attribute_code: code, value }] },
  });
  const update = async (gql: GraphQLClient, value: string, code = 'licence'): Promise<Body> =>
    valueOf((await gql.data(UPDATE, setTo(value, code))).updateCustomerV2.customer, code);

  it('are uploaded by guests for a new account, and by customers for theirs', async () => {
    const input = { ...person(), password: 'Password1' };
    const values = [{ attribute_code: 'licence', value: await licence(guest()) }];
    const { customer } = (await guest().data(CREATE, { input: { ...input, custom_attributes: values } }))
      .createCustomerV2;
    const first = valueOf(customer, 'licence');
    expect(first).toMatchObject({
      __typename: 'AttributeFile',
      value: expect.stringMatching(/^\/m\/y\/my_licence_[0-9a-f]{32}\.txt$/),
    });
    const file = await download(first.url);
    expect(file.text).toBe('Licence');
    expect(file.headers.get('content-disposition')).toContain('my%20licence.TXT');
    const credentials = { username: input.email, password: input.password };
    const gql = graphqlClient(here, ok(await here.guest.post('/V1/integration/customer/token', credentials)));
    const second = await update(gql, await licence(gql, 'Renewed'));
    expect((await download(second.url)).text).toBe('Renewed');
    expect((await download(first.url)).status).toBe(404);
    expect(await update(gql, second.value)).toEqual(second);
    expect(
      (await gql.data(UPDATE, { input: { firstname: 'Ida' } })).updateCustomerV2.customer.custom_attributes,
    ).toEqual([second]);
    expect(await update(gql, '')).toBeUndefined();
    expect((await download(second.url)).status).toBe(404);
  });

  it('are images, too', async () => {
    const { gql } = await newClient();
    const type = 'CUSTOMER_ATTRIBUTE_IMAGE';
    const shown = await update(gql, await uploaded(gql, 'me.gif', gif(10, 10), type), 'picture');
    expect(shown).toMatchObject({ __typename: 'AttributeImage', code: 'picture' });
    for (const [content, message] of [
      [gif(11, 10), '"picture" width exceeds allowed value of 10 px.'],
      [gif(10, 11), '"picture" height exceeds allowed value of 10 px.'],
      ['no image', '"picture" is not a valid image.'],
    ] as const) {
      const key = await uploaded(gql, 'me.gif', content, type);
      refuses(await gql.send(UPDATE, setTo(key, 'picture')), 'graphql-input', message);
    }
    refuses(await gql.send(INITIATE, { key: 'me.txt', type }), 'graphql-input', /type that is not allowed/);
    expect((await gql.data(`{ customer { ${VALUES} } }`)).customer.custom_attributes).toEqual([shown]);
  });

  it('are refused with another ending, size, purpose or owner, and change nothing', async () => {
    const { gql } = await newClient();
    const type = 'CUSTOMER_ATTRIBUTE_FILE';
    for (const key of ['run.php', 'page.html', 'none', '.txt', 'a/b.txt']) {
      refuses(await gql.send(INITIATE, { key, type }), 'graphql-input', /^The (file|name)/);
    }
    const zip = await uploaded(gql, 'a.zip', 'Zip', type);
    refuses(await gql.send(UPDATE, setTo(zip)), 'graphql-input', '"licence" does not take the file a.zip.');
    expect(await update(gql, zip, 'anything')).toMatchObject({ code: 'anything' });
    const long = await licence(gql, 'x'.repeat(21));
    refuses(
      await gql.send(UPDATE, setTo(long)),
      'graphql-input',
      '"licence" exceeds the allowed file size of 20 bytes.',
    );
    const { upload_url } = (await gql.data(INITIATE, { key: 'b.pdf', type })).initiateUpload;
    expect((await send(upload_url, new Uint8Array(2 * 1024 * 1024 + 1))).status).toBe(400);
    const other = await newClient();
    const key = await licence(gql);
    for (const [client, code] of [
      [other.gql, 'licence'],
      [gql, 'picture'],
    ] as const) {
      refuses(await client.send(UPDATE, setTo(key, code)), 'graphql-input', `The upload ${key} is not finished.`);
    }
    refuses(await gql.send(UPDATE, setTo('/e/t/etc_passwd.txt')), 'graphql-input', /is not finished/);
    const wrong = { input: { ...setTo(key).input, firstname: '' } };
    expect((await gql.send(UPDATE, wrong)).body.errors).toHaveLength(1);
    expect((await update(gql, key)).value).toMatch(/^\/m\/y\//);
    refuses(await gql.send(UPDATE, setTo(key)), 'graphql-input', `The upload ${key} is not finished.`);
    refuses(
      await gql.send(INITIATE, { key: 'a.png', type: 'CUSTOMER_ATTRIBUTE_ADDRESS_IMAGE' }),
      'graphql-input',
      'No attribute takes such files.',
    );
  });

  it('come encoded in REST, and go with their customer', async () => {
    const base64_encoded_data = Buffer.from('Licence').toString('base64');
    const value = { base64_encoded_data, type: 'text/plain', name: 'l.txt' };
    const custom = (value: unknown) => [{ attribute_code: 'licence', value }];
    const made = ok(
      await here.admin.post('/V1/customers', { customer: { ...person(), custom_attributes: custom(value) } }),
    );
    const path = made.custom_attributes[0].value;
    const url = `${here.base}/customer_file${path}`;
    expect((await download(url)).text).toBe('Licence');
    for (const wrong of [
      { ...value, base64_encoded_data: '!' },
      { ...value, name: 'l.exe' },
      { name: 'l.txt' },
      [1],
      7,
    ]) {
      const customer = { id: made.id, custom_attributes: custom(wrong) };
      expect((await here.admin.put(`/V1/customers/${made.id}`, { customer })).status).toBe(400);
    }
    const copy = ok(
      await here.admin.post('/V1/customers', { customer: { ...person(), custom_attributes: custom(path) } }),
    );
    expect(copy.custom_attributes[0].value).not.toBe(path);
    ok(await here.admin.delete(`/V1/customers/${made.id}`));
    expect((await download(url)).status).toBe(404);
    expect((await download(`${here.base}/customer_file${copy.custom_attributes[0].value}`)).text).toBe('Licence');
    const moved = { customer: { ...person(), custom_attributes: custom('/o/l/old_shop.pdf') } };
    expect(ok(await here.admin.post('/V1/customers', moved)).custom_attributes).toEqual(custom('/o/l/old_shop.pdf'));
  });

  it('belong to addresses, too', async () => {
    const { gql, id } = await newClient();
    const key = await uploaded(gql, 'proof.pdf', 'Proof', 'CUSTOMER_ATTRIBUTE_ADDRESS_FILE');
    const ADD = `mutation($input: CustomerAddressInput!) { createCustomerAddress(input: $input) {
      id custom_attributesV2 { code ... on AttributeFile { url value } } } }`;
    const { region, country_id, ...fields } = address();
    const input = {
      ...fields,
      country_code: country_id,
      region: { region_id: region.region_id },
      custom_attributesV2: [{ attribute_code: 'proof', value: key }],
    };
    const added = (await gql.data(ADD, { input })).createCustomerAddress;
    const [{ url, value }] = added.custom_attributesV2;
    expect((await download(url)).text).toBe('Proof');
    const cart = (await gql.data('{ customerCart { id } }')).customerCart.id;
    const SHIP = `mutation($cart: String!, $address: CartAddressInput!) { setShippingAddressesOnCart(
      input: { cart_id: $cart, shipping_addresses: [{ address: $address }] }) { cart { shipping_addresses {
      custom_attributes { code ... on AttributeFile { value } } } } } }`;
    const inCart = (proof: string) => ({
      cart,
      address: {
        ...fields,
        country_code: country_id,
        region: 'TX',
        region_id: region.region_id,
        custom_attributes: [{ attribute_code: 'proof', value: proof }],
      },
    });
    const shipped = (await gql.data(SHIP, inCart(value))).setShippingAddressesOnCart.cart.shipping_addresses;
    expect(shipped[0].custom_attributes).toEqual([{ code: 'proof', value }]);
    refuses(await gql.send(SHIP, inCart('key')), 'graphql-input', /uploaded for the address book/);
    await gql.data(`mutation { deleteCustomerAddress(id: ${added.id}) }`);
    expect((await download(url)).status).toBe(404);
    fails(await here.admin.get(`/V1/customers/addresses/${added.id}`), 404, /No such entity/);
    expect(ok(await here.admin.get(`/V1/customers/${id}`)).addresses).toEqual([]);
  });

  it('have rules in the metadata of forms', async () => {
    const FORM = `{ attributesForm(formCode: "customer_account_create") { items { code frontend_input
      ... on CustomerAttributeMetadata { validate_rules { name value } } } } }`;
    const { items } = (await guest().data(FORM)).attributesForm;
    const found = items.find(({ code }: Body) => code === 'licence');
    expect(found).toMatchObject({ code: 'licence', frontend_input: 'FILE' });
    expect(new Set(found.validate_rules)).toEqual(
      new Set([
        { name: 'FILE_EXTENSIONS', value: 'pdf,txt' },
        { name: 'MAX_FILE_SIZE', value: '20' },
      ]),
    );
    expect(items.find(({ code }: Body) => code === 'picture')).toMatchObject({ frontend_input: 'IMAGE' });
  });

  it('go with their attribute', async () => {
    const { gql } = await newClient();
    const key = await uploaded(gql, `${unique('a')}.zip`, 'Zip', 'CUSTOMER_ATTRIBUTE_FILE');
    const { url } = await update(gql, key, 'anything');
    await here.souk.systemCall().transaction(async (call: Call) => {
      const { attributes } = call.services.eav;
      await attributes.delete(call, await attributes.get(call, 'customer', 'anything'));
    });
    expect((await download(url)).status).toBe(404);
  });
});
