import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PlatformError } from '../../src/kernel/errors.ts';
import { readCriteria, type ListRequest, type SearchCriteria } from '../../src/storage/criteria/criteria.ts';
import type { Storage } from '../../src/storage/database.ts';
import { createDatabase, type TestDatabase } from '../storage/databases.ts';
import { callOn } from './calls.ts';

let database: TestDatabase;
let storage: Storage;

beforeAll(async () => {
  database = await createDatabase('sqlite');
  storage = await database.open();
});
afterAll(() => database.remove());

function read(criteria: SearchCriteria, settings: Record<string, string> = {}): ListRequest {
  return readCriteria(callOn(storage, settings), criteria);
}

function refusal(criteria: SearchCriteria, settings: Record<string, string> = {}): object {
  try {
    read(criteria, settings);
  } catch (error) {
    const { status, message, parameters } = error as PlatformError;
    return { status, message, parameters };
  }
  throw new Error('not refused');
}

/** What is left of an echo on the wire. */
const echoOf = (criteria: SearchCriteria, settings?: Record<string, string>): unknown =>
  JSON.parse(JSON.stringify(read(criteria, settings).echo));

describe('the echo', () => {
  it('has groups always, sort orders and page only when they were given', () => {
    expect(echoOf({})).toEqual({ filter_groups: [] });
    expect(echoOf({ page_size: 0, current_page: 0 })).toEqual({ filter_groups: [], page_size: 0, current_page: 0 });
    expect(echoOf({ page_size: -1 })).toEqual({ filter_groups: [], page_size: -1 });
    expect(echoOf({ filter_groups: [{}], sort_orders: [] })).toEqual({
      filter_groups: [{ filters: [] }],
      sort_orders: [],
    });
  });

  it('fills in the condition type, and null for a value or direction that is missing', () => {
    const filters = [{ field: 'sku' }, { field: 'sku', value: 'a', condition_type: '' }];
    expect(echoOf({ filter_groups: [{ filters }], sort_orders: [{ field: 'name' }] })).toEqual({
      filter_groups: [
        {
          filters: [
            { field: 'sku', value: null, condition_type: 'eq' },
            { field: 'sku', value: 'a', condition_type: 'eq' },
          ],
        },
      ],
      sort_orders: [{ field: 'name', direction: null }],
    });
  });

  it('shows a direction in capitals', () => {
    expect(echoOf({ sort_orders: [{ field: 'name', direction: 'desc' }] })).toEqual({
      filter_groups: [],
      sort_orders: [{ field: 'name', direction: 'DESC' }],
    });
  });

  it('keeps the order of its members as on the wire', () => {
    const echo = read({ current_page: 1, page_size: 2, sort_orders: [{ field: 'a' }] }).echo;
    expect(Object.keys(echo)).toEqual(['filter_groups', 'sort_orders', 'page_size', 'current_page']);
  });
});

describe('the page', () => {
  it.each([
    [{}, { pageSize: undefined, page: 1 }],
    [{ page_size: 0 }, { pageSize: undefined, page: 1 }],
    [
      { page_size: -5, current_page: -2 },
      { pageSize: 1, page: 1 },
    ],
    [
      { page_size: 3, current_page: 0 },
      { pageSize: 3, page: 1 },
    ],
    [
      { page_size: 3, current_page: 4 },
      { pageSize: 3, page: 4 },
    ],
  ])('%j is read as %j', (criteria, page) => expect(read(criteria)).toMatchObject(page));

  const limits = { 'webapi/validation/input_limit_enabled': '1' };
  const own = { ...limits, 'webapi/validation/maximum_page_size': '50', 'webapi/validation/default_page_size': '5' };

  it('is not limited unless limits are on', () => {
    expect(read({ page_size: 100_000 }).pageSize).toBe(100_000);
  });

  it('has a default size where limits are on, which the echo shows', () => {
    expect(echoOf({}, limits)).toEqual({ filter_groups: [], page_size: 999_999 });
    expect(echoOf({}, own)).toEqual({ filter_groups: [], page_size: 5 });
    expect(read({}, own).pageSize).toBe(5);
    expect(read({}, { ...own, 'webapi/validation/default_page_size': '90' }).pageSize).toBe(90);
    expect(read({ page_size: 0 }, own)).toMatchObject({ pageSize: undefined, echo: { page_size: 0 } });
  });

  it('is refused when it is larger than the limit', () => {
    const message = 'Maximum SearchCriteria pageSize is %max';
    expect(refusal({ page_size: 301 }, limits)).toEqual({ status: 400, message, parameters: { max: 300 } });
    expect(refusal({ page_size: 51 }, own)).toEqual({ status: 400, message, parameters: { max: 50 } });
    expect(read({ page_size: 50 }, own).pageSize).toBe(50);
  });
});

describe('what is refused', () => {
  const direction = 'The sort order has to be specified as %1 for ascending order or %2 for descending order.';
  const required = '"%fieldName" is required. Enter and try again.';

  it.each<[string, SearchCriteria, string, unknown]>([
    ['a direction', { sort_orders: [{ field: 'a', direction: 'sideways' }] }, direction, ['ASC', 'DESC']],
    ['an empty direction', { sort_orders: [{ field: 'a', direction: '' }] }, direction, ['ASC', 'DESC']],
    [
      'a sort field that is no name',
      { sort_orders: [{ field: 'pri;ce' }] },
      'Sort order field %1 contains restricted symbols',
      ['pri;ce'],
    ],
    ['a sort order without a field', { sort_orders: [{ direction: 'ASC' }] }, required, { fieldName: 'field' }],
    ['a filter without a field', { filter_groups: [{ filters: [{ value: '1' }] }] }, required, { fieldName: 'field' }],
    ...['bad', 'constructor', 'eq '].map((type): [string, SearchCriteria, string, unknown] => [
      `condition type ${type}`,
      { filter_groups: [{ filters: [{ field: 'a', value: '1', condition_type: type }] }] },
      'The "%conditionType" condition type is unknown. Correct it and try again.',
      { conditionType: type },
    ]),
  ])('%s', (_, criteria, message, parameters) => {
    expect(refusal(criteria)).toEqual({ status: 400, message, parameters });
  });
});
