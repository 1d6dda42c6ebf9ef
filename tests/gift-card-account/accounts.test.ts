import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engines } from '../storage/databases.ts';
import { fails, ok, unique } from '../support/client.ts';
import { mailTo } from '../support/mails.ts';
import { startHere, type Here } from '../support/here.ts';
import { startSouk, type Souk } from '../support/souk.ts';
import { cardNow, newCard, sumOfHistory } from './cards.ts';

describe.each(engines)('gift card accounts, on %s', (engine) => {
  let here: Here;
  beforeAll(async () => {
    here = await startHere(engine);
  });
  afterAll(() => here.stop());

  const make = (giftcardAccount: object) => here.admin.post('/V1/giftcardaccounts', { giftcardAccount });

  it('D117: are made, read, listed, changed and deleted', async () => {
    const code = unique('Card');
    const made = ok(await make({ code, balance: 25.5, date_expires: '2999-12-31' }));
    const day = expect.stringMatching(/^\d{4}-\d\d-\d\d$/) as string;
    const known = { code, status: 1, state: 0, is_redeemable: 1, website_id: 1, balance: 25.5 };
    expect(made).toMatchObject({ ...known, date_created: day, date_expires: '2999-12-31' });
    const path = `/V1/giftcardaccounts/${made.account_id}`;
    expect(ok(await here.admin.get(path))).toEqual(made);
    expect(ok(await here.admin.get(`/V1/giftcardaccounts/code/${code.toUpperCase()}`))).toEqual(made);

    const filter = 'searchCriteria[filter_groups][0][filters][0]';
    const listed = async (field: string, value: string | number, type = 'eq') => {
      const asked = `${filter}[field]=${field}&${filter}[value]=${value}&${filter}[condition_type]=${type}`;
      const { items } = ok(await here.admin.get(`/V1/giftcardaccounts?${asked}`));
      return items.map((one: { code: string }) => one.code);
    };
    expect(await listed('code', code)).toEqual([code]);
    expect(await listed('balance', '25.5')).toEqual([code]);
    expect(await listed('balance', '25.51', 'gteq')).toEqual([]);
    expect(await listed('state', 0)).toContain(code);
    expect(await listed('state', 3)).toEqual([]);

    const changed = ok(await here.admin.put(path, { giftcardAccount: { balance: 0, status: 0, date_expires: '' } }));
    expect(changed).toMatchObject({ code, balance: 0, status: 0, state: 1, is_redeemable: 1 });
    expect(changed.date_expires).toBeUndefined();
    expect(sumOfHistory(changed)).toBe(0);
    expect(changed.history.map(({ action, balance_delta }: never) => [action, balance_delta])).toEqual([
      [0, 25.5],
      [5, -25.5],
    ]);
    expect(ok(await here.admin.delete(path))).toBe(true);
    for (const method of ['GET', 'DELETE']) fails(await here.admin.send(method, path), 404);
    fails(await here.admin.put(path, { giftcardAccount: { balance: 1 } }), 404);
  });

  it('take a code of the pool where none is told, each its own', async () => {
    await here.configure({
      'giftcard/giftcardaccount_general/code_prefix': 'G-',
      'giftcard/giftcardaccount_general/code_split': '4',
      'giftcard/giftcardaccount_general/pool_size': '5',
      'giftcard/giftcardaccount_general/pool_threshold': '1',
    });
    const made = await Promise.all(Array.from({ length: 12 }, () => make({ balance: 1 })));
    const codes = made.map((one) => ok(one).code as string);
    expect(new Set(codes).size).toBe(12);
    for (const code of codes) expect(code).toMatch(/^G-[A-Z0-9]{4}-[A-Z0-9]{4}-[A-Z0-9]{4}$/);
  });

  it('are refused with values that will not do, and nothing changes', async () => {
    const { code, account_id: id } = await newCard(here, 5);
    fails(await make({ code }), 400);
    fails(await make({ code: code.toLowerCase(), balance: 5 }), 400);
    fails(await make({ code: unique('X'), balance: -1 }), 400);
    fails(await make({ code: 'x'.repeat(256), balance: 1 }), 400);
    fails(await make({ balance: 5, date_expires: '2001-01-01' }), 400, 'Expiration date cannot be in the past.');
    fails(await make({ balance: 5, date_expires: 'soon' }), 400);
    for (const wrong of [{ status: 2 }, { state: 4 }, { is_redeemable: -1 }, { website_id: 0 }, { website_id: 99 }]) {
      fails(await make({ balance: 5, ...wrong }), 400);
    }
    const path = `/V1/giftcardaccounts/${id}`;
    fails(await here.admin.put(path, { giftcardAccount: { code: 'other', balance: 9 } }), 400);
    fails(await here.admin.put(path, { giftcardAccount: { balance: -9 } }), 400);
    expect(await cardNow(here, { account_id: id })).toMatchObject({ code, balance: 5 });
    fails(await here.admin.get('/V1/giftcardaccounts/code/nobody'), 404);
  });

  it('are for those who may', async () => {
    const other = await here.granted('integration', ['Magento_Catalog::products']);
    const granted = await here.granted('admin', ['Magento_GiftCardAccount::giftcardaccount']);
    for (const [method, path] of [
      ['GET', '/V1/giftcardaccounts'],
      ['GET', '/V1/giftcardaccounts/1'],
      ['DELETE', '/V1/giftcardaccounts/1'],
    ] as const) {
      fails(await here.guest.send(method, path), 401);
      expect((await other.send(method, path)).status).toBeOneOf([401, 403]);
    }
    fails(await here.guest.post('/V1/giftcardaccounts', { giftcardAccount: { balance: 1 } }), 401);
    ok(await granted.get('/V1/giftcardaccounts?searchCriteria'));
  });
});

describe('the open edition', () => {
  it('has no gift cards', async () => {
    const here = await startHere('sqlite', { env: { SOUK_EDITION: 'open' } });
    try {
      fails(await here.admin.get('/V1/giftcardaccounts'), 404);
      fails(await here.admin.get('/V1/carts/1/giftCards'), 404);
    } finally {
      await here.stop();
    }
  });
});

describe('commands for gift cards', () => {
  let souk: Souk;
  beforeAll(async () => {
    souk = await startSouk();
  });
  afterAll(() => souk.stop());

  it('make and show accounts, and fill the pool', async () => {
    const made = await souk.cli('giftcard:account:create', '--balance', '12.50', '--expires', '2999-01-31');
    expect(made.code, made.stderr).toBe(0);
    const code = made.stdout.trim();
    const card = ok(await souk.admin.get(`/V1/giftcardaccounts/code/${code}`));
    expect(card).toMatchObject({ balance: 12.5, date_expires: '2999-01-31', website_id: 1 });
    const shown = await souk.cli('giftcard:account:show', code);
    expect(shown.stdout).toMatch(/balance\t12\.5\n/);
    expect(shown.stdout).toMatch(/created\t12\.5/);
    expect((await souk.cli('giftcard:pool:generate', '--quantity', '7')).stdout).toBe('7 codes created\n');
    expect((await souk.cli('giftcard:account:create', '--balance', 'much')).code).toBe(1);
    expect((await souk.cli('giftcard:account:create', '--balance', '1', '--website', 'none')).code).toBe(1);
    expect((await souk.cli('giftcard:account:show', 'none')).code).toBe(1);
  });

  it('mail a card to somebody', async () => {
    const [card, locked] = [await newCard(souk, 15), await newCard(souk, 15, { status: 0 })];
    const email = `${unique('grace')}@example.com`;
    const send = (code: string, to = email) =>
      souk.cli('giftcard:account:send', code, '--email', to, '--name', 'Grace', '--message', 'Enjoy!');
    expect((await send(card.code)).stdout).toBe(`${card.code} sent to ${email}\n`);
    const { subject, text } = await mailTo(souk, email);
    expect(subject).toMatch(/^Your gift card for /);
    for (const part of ['Hello Grace', 'Enjoy!', card.code, '$15.00']) expect(text).toContain(part);
    const { history } = await cardNow(souk, card);
    expect(history.at(-1)).toMatchObject({ action: 2, balance_delta: 0, additional_info: `Recipient: ${email}.` });
    for (const [code, to, message] of [
      [locked.code, email, 'is locked, expired or empty'],
      ['nobody', email, 'No such entity'],
      [card.code, 'nowhere', 'nowhere is not an e-mail address'],
    ] as const) {
      const refused = await send(code, to);
      expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining(message)]);
    }
  });
});
