import { entity, several } from '../../../kernel/entity.ts';
import { acl, route } from '../../../kernel/route.ts';
import * as t from '../../../kernel/types.ts';
import { SearchCriteria } from '../../../storage/criteria/criteria.ts';
import { answerList } from '../../../storage/criteria/list.ts';
import { Coupon, CouponGenerationSpec, CouponMassDeleteResult, CouponSearchResult } from '../types.ts';
import { deleteByCodes, deleteByIds, deleteCoupon } from './delete.ts';
import { generateCoupons } from './generate.ts';
import { listCoupons } from './list.ts';
import { requireCoupon } from './rows.ts';
import { saveCoupon } from './save.ts';
import { showCoupon } from './show.ts';

const repository = 'salesRuleCouponRepositoryV1';
const management = 'salesRuleCouponManagementV1';
const access = acl('Magento_SalesRule::quote');

const getCoupon = route({
  method: 'GET',
  path: '/V1/coupons/:couponId',
  service: repository,
  operation: 'getById',
  summary: 'Get one coupon.',
  access,
  input: { couponId: t.integer },
  output: Coupon,
  handle: async ({ couponId }, call) => showCoupon(await requireCoupon(call, couponId)),
});

const getCoupons = route({
  method: 'GET',
  path: '/V1/coupons/search',
  service: repository,
  operation: 'getList',
  summary: 'List coupons of all cart price rules.',
  access,
  input: { searchCriteria: SearchCriteria },
  output: CouponSearchResult,
  handle: async ({ searchCriteria }, call, requestedFields) =>
    answerList(await listCoupons(call, searchCriteria), requestedFields, (rows) => rows.map(showCoupon)),
});

const createCoupon = route({
  method: 'POST',
  path: '/V1/coupons',
  service: repository,
  operation: 'save',
  summary: 'Create a coupon for a cart price rule, or change the one with the id in the request.',
  access,
  entity: entity('coupon', 'coupon.coupon_id', { or: 'coupon.code' }),
  input: { coupon: Coupon },
  output: Coupon,
  handle: ({ coupon }, call) => saveCoupon(call, coupon),
});

const changeCoupon = route({
  method: 'PUT',
  path: '/V1/coupons/:couponId',
  service: repository,
  operation: 'save',
  summary: 'Change a coupon; its limits are always those of its rule.',
  access,
  entity: entity('coupon', 'coupon.coupon_id'),
  input: { coupon: Coupon },
  overrides: { couponId: t.string },
  output: Coupon,
  handle: ({ coupon }, call) => saveCoupon(call, coupon),
});

const deleteCouponRoute = route({
  method: 'DELETE',
  path: '/V1/coupons/:couponId',
  service: repository,
  operation: 'deleteById',
  summary: 'Delete a coupon.',
  access,
  entity: entity('coupon', 'couponId'),
  input: { couponId: t.integer },
  output: t.boolean,
  handle: async ({ couponId }, call) => {
    await deleteCoupon(call, couponId);
    return true;
  },
});

const generate = route({
  method: 'POST',
  path: '/V1/coupons/generate',
  service: management,
  operation: 'generate',
  summary: 'Make coupons with random codes for a cart price rule, and give their codes.',
  access,
  entity: entity('sales rule', 'couponSpec.rule_id'),
  input: { couponSpec: CouponGenerationSpec },
  output: t.secret(t.array(t.string), 'coupon'),
  handle: ({ couponSpec }, call) => generateCoupons(call, couponSpec),
});

const deleteCouponsByIds = route({
  method: 'POST',
  path: '/V1/coupons/deleteByIds',
  service: management,
  operation: 'deleteByIds',
  summary: 'Delete coupons by their ids; unknown ones are named, or refused when they are not to be ignored.',
  access,
  entity: several('ids'),
  input: { ids: t.array(t.integer), ignoreInvalidCoupons: t.optional(t.boolean) },
  output: CouponMassDeleteResult,
  handle: ({ ids, ignoreInvalidCoupons }, call) => deleteByIds(call, ids, ignoreInvalidCoupons ?? true),
});

const deleteCouponsByCodes = route({
  method: 'POST',
  path: '/V1/coupons/deleteByCodes',
  service: management,
  operation: 'deleteByCodes',
  summary: 'Delete coupons by their codes; unknown ones are named, or refused when they are not to be ignored.',
  access,
  entity: several('codes'),
  input: { codes: t.secret(t.array(t.string), 'coupon'), ignoreInvalidCoupons: t.optional(t.boolean) },
  output: CouponMassDeleteResult,
  handle: ({ codes, ignoreInvalidCoupons }, call) => deleteByCodes(call, codes, ignoreInvalidCoupons ?? true),
});

/** Routes of coupons. */
export const couponRoutes = [
  getCoupon,
  getCoupons,
  createCoupon,
  changeCoupon,
  deleteCouponRoute,
  generate,
  deleteCouponsByIds,
  deleteCouponsByCodes,
];
