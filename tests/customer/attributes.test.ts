import pino from 'pino';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Call } from '../../src/kernel/call.ts';
import { readSettings } from '../../src/program/environment/settings.ts';
import { openSouk, type Souk } from '../../src/program/souk.ts';
import type { StoredCustomer } from '../../src/modules/customer/service.ts';
import { listCustomers } from '../../src/modules/customer/customers/list.ts';
import { address, person } from '../support/customers.ts';
import { createDatabase, engines, type TestDatabase } from '../storage/databases.ts';

/** The interface has no route that adds attributes to customers, so these work on the services themselves. */
describe.each(engines)('added attributes on %s', (kind) => {
  let database: TestDatabase;
  let souk: Souk;
  const folder = mkdtempSync(join(tmpdir(), 'souk-attributes-'));
  const attribute = (code: string, frontendInput: string, backendType: 'varchar' | 'int' | 'datetime', more = {}) => ({
    code,
    frontendInput,
    backendType,
    label: code,
    isUserDefined: true,
    isVisible: true,
    ...more,
  });

  beforeAll(async () => {
    database = await createDatabase(kind);
    const settings = readSettings({ DATABASE_URL: database.url, SOUK_VAR: folder });
    souk = await openSouk(settings, pino({ level: 'silent' }));
    await write(async (call) => {
      const { attributes } = call.services.eav;
      await attributes.create(call, 'customer', attribute('nickname', 'text', 'varchar'));
      await attributes.create(call, 'customer', attribute('shoe_size', 'text', 'int'));
      await attributes.create(call, 'customer', attribute('since', 'date', 'datetime'));
      await attributes.create(call, 'customer', attribute('tier', 'text', 'varchar', { defaultValue: 'bronze' }));
      await attributes.create(call, 'customer_address', attribute('door', 'text', 'varchar', { isRequired: true }));
    });
  });
  afterAll(async () => {
    await souk.close();
    await database.remove();
    rmSync(folder, { recursive: true });
  });

  function write<T>(work: (call: Call) => Promise<T>): Promise<T> {
    return souk.systemCall().transaction(work);
  }
  const values = (given: Record<string, unknown>) =>
    Object.entries(given).map(([attribute_code, value]) => ({ attribute_code, value }));
  const create = (given: Record<string, unknown>, over: object = {}): Promise<StoredCustomer> => {
    const call = souk.systemCall();
    return call.services.customer.createAccount(call, {
      customer: { ...person(), custom_attributes: values(given), ...over },
    });
  };
  const read = (id: number): Promise<StoredCustomer | undefined> => {
    const call = souk.systemCall();
    return call.services.customer.customer(call, id);
  };

  test('are kept in their own form, with defaults; those that do not exist are passed over', async () => {
    const { id } = await create({
      nickname: 'Ada',
      shoe_size: '38',
      since: '5/17/1990',
      nope: 1,
      email: 'x@example.com',
    });
    expect((await read(id))?.custom).toEqual({
      nickname: 'Ada',
      shoe_size: '38',
      since: '1990-05-17 00:00:00',
      tier: 'bronze',
    });
  });

  test('are refused when they do not fit', async () => {
    await expect(create({ shoe_size: 'large' })).rejects.toThrow(/type is invalid/);
    await expect(create({ nickname: 'x'.repeat(300) })).rejects.toThrow(
      /must be equal or less than 255|255 characters/,
    );
    await expect(create({}, { addresses: [address()] })).rejects.toThrow('"door" is a required value.');
  });

  test('stay when they are left out, and go when they are null', async () => {
    const { id } = await create({ nickname: 'Ada', shoe_size: 38 });
    const update = (given: Record<string, unknown>) =>
      write((call) => call.services.customer.updateCustomer(call, { id, custom_attributes: values(given) }));
    await update({ shoe_size: 39 });
    expect((await read(id))?.custom).toMatchObject({ nickname: 'Ada', shoe_size: '39' });
    await update({ nickname: null });
    expect((await read(id))?.custom).not.toHaveProperty('nickname');
  });

  test('are fields that customers are found by', async () => {
    const { id } = await create({ nickname: 'Findable', shoe_size: 47, since: '2020-01-02' });
    const find = async (field: string, value: string, condition_type: string) => {
      const filters = [{ field, value, condition_type }];
      const found = await listCustomers(souk.systemCall(), { filter_groups: [{ filters }] });
      return (await found.items()).map((item) => item.id);
    };
    expect(await find('nickname', 'FIND%', 'like')).toEqual([id]);
    expect(await find('shoe_size', '46', 'gt')).toEqual([id]);
    expect(await find('since', '2020-01-01', 'gt')).toEqual([id]);
  });

  test('take their values along when they are deleted', async () => {
    const { id } = await create(
      { tier: 'gold', nickname: 'Ada' },
      {
        addresses: [address({ custom_attributes: values({ door: '7' }) })],
      },
    );
    expect((await read(id))?.addresses[0]?.custom).toEqual({ door: '7' });
    await write(async (call) => {
      const { attributes } = call.services.eav;
      await attributes.delete(call, (await attributes.find(call, 'customer', 'tier'))!);
      await attributes.delete(call, (await attributes.find(call, 'customer_address', 'door'))!);
    });
    const left = await read(id);
    expect(left?.custom).toEqual({ nickname: 'Ada' });
    expect(left?.addresses[0]?.custom).toEqual({});
  });
});
