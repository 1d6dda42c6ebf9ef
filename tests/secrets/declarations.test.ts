import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { collect, type CollectedTypes } from '../../src/faces/graphql/collect.ts';
import { servedDeclarations } from '../../src/faces/graphql/released.ts';
import { secretKind } from '../../src/kernel/secrets.ts';
import { bare, type Fields, type Type } from '../../src/kernel/types.ts';
import { startHere, type Here } from '../support/here.ts';

/** Names of fields, arguments and path parameters that hold secrets, in snake_case. */
const suspicious =
  /passw|secret|(?:^|_)(?:token|otp|nonce|jwt|cvv|cvc|bearer|credentials?)(?:_|$)|token$|_hash$|(?:confirmation|private|api|access|consumer|public)_(?:key|hash)|confirmation$|cc_(?:number|cid|exp|owner|ss)|card_?number|(?:gift_?|created_|coupon_?)(?:card_)?codes?$|gift_?cards?$|(?:protect|sharing)_code|(?:reset|download)_?(?:link|url|token)|paypal_payload|^additional_data$/;

/** Types that are about money or coupons, of which the code is the secret. */
const worthOwners = /gift-?card|coupon/i;

/** Suspicious names that are no secrets, and why. */
const exceptions: Readonly<Record<string, string>> = {
  'console-credentials.consumer_key': 'It names the integration; the secret beside it signs.',
  'sales-data-order-item-interface.additional_data': 'It is of items, and nothing writes it.',
  'sales-data-invoice-item-interface.additional_data': 'It is of items, and nothing writes it.',
  'sales-data-shipment-item-interface.additional_data': 'It is of items, and nothing writes it.',
  'sales-data-creditmemo-item-interface.additional_data': 'It is of items, and nothing writes it.',
  'sales-data-order-interface.coupon_code': 'The order has used it.',
  'sales-data-order-extension-interface.coupon_codes': 'The order has used them.',
  'sales-data-order-payment-interface.cc_cid_status': 'It tells whether the number was right, and is not the number.',
  'StoreConfig.minimum_password_length': 'It is a setting.',
};

/** A named value that holds text. */
interface NamedValue {
  readonly owner: string;
  readonly name: string;
  readonly isSecret: boolean;
}

const snake = (name: string): string => name.replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase();

function isSuspicious({ owner, name }: NamedValue): boolean {
  return suspicious.test(snake(name)) || (worthOwners.test(owner) && /^codes?$/.test(name));
}

/** The suspicious values that no declaration marks as secret, without the exceptions. */
function undeclared(values: readonly NamedValue[]): string[] {
  const found = values.filter((one) => !one.isSecret && isSuspicious(one)).map(({ owner, name }) => `${owner}.${name}`);
  return [...new Set(found)].filter((one) => exceptions[one] === undefined).sort();
}

function textsOf(owner: string, fields: Fields, seen: Set<Type>): NamedValue[] {
  return Object.entries(fields).flatMap(([name, type]) => textsAt(owner, name, type, seen));
}

function textsAt(owner: string, name: string, type: Type, seen: Set<Type>, isSecret = false): NamedValue[] {
  const shape = bare(type);
  const isMarked = isSecret || secretKind(shape) !== undefined;
  if (shape.kind === 'array') return textsAt(owner, name, shape.items, seen, isMarked);
  if (shape.kind === 'object') {
    if (seen.has(shape)) return [];
    seen.add(shape);
    return textsOf(shape.name, shape.fields, seen);
  }
  return shape.kind === 'string' || shape.kind === 'mixed' ? [{ owner, name, isSecret: isMarked }] : [];
}

const isText = (type: string): boolean => /^\[?(?:String|ID)\b/.test(type);

function graphqlTexts({ types, inputs }: CollectedTypes): NamedValue[] {
  const value = (owner: string, name: string, type: string): NamedValue[] =>
    isText(type) ? [{ owner, name, isSecret: type.includes(' @') }] : [];
  return [
    ...[...types.values()].flatMap(({ name: owner, fields }) =>
      [...fields].flatMap(([name, { type, args }]) => [
        ...value(owner, name, type),
        ...Object.entries(args).flatMap(([argument, text]) => value(`${owner}.${name}`, argument, text)),
      ]),
    ),
    ...[...inputs.values()].flatMap(({ name: owner, fields }) =>
      [...fields].flatMap(([name, { type }]) => value(owner, name, type)),
    ),
  ];
}

describe('every value that looks like a secret is declared as one, or is an exception with a reason', () => {
  let here: Here;
  beforeAll(async () => {
    here = await startHere('sqlite');
  });
  afterAll(() => here?.stop());

  const restTexts = (): NamedValue[] => {
    const seen = new Set<Type>();
    const { routes: registered, contributions } = here.souk.platform.registry;
    const routes = [...registered.map(({ route }) => route), ...contributions.consoleRoutes];
    return routes.flatMap((route) => {
      const owner = `${route.method} ${route.path}`;
      const { overrides = {} } = route;
      return [
        ...textsOf(owner, { ...route.input, ...overrides }, seen),
        ...textsAt(owner, 'output', route.output, seen),
      ];
    });
  };
  const storefrontTexts = (): NamedValue[] => {
    const declarations = here.souk.modules.flatMap(({ graphql = [] }) => graphql);
    const { edition, release } = here.souk.platform.registry;
    const served = servedDeclarations(declarations, { edition, release, storefrontPackage: release });
    return graphqlTexts(collect(served, here.souk.platform.services));
  };

  test('in arguments, paths and types of routes', () => {
    expect(undeclared(restTexts())).toEqual([]);
  });

  test('in arguments, inputs and types of the storefront', () => {
    expect(undeclared(storefrontTexts())).toEqual([]);
  });

  test('and no exception is left that names nothing', () => {
    const names = new Set([...restTexts(), ...storefrontTexts()].map(({ owner, name }) => `${owner}.${name}`));
    expect(Object.keys(exceptions).filter((one) => !names.has(one))).toEqual([]);
  });
});
