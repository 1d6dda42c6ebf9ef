import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { engines } from '../storage/databases.ts';
import { ok, sentence, unique, type Answer } from '../support/client.ts';
import { startHere, type Here } from '../support/here.ts';

const PASSWORD = 'Secret-123';

describe.each(engines)('limits on %s', (kind) => {
  let here: Here;
  beforeAll(async () => {
    // The tests speak through a proxy, so that each has addresses of its own.
    here = await startHere(kind, { env: { SOUK_TRUSTED_PROXIES: '127.0.0.1,::1' } });
  });
  afterAll(() => here?.stop());
  afterEach(() =>
    here.configure({
      'souk/rate_limit/requests': '0',
      'souk/attempts/accounts': '',
      'souk/attempts/address': '',
      'souk/attempts/customer': '',
    }),
  );

  let last = 0;
  const newAddress = (): string => `198.51.100.${++last}`;
  const from = (address: string): Record<string, string> => ({ 'x-forwarded-for': address });

  const limited = (answer: Answer, message: string, remaining = 0): void => {
    expect(answer.status, answer.text).toBe(429);
    const wait = Number(answer.headers.get('retry-after'));
    expect(wait).toBeGreaterThan(0);
    expect(sentence(answer.body)).toBe(`${message} Please try again in ${wait} seconds.`);
    expect(answer.headers.get('ratelimit-remaining')).toBe(String(remaining));
  };
  const standing = ({ headers }: Answer): (string | null)[] => [
    headers.get('ratelimit-limit'),
    headers.get('ratelimit-remaining'),
  ];

  describe('of requests', () => {
    test('are off unless they are asked for', async () => {
      const answer = await here.admin.get('/V1/store/websites');
      ok(answer);
      expect(standing(answer)).toEqual([null, null]);
    });

    test('count every form of a call of an account, and nobody else', async () => {
      await here.configure({ 'souk/rate_limit/requests': '4', 'souk/rate_limit/window': '3600' });
      const admin = await here.granted('admin', 'all');
      const answers = [
        await admin.get('/V1/store/websites'),
        await admin.get('/schema?services=storeWebsiteRepositoryV1'),
        await admin.post('/async/V1/products', { product: { sku: 'x' } }),
        await admin.post('/async/bulk/V1/products', [{ product: { sku: 'x' } }]),
      ];
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 202, 202]);
      expect(answers.map(standing)).toEqual([
        ['4', '3'],
        ['4', '2'],
        ['4', '1'],
        ['4', '0'],
      ]);
      expect(Number(answers[3]!.headers.get('ratelimit-reset'))).toBeGreaterThan(3000);
      for (const path of ['/V1/store/websites', '/schema', '/V1/products/x']) {
        limited(await admin.get(path), 'Too many requests.');
      }
      limited(await admin.post('/async/bulk/V1/products', [{}]), 'Too many requests.');
      ok(await (await here.granted('admin', 'all')).get('/V1/store/websites'));
    });

    test('count guests by the address that a trusted proxy names', async () => {
      await here.configure({ 'souk/rate_limit/requests': '2' });
      const [one, other] = [newAddress(), newAddress()];
      const ask = (address: string): Promise<Answer> => here.guest.get('/V1/directory/currency', from(address));
      ok(await ask(one));
      ok(await ask(`203.0.113.9, ${one}`));
      limited(await ask(one), 'Too many requests.');
      ok(await ask(other));
    });

    test('are answered in the format that is asked for', async () => {
      await here.configure({ 'souk/rate_limit/requests': '1' });
      const headers = { ...from(newAddress()), accept: 'application/xml' };
      await here.guest.get('/V1/directory/currency', headers);
      const answer = await here.guest.get('/V1/directory/currency', headers);
      expect(answer.status).toBe(429);
      expect(answer.text).toContain('<message>Too many requests.');
    });
  });

  describe('of attempts at credentials', () => {
    const signIn = (username: string, password: string, address: string): Promise<Answer> =>
      here.guest.post('/V1/integration/customer/token', { username, password }, from(address));

    async function newCustomer(): Promise<{ id: number; email: string }> {
      const email = `${unique('l')}@example.com`;
      const { id } = ok(
        await here.admin.post('/V1/customers', {
          customer: { email, firstname: 'A', lastname: 'B' },
          password: PASSWORD,
        }),
      );
      return { id, email };
    }

    test('D26: stop who guesses, under whatever names, and let in who knows', async () => {
      const { email } = await newCustomer();
      await here.configure({ 'souk/attempts/address': '3', 'souk/attempts/window': '3600' });
      const [guesser, other] = [newAddress(), newAddress()];
      // What succeeds does not count.
      for (let i = 0; i < 5; i++) ok(await signIn(email, PASSWORD, guesser));
      for (let i = 0; i < 3; i++) expect((await signIn(`nobody-${i}@example.com`, 'x', guesser)).status).toBe(401);
      limited(await signIn(email, PASSWORD, guesser), 'Too many attempts.');
      limited(
        await here.guest.put('/V1/integration/customer/token', { username: email, password: PASSWORD }, from(guesser)),
        'Too many attempts.',
      );
      limited(
        await here.guest.post('/V1/integration/admin/token', { username: 'admin', password: 'x' }, from(guesser)),
        'Too many attempts.',
      );
      ok(await signIn(email, PASSWORD, other));
      expect(standing(await here.guest.get('/V1/directory/currency', from(guesser)))).toEqual([null, null]);
    });

    test('hold for a burst as for guesses one by one', async () => {
      await here.configure({ 'souk/attempts/address': '4', 'souk/attempts/window': '3600' });
      const address = newAddress();
      const answers = await Promise.all(
        Array.from({ length: 12 }, (_, i) => signIn(`b${i}@example.com`, 'x', address)),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([
        ...Array<number>(4).fill(401),
        ...Array<number>(8).fill(429),
      ]);
    });

    test('come back with time', async () => {
      await here.configure({ 'souk/attempts/address': '1', 'souk/attempts/window': '1' });
      const address = newAddress();
      expect((await signIn('nobody@example.com', 'x', address)).status).toBe(401);
      await expect.poll(async () => (await signIn('nobody@example.com', 'x', address)).status).toBe(401);
    });

    test('are on by default, with room for a test suite that signs in all day', async () => {
      await here.configure({ 'souk/attempts/window': '' });
      const answer = await signIn('nobody@example.com', 'x', newAddress());
      expect([answer.status, ...standing(answer)]).toEqual([401, '300', '299']);
    });

    test('count each item of a bulk, and every request for a reset mail', async () => {
      await here.configure({ 'souk/attempts/address': '3', 'souk/attempts/window': '3600' });
      const items = (count: number): unknown[] =>
        Array.from({ length: count }, (_, i) => ({
          email: `r${i}@example.com`,
          template: 'email_reset',
          websiteId: 1,
        }));
      const bulk = (count: number, address: string): Promise<Answer> =>
        here.guest.put('/async/bulk/V1/customers/password', items(count), from(address));
      limited(await bulk(4, newAddress()), 'Too many attempts.', 3);
      const address = newAddress();
      expect((await bulk(2, address)).status).toBe(202);
      expect((await here.guest.put('/async/V1/customers/password', items(1)[0], from(address))).status).toBe(202);
      limited(await bulk(1, address), 'Too many attempts.');
      limited(await here.guest.put('/V1/customers/password', items(1)[0], from(address)), 'Too many attempts.');
      // Those that were refused left nothing to be executed.
      const { n } = await here.souk.storage.reader
        .selectFrom('operation')
        .innerJoin('bulk', 'bulk.id', 'operation.bulk_id')
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .where('topic', 'like', '%initiatepasswordreset%')
        .executeTakeFirstOrThrow();
      expect(n).toBe(3);
    });

    test('D26: are counted by the account whose own password is guessed, wherever from', async () => {
      const [ada, eve] = [await newCustomer(), await newCustomer()];
      await here.configure({ 'souk/attempts/customer': '2', 'souk/attempts/window': '3600' });
      const change = async (id: number, currentPassword: string, newPassword = 'Secret-456'): Promise<Answer> =>
        (await here.callerOf('customer', id)).put(
          '/V1/customers/me/password',
          { currentPassword, newPassword },
          from(newAddress()),
        );
      expect((await change(ada.id, 'x')).status).toBe(401);
      expect((await change(ada.id, 'y')).status).toBe(401);
      limited(await change(ada.id, PASSWORD), 'Too many attempts.');
      ok(await change(eve.id, PASSWORD));
    });

    describe('D251: that hash a password', () => {
      const account = () => ({
        customer: { email: `${unique('n')}@example.com`, firstname: 'A', lastname: 'B' },
        password: PASSWORD,
      });
      const create = (address: string, caller = here.guest): Promise<Answer> =>
        caller.post('/V1/customers', account(), from(address));

      test('count new accounts by address, under a limit of their own', async () => {
        await here.configure({ 'souk/attempts/accounts': '3', 'souk/attempts/window': '3600' });
        const [address, other] = [newAddress(), newAddress()];
        ok(await create(address));
        // A refused account counts, too, and so does each item of a bulk.
        expect((await here.guest.post('/V1/customers', { customer: {} }, from(address))).status).toBe(400);
        limited(
          await here.guest.post('/async/bulk/V1/customers', [account(), account()], from(address)),
          'Too many attempts.',
          1,
        );
        expect(standing(await create(address))).toEqual(['3', '0']);
        limited(await create(address), 'Too many attempts.');
        limited(await create(address, await here.callerOf('customer', (await newCustomer()).id)), 'Too many attempts.');
        ok(await create(other));
        // Sign-ins from there have a limit of their own.
        expect((await signIn('nobody@example.com', 'x', address)).status).toBe(401);
      });

      test('count each account of a GraphQL request', async () => {
        await here.configure({ 'souk/attempts/accounts': '4', 'souk/attempts/window': '3600' });
        const one = (at: number) =>
          `a${at}: createCustomer${at % 2 ? 'V2' : ''}(input: { email: "${unique('g')}@example.com", firstname: "A", lastname: "B",
            password: "${PASSWORD}" }) { customer { email } }`;
        const query = `mutation { ${[0, 1, 2, 3, 4, 5].map(one).join(' ')} }`;
        const address = newAddress();
        const first = await here.guest.raw('POST', '/graphql', { query }, from(address));
        const made = Object.values(first.body.data).map((payload) => payload !== null);
        expect(made).toEqual([true, true, true, true, false, false]);
        const second = await here.guest.raw('POST', '/graphql', { query }, from(address));
        expect([second.status, second.body.errors.length]).toEqual([429, 6]);
        expect(Number(second.headers.get('retry-after'))).toBeGreaterThan(0);
      });

      test('let admin users and integrations create as many accounts as they like', async () => {
        await here.configure({ 'souk/attempts/accounts': '1', 'souk/attempts/window': '3600' });
        const address = newAddress();
        for (const caller of [here.admin, await here.granted('integration', [])]) {
          for (let i = 0; i < 3; i++) ok(await create(address, caller));
        }
      });

      test('count changes of the own password that succeed', async () => {
        const { id } = await newCustomer();
        await here.configure({ 'souk/attempts/customer': '2', 'souk/attempts/window': '3600' });
        const me = await here.callerOf('customer', id);
        const change = (currentPassword: string, newPassword: string): Promise<Answer> =>
          me.put('/V1/customers/me/password', { currentPassword, newPassword }, from(newAddress()));
        ok(await change(PASSWORD, 'Secret-456'));
        ok(await change('Secret-456', PASSWORD));
        limited(await change(PASSWORD, 'Secret-456'), 'Too many attempts.');
      });

      test('leave room for people by default', async () => {
        await here.configure({ 'souk/attempts/window': '' });
        expect(standing(await create(newAddress()))).toEqual(['300', '299']);
      });
    });

    test('do not hold up an integration that signs in its customers', async () => {
      await here.configure({ 'souk/attempts/address': '1', 'souk/attempts/window': '3600' });
      const shop = await here.granted('integration', []);
      const address = newAddress();
      for (let i = 0; i < 3; i++) {
        const answer = await shop.post(
          '/V1/integration/customer/token',
          { username: `s${i}@example.com`, password: 'x' },
          from(address),
        );
        expect(answer.status).toBe(401);
      }
    });
  });
});

test('a proxy that nobody has named is told of, once, when it is limited in place of its clients', async () => {
  const here = await startHere('sqlite');
  try {
    await here.configure({ 'souk/rate_limit/requests': '1' });
    const ask = (): Promise<Answer> => here.guest.get('/V1/directory/currency', { 'x-forwarded-for': '198.51.100.1' });
    expect([(await ask()).status, (await ask()).status, (await ask()).status]).toEqual([200, 429, 429]);
    expect(here.logged.filter((line) => line.includes('SOUK_TRUSTED_PROXIES'))).toHaveLength(1);
  } finally {
    await here.stop();
  }
});
