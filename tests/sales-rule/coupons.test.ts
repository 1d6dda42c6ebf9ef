import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { criteria, fails, ok, startSouk, unique, type Answer, type Souk } from '../support/souk.ts';

const COUPONS = '/V1/coupons';
const time = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/;
let souk: Souk;

beforeAll(async () => {
  souk = await startSouk();
});
afterAll(() => souk.stop());

const rule = async (more: object = {}): Promise<number> =>
  ok(
    await souk.admin.post('/V1/salesRules', {
      rule: {
        name: unique('rule'),
        website_ids: [1],
        customer_group_ids: [0],
        coupon_type: 'SPECIFIC_COUPON',
        ...more,
      },
    }),
  ).rule_id;
const changeRule = async (id: number, changes: object) =>
  ok(await souk.admin.put(`/V1/salesRules/${id}`, { rule: changes }));
const post = (coupon: object): Promise<Answer> => souk.admin.post(COUPONS, { coupon });
const put = (id: number, coupon: object): Promise<Answer> => souk.admin.put(`${COUPONS}/${id}`, { coupon });
const read = async (id: number) => ok(await souk.admin.get(`${COUPONS}/${id}`));
const ofRule = async (id: number) =>
  ok(await souk.admin.get(`${COUPONS}/search?${criteria([[{ field: 'rule_id', value: id }]])}`)).items;
const generate = (spec: object): Promise<Answer> => souk.admin.post(`${COUPONS}/generate`, { couponSpec: spec });

describe('a new coupon', () => {
  it('has the limits of its rule, whatever it says', async () => {
    const rule_id = await rule({ uses_per_coupon: 3, uses_per_customer: 2 });
    const sent = { rule_id, code: unique('C'), times_used: 0, is_primary: true, type: 0 };
    const coupon = ok(await post({ ...sent, usage_limit: 100, usage_per_customer: 50, expiration_date: '2030-12-31' }));
    expect(coupon).toEqual({
      ...sent,
      coupon_id: expect.any(Number),
      usage_limit: 3,
      usage_per_customer: 2,
      // As in the request; a later read has the time of the day too.
      expiration_date: '2030-12-31',
      created_at: expect.stringMatching(time),
    });
    expect(await read(coupon.coupon_id)).toEqual({ ...coupon, expiration_date: '2030-12-31 00:00:00' });
  });

  it('is answered with what was sent, and read with what it has', async () => {
    const rule_id = await rule();
    const coupon = ok(await post({ rule_id }));
    const rest = { coupon_id: coupon.coupon_id, rule_id, usage_limit: 0, usage_per_customer: 0, is_primary: null };
    expect(coupon).toEqual({ ...rest, times_used: null, created_at: expect.stringMatching(time) });
    expect(await read(coupon.coupon_id)).toEqual({ ...coupon, times_used: 0, type: 0 });
  });

  it('keeps the time it was made at when that is told', async () => {
    const coupon = ok(await post({ rule_id: await rule(), created_at: '2015-07-20 00:00:00' }));
    expect(coupon.created_at).toBe('2015-07-20 00:00:00');
  });

  it('needs a code that no other has, in whatever case', async () => {
    const rule_id = await rule();
    const code = unique('Code');
    ok(await post({ rule_id, code }));
    expect(fails(await post({ rule_id: await rule(), code: code.toUpperCase() }), 400)).toEqual({
      message: '%1 already exists.',
      parameters: ['Coupon with the same code'],
    });
    ok(await post({ rule_id, code: '' }));
    ok(await post({ rule_id, code: '' }));
  });

  it('may be the primary one of its rule, but the only one', async () => {
    const rule_id = await rule();
    ok(await post({ rule_id, code: unique(), is_primary: true }));
    fails(await post({ rule_id, code: unique(), is_primary: true }), 400, 'Unique constraint violation found');
  });

  it.each([
    ['a rule that is not there', {}, { rule_id: 99_999 }, 'No such entity with rule_id = 99999'],
    ['no rule', {}, { rule_id: null }, 'No such entity with rule_id = '],
    ['a rule without coupons', { coupon_type: 'NO_COUPON' }, {}, 'Specified rule does not allow coupons'],
    [
      'a rule with generated ones',
      { use_auto_generation: true },
      {},
      'Specified rule only allows auto generated coupons',
    ],
    ['one that is not generated', {}, { type: 1 }, 'Specified rule does not allow auto generated coupons'],
  ])('is refused for %s', async (_, ofRuleSent, sent, cause) => {
    const rule_id = await rule(ofRuleSent);
    expect(fails(await post({ rule_id, code: unique(), ...sent }), 400)).toEqual({
      message: 'Error occurred when saving coupon: %1',
      parameters: [cause],
    });
    expect(await ofRule(rule_id)).toEqual([]);
  });

  it.each([
    [{ times_used: -1 }, 'The times_used value of "-1" must be greater than or equal to 0.'],
    [{ expiration_date: 'never' }, 'Invalid value of "never" provided for the expiration_date field.'],
  ])('is refused with %j', async (wrong, message) => {
    fails(await post({ rule_id: await rule(), code: unique(), ...wrong }), 400, message);
  });
});

describe('changing a coupon', () => {
  it('leaves what is not sent, and takes the limits of the rule', async () => {
    const rule_id = await rule();
    const before = ok(
      await post({ rule_id, code: unique(), type: 0, times_used: 2, expiration_date: '2030-01-01 00:00:00' }),
    );
    await changeRule(rule_id, { uses_per_coupon: 9 });
    const code = unique('other');
    const after = ok(await put(before.coupon_id, { code, usage_limit: 5 }));
    expect(after).toEqual({ ...before, code, usage_limit: 9 });
    expect(await read(before.coupon_id)).toEqual(after);
    expect(ok(await put(before.coupon_id, { expiration_date: '', is_primary: true }))).toMatchObject({
      is_primary: true,
    });
    expect(await read(before.coupon_id)).not.toHaveProperty('expiration_date');
  });

  it('to the code of another is refused', async () => {
    const rule_id = await rule();
    const taken = ok(await post({ rule_id, code: unique() }));
    const coupon = ok(await post({ rule_id, code: unique() }));
    fails(await put(coupon.coupon_id, { code: taken.code }), 400, 'Coupon with the same code already exists.');
    expect((await read(coupon.coupon_id)).code).toBe(coupon.code);
  });

  it('that is not there is refused, before its rule is looked at', async () => {
    for (const answer of [
      await souk.admin.get(`${COUPONS}/99999`),
      await put(99_999, { code: 'x' }),
      await post({ coupon_id: 99_999, code: 'x' }),
      await souk.admin.delete(`${COUPONS}/99999`),
    ]) {
      expect(fails(answer, 404)).toEqual({ message: 'No such entity.' });
    }
  });

  it('ends with its deletion, or that of its rule', async () => {
    const rule_id = await rule();
    const [one, other] = [ok(await post({ rule_id })), ok(await post({ rule_id }))];
    expect(ok(await souk.admin.delete(`${COUPONS}/${one.coupon_id}`))).toBe(true);
    fails(await souk.admin.get(`${COUPONS}/${one.coupon_id}`), 404);
    ok(await souk.admin.delete(`/V1/salesRules/${rule_id}`));
    fails(await souk.admin.get(`${COUPONS}/${other.coupon_id}`), 404);
  });
});

describe('the coupons of a rule that changes', () => {
  it('by hand: the primary one takes the limits of the rule, the others keep theirs', async () => {
    const rule_id = await rule();
    const primary = ok(await post({ rule_id, code: unique(), is_primary: true }));
    const other = ok(await post({ rule_id, code: unique() }));
    await changeRule(rule_id, { uses_per_coupon: 4, uses_per_customer: 1 });
    expect(await read(primary.coupon_id)).toMatchObject({ usage_limit: 4, usage_per_customer: 1, code: primary.code });
    expect(await read(other.coupon_id)).toMatchObject({ usage_limit: 0, usage_per_customer: 0 });
  });

  it('by hand: the primary one goes with the kind of coupons', async () => {
    const rule_id = await rule();
    const primary = ok(await post({ rule_id, code: unique(), is_primary: true }));
    await changeRule(rule_id, { coupon_type: 'NO_COUPON' });
    fails(await souk.admin.get(`${COUPONS}/${primary.coupon_id}`), 404);
  });

  it('generated: all take the limits and the end of the rule', async () => {
    const rule_id = await rule({ use_auto_generation: true, uses_per_coupon: 1 });
    ok(await generate({ rule_id, quantity: 2, length: 9, format: 'num' }));
    await changeRule(rule_id, { uses_per_coupon: 6, to_date: '2031-05-06' });
    for (const coupon of await ofRule(rule_id)) {
      expect(coupon).toMatchObject({ usage_limit: 6, usage_per_customer: 0, expiration_date: '2031-05-06 00:00:00' });
    }
  });
});

describe('generating coupons', () => {
  it.each([
    [{ format: 'alphanum', length: 12 }, /^[A-Z0-9]{12}$/],
    [{ format: 'num', length: 10 }, /^\d{10}$/],
    [{ format: 'alpha', length: 8 }, /^[A-Z]{8}$/],
    [{ length: 8 }, /^[A-Z0-9]{8}$/],
    [{ length: 10, delimiter_at_every: 4 }, /^\w{4}-\w{4}-\w{2}$/],
    [{ length: 8, delimiter_at_every: 4, delimiter: '_:' }, /^[A-Z0-9]{4}_:[A-Z0-9]{4}$/],
    [{ length: 4, prefix: 'PRE-', suffix: '-SUF', delimiter_at_every: 4 }, /^PRE-\w{4}-SUF$/],
    // Two signs would be too easy to guess.
    [{ format: 'num', length: 1 }, /^\d{2}$/],
  ])('%j gives codes like %s', async (form, pattern) => {
    const rule_id = await rule({ use_auto_generation: true });
    const codes = ok(await generate({ rule_id, quantity: 10, ...form }));
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(pattern);
    const coupons = await ofRule(rule_id);
    expect(coupons.map((coupon: Answer['body']) => coupon.code)).toEqual(codes);
    expect(coupons[0]).toMatchObject({
      type: 1,
      times_used: 0,
      is_primary: null,
      created_at: expect.stringMatching(time),
    });
  });

  it('makes no code twice, however many ask at once', async () => {
    const rule_id = await rule({ use_auto_generation: true });
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => generate({ rule_id, quantity: 20, length: 3, format: 'num', prefix: unique() })),
    );
    const codes = answers.flatMap((answer) => ok(answer));
    expect(new Set(codes).size).toBe(120);
    expect(await ofRule(rule_id)).toHaveLength(120);
  });

  it('finds the last codes of a form, and stops when all are taken', async () => {
    const rule_id = await rule({ use_auto_generation: true });
    const spec = { rule_id, quantity: 25, length: 2, format: 'num', prefix: unique('full') };
    for (let i = 0; i < 4; i++) ok(await generate(spec));
    fails(
      await generate(spec),
      400,
      'Error occurred when generating coupons: We cannot create the requested Coupon Qty. Please check your settings and try again.',
    );
    expect(await ofRule(rule_id)).toHaveLength(100);
  });

  it.each([
    [{}, 'One or more input exceptions have occurred.'],
    [{ quantity: 0, length: 10 }, 'One or more input exceptions have occurred.'],
    [{ quantity: 1, length: 0 }, 'One or more input exceptions have occurred.'],
    [{ quantity: -1, length: 5 }, 'One or more input exceptions have occurred.'],
    [{ quantity: 1, length: 5, format: 'hex' }, 'One or more input exceptions have occurred.'],
    [{ quantity: 1, length: 256 }, 'One or more input exceptions have occurred.'],
    [{ quantity: 1, length: 5, rule_id: 0 }, 'One or more input exceptions have occurred.'],
    [
      { quantity: 1, length: 5, rule_id: 99_999 },
      'Error occurred when generating coupons: No such entity with rule_id = 99999',
    ],
    [{ quantity: 250_001, length: 12 }, /^Error occurred when generating coupons: Coupon quantity should be less/],
  ])('%j is refused', async (spec, message) => {
    const rule_id = await rule({ use_auto_generation: true });
    fails(await generate({ rule_id, ...spec }), 400, message);
    expect(await ofRule(rule_id)).toEqual([]);
  });

  it('is refused for a rule with coupons by hand, and done for one with coupons of its own kind', async () => {
    const spec = { quantity: 1, length: 8 };
    fails(
      await generate({ ...spec, rule_id: await rule() }),
      400,
      'Error occurred when generating coupons: Specified rule does not allow automatic coupon generation',
    );
    expect(ok(await generate({ ...spec, rule_id: await rule({ coupon_type: 'AUTO' }) }))).toHaveLength(1);
  });
});

describe('deleting several coupons', () => {
  const made = async (count: number) => {
    const rule_id = await rule();
    const coupons = [];
    for (let i = 0; i < count; i++) coupons.push(ok(await post({ rule_id, code: unique('Del') })));
    return coupons;
  };
  const gone = async (coupon: Answer['body']) =>
    (await souk.admin.get(`${COUPONS}/${coupon.coupon_id}`)).status === 404;

  it('by ids names those that are not there, as text', async () => {
    const [one, other] = await made(2);
    const ids = [one.coupon_id, 99_999, 99_999];
    expect(ok(await souk.admin.post(`${COUPONS}/deleteByIds`, { ids, ignoreInvalidCoupons: true }))).toEqual({
      failed_items: [],
      missing_items: ['99999'],
    });
    expect([await gone(one), await gone(other)]).toEqual([true, false]);
  });

  it('by codes takes them in whatever case', async () => {
    const [one, other] = await made(2);
    const codes = [one.code.toLowerCase(), 'nope'];
    expect(ok(await souk.admin.post(`${COUPONS}/deleteByCodes`, { codes }))).toEqual({
      failed_items: [],
      missing_items: ['nope'],
    });
    expect([await gone(one), await gone(other)]).toEqual([true, false]);
  });

  it('deletes all of them or none when unknown ones are not to be ignored', async () => {
    const [one] = await made(1);
    const refuse = async (path: string, body: object) =>
      fails(
        await souk.admin.post(`${COUPONS}/${path}`, { ...body, ignoreInvalidCoupons: false }),
        400,
        'Some coupons are invalid.',
      );
    await refuse('deleteByCodes', { codes: [one.code, 'nope'] });
    await refuse('deleteByIds', { ids: [one.coupon_id, 99_999] });
    expect(await gone(one)).toBe(false);
    const all = { ids: [one.coupon_id], ignoreInvalidCoupons: false };
    expect(ok(await souk.admin.post(`${COUPONS}/deleteByIds`, all))).toEqual({ failed_items: [], missing_items: [] });
  });

  it('needs a list', async () => {
    fails(await souk.admin.post(`${COUPONS}/deleteByCodes`, {}), 400, '"codes" is required. Enter and try again.');
    fails(await souk.admin.post(`${COUPONS}/deleteByIds`, { ids: 'x' }), 400, /The "int\[\]" type was expected/);
    const none = ok(await souk.admin.post(`${COUPONS}/deleteByIds`, { ids: [] }));
    expect(none).toEqual({ failed_items: [], missing_items: [] });
  });
});

describe('a list of coupons', () => {
  it('finds them by their fields', async () => {
    const rule_id = await rule();
    const one = ok(await post({ rule_id, code: unique('Find'), times_used: 3, is_primary: true, type: 0 }));
    const other = ok(await post({ rule_id, expiration_date: '2030-06-01 00:00:00', times_used: 0, type: 0 }));
    const by = async (field: string, value: unknown, condition_type = 'eq') => {
      const query = criteria([[{ field: 'rule_id', value: rule_id }], [{ field, value, condition_type }]]);
      return ok(await souk.admin.get(`${COUPONS}/search?${query}`)).items;
    };
    expect(await by('code', one.code.toUpperCase())).toEqual([one]);
    expect(await by('code', '', 'null')).toEqual([other]);
    expect(await by('times_used', 1, 'gt')).toEqual([one]);
    expect(await by('is_primary', 1)).toEqual([one]);
    expect(await by('expiration_date', '2030-01-01', 'gteq')).toEqual([other]);
    expect(await by('coupon_id', other.coupon_id)).toEqual([other]);
    expect(await by('type', 0)).toEqual([one, other]);
  });

  it('needs fields that it has, and a caller who may see it', async () => {
    fails(
      await souk.admin.get(`${COUPONS}/search?${criteria([[{ field: 'nope', value: 1 }]])}`),
      400,
      /"nope" attribute name/,
    );
    const body = fails(await souk.guest.get(`${COUPONS}/search?searchCriteria`), 401);
    expect(body.parameters).toEqual({ resources: 'Magento_SalesRule::quote' });
  });
});
