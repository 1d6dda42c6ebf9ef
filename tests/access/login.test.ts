import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { signInAdmin } from '../../src/platform/access/login.ts';
import {
  createAdminUser,
  ensureFirstAdmin,
  listAdminUsers,
  setAdminActive,
  setAdminPassword,
} from '../../src/platform/access/users.ts';
import { createDatabase, engines, type TestDatabase } from '../storage/databases.ts';
import { openProcess, pass, user, type TestProcess } from './platform.ts';

const refused = /The account sign-in was incorrect or your account is disabled temporarily/;

describe.each(engines)('signing in on %s', (kind) => {
  let database: TestDatabase;
  let souk: TestProcess;
  beforeAll(async () => {
    database = await createDatabase(kind);
    souk = await openProcess(database);
  });
  afterAll(() => database.remove());

  const signIn = (name: string, password = 'Secret-123', process = souk): Promise<number> =>
    signInAdmin(process.systemCall(), name, password);
  const fail = async (name: string, times: number): Promise<void> => {
    for (let i = 0; i < times; i++) await expect(signIn(name, `wrong-${i}`)).rejects.toThrow(refused);
  };
  const create = (name: string): Promise<{ userId: number }> => createAdminUser(souk.systemCall(), user(name));

  test('the first admin user is made once, with a generated or the given password', async () => {
    const password = await ensureFirstAdmin(souk.systemCall(), 'admin');
    expect(await signIn('admin', password)).toBeGreaterThan(0);
    expect(await ensureFirstAdmin(souk.systemCall(), 'admin', 'Other-123')).toBeUndefined();
    expect(await ensureFirstAdmin(souk.systemCall(), 'another')).toBeUndefined();
    await expect(signIn('admin', 'Other-123')).rejects.toThrow(refused);
    expect((await listAdminUsers(souk.systemCall())).map((row) => [row.username, row.role_name])).toEqual([
      ['admin', 'Administrators'],
    ]);
  });

  test('the name counts in any case, unless the configuration says otherwise', async () => {
    const { userId } = await create('Case');
    expect(await signIn('cASE')).toBe(userId);
    souk.values.set('admin/security/use_case_sensitive_login', '1');
    await expect(signIn('cASE')).rejects.toThrow(refused);
    expect(await signIn('Case')).toBe(userId);
    souk.values.delete('admin/security/use_case_sensitive_login');
  });

  test('a wrong password, an unknown name and an inactive user are refused alike', async () => {
    await create('inactive');
    await setAdminActive(souk.systemCall(), 'inactive', false);
    await expect(signIn('inactive')).rejects.toThrow(refused);
    await expect(signIn('inactive', 'wrong')).rejects.toThrow(refused);
    for (const name of ['nobody', '', 'x\0y', "' or 1=1 --", '\ud800'])
      await expect(signIn(name)).rejects.toThrow(refused);
  });

  test('after six failures the right password is refused too, for half an hour', async () => {
    const { userId } = await create('locked');
    await fail('locked', 6);
    await expect(signIn('locked')).rejects.toThrow(refused);
    const later = await openProcess(database);
    pass(later, { minutes: 29 });
    await expect(signIn('locked', 'Secret-123', later)).rejects.toThrow(refused);
    pass(later, { minutes: 2 });
    expect(await signIn('locked', 'Secret-123', later)).toBe(userId);
  });

  test('success ends the count', async () => {
    const { userId } = await create('lucky');
    for (let round = 0; round < 3; round++) {
      await fail('lucky', 5);
      expect(await signIn('lucky')).toBe(userId);
    }
  });

  test('failures in many processes are counted together', async () => {
    await create('spread');
    const other = await openProcess(database);
    await fail('spread', 3);
    for (let i = 0; i < 3; i++) await expect(signIn('spread', 'wrong', other)).rejects.toThrow(refused);
    await expect(signIn('spread')).rejects.toThrow(refused);
    await expect(signIn('spread', 'Secret-123', other)).rejects.toThrow(refused);
  });

  test('the account stays locked when the limit of the token route is lifted, until an administrator unlocks it', async () => {
    const { userId } = await create('account');
    souk.values.set('oauth/authentication_lock/max_failures_count', '0');
    await fail('account', 6);
    await expect(signIn('account')).rejects.toThrow(refused);
    await setAdminPassword(souk.systemCall(), 'account', 'Another-123');
    expect(await signIn('account', 'Another-123')).toBe(userId);
    souk.values.delete('oauth/authentication_lock/max_failures_count');
  });

  test('the token route refuses unknown names after as many failures, and known ones when accounts do not lock', async () => {
    souk.values.set('admin/security/lockout_failures', '0');
    souk.values.set('oauth/authentication_lock/max_failures_count', '2');
    const { userId } = await create('throttled');
    await fail('throttled', 2);
    await expect(signIn('throttled')).rejects.toThrow(refused);
    const later = await openProcess(database);
    pass(later, { minutes: 31 });
    expect(await signIn('throttled', 'Secret-123', later)).toBe(userId);
    souk.values.clear();
  });

  test('failures far apart do not lock', async () => {
    const { userId } = await create('patient');
    const later = await openProcess(database);
    for (let i = 0; i < 7; i++) {
      await expect(signIn('patient', 'wrong', later)).rejects.toThrow(refused);
      pass(later, { minutes: 31 });
    }
    expect(await signIn('patient', 'Secret-123', later)).toBe(userId);
  });

  test('a burst of guesses gets no more tries than guesses one by one', async () => {
    await create('burst');
    const guesses = Array.from({ length: 12 }, (_, i) => (i < 8 ? `wrong-${i}` : 'Secret-123'));
    const answers = await Promise.allSettled(guesses.map((password) => signIn('burst', password)));
    expect(answers.map((answer) => answer.status)).toEqual(guesses.map(() => 'rejected'));
  });

  test('many at once with the right password all get in', async () => {
    const { userId } = await create('popular');
    const answers = await Promise.all(Array.from({ length: 10 }, () => signIn('popular')));
    expect(answers).toEqual(Array.from({ length: 10 }, () => userId));
  });

  test('a user is refused whose name, address, role, resources or password will not do', async () => {
    await create('taken');
    const call = souk.systemCall();
    await expect(createAdminUser(call, user('TAKEN'))).rejects.toThrow('A user with the same user name or email');
    await expect(createAdminUser(call, { ...user('free'), email: 'Taken@example.com' })).rejects.toThrow(
      'same user name',
    );
    await expect(createAdminUser(call, { ...user('free'), email: 'nowhere' })).rejects.toThrow(
      'Invalid value of "nowhere"',
    );
    await expect(createAdminUser(call, { ...user(' ') })).rejects.toThrow('"username" is required');
    await expect(createAdminUser(call, user('free', 'all', 'short1'))).rejects.toThrow('at least 7 characters');
    await expect(createAdminUser(call, user('free', ['Nothing::here']))).rejects.toThrow(
      '"Nothing::here" resource is unknown',
    );
    const { resources: _, ...byRole } = user('free');
    await expect(createAdminUser(call, { ...byRole, role: 'Nobody' })).rejects.toThrow(
      'No such entity with role = Nobody',
    );
    expect((await createAdminUser(call, { ...byRole, role: 'Administrators' })).userId).toBeGreaterThan(0);
  });
});
