// Compares the GraphQL schema that a server shows with a recorded one, type by type.
//
//   node scripts/check-graphql.mjs --base http://127.0.0.1:8080 --contract schema.json [--release 2.4.8] [--operations cart,products | --without cart] [--verbose]
//
// The recorded schema: `{ types: { <name>: { kind, fields | inputFields | values, interfaces, possibleTypes } } }`. Of the operations
// named (or all but those), everything that they lead to is compared. Additional fields of the server are counted, and no fault.
// `--release 2.4.8`: the server has the types that later releases have published in place of the recorded ones (`published`).
// Prints `N passed, M failed`; exits with 1 when anything failed.
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import {
  buildClientSchema,
  getIntrospectionQuery,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  isEnumType,
  printType,
} from 'graphql';

const { values: options } = parseArgs({
  options: {
    base: { type: 'string', default: 'http://127.0.0.1:8080' },
    contract: { type: 'string' },
    operations: { type: 'string' },
    release: { type: 'string', default: '2.4.7' },
    without: { type: 'string' },
    verbose: { type: 'boolean', default: false },
  },
});
/** Types of fields that a release has changed: `Type.field`, or the field of every type. `isGone`: the type was removed. */
const published = [
  { release: '2.4.8', field: 'gift_message_available', type: 'Boolean!' },
  { release: '2.4.8', field: 'AddProductsToCartOutput.user_errors', type: '[Error!]!' },
  { release: '2.4.8', field: 'OrderInformationInput.postcode', type: 'String' },
  { release: '2.4.9', field: 'Customer.id', type: 'ID!', isDeprecated: false },
  { release: '2.4.9', field: 'Query.guestOrder(input)', type: 'GuestOrderInformationInput!' },
  { release: '2.4.9', field: 'OrderInformationInput', isGone: true },
];
const { types: recorded } = JSON.parse(readFileSync(options.contract, 'utf8'));
const schema = await introspect(options.base);
const operations = options.operations?.split(',');
const without = options.without?.split(',') ?? [];
let passed = 0;
let beyond = 0;
const faults = [];

for (const [name, type] of Object.entries(recorded)) {
  if (['Query', 'Mutation'].includes(name)) compareFields(name, selected(type.fields), shownFields(name));
}
for (const name of reachable()) if (!['Query', 'Mutation'].includes(name)) compareType(name, recorded[name]);

for (const fault of faults) console.log(fault);
console.log(`beyond the recorded schema: ${beyond} fields`);
console.log(`${passed} passed, ${faults.length} failed`);
process.exit(faults.length > 0 ? 1 : 0);

async function introspect(base) {
  const response = await fetch(`${base}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query: getIntrospectionQuery({ inputValueDeprecation: true, descriptions: false }) }),
  });
  const { data, errors } = await response.json();
  if (errors) throw new Error(JSON.stringify(errors));
  return buildClientSchema(data);
}

/** The operations to compare. */
function selected(fields) {
  return Object.fromEntries(
    Object.entries(fields).filter(([name]) => !without.includes(name) && (!operations || operations.includes(name))),
  );
}

/** Every type that the operations lead to in the recorded schema. */
function reachable() {
  const seen = new Set();
  const open = ['Query', 'Mutation'];
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    const type = recorded[name];
    if (!type || seen.has(name)) continue;
    seen.add(name);
    const fields = ['Query', 'Mutation'].includes(name)
      ? selected(type.fields)
      : (type.fields ?? type.inputFields ?? {});
    for (const field of Object.values(fields)) {
      open.push(named(field.type), ...Object.values(field.args ?? {}).map((one) => named(one.type)));
    }
    open.push(...(type.interfaces ?? []), ...(type.possibleTypes ?? []));
  }
  return seen;
}

function named(text) {
  return text.replace(/[[\]!]/g, '');
}

function check(isRight, fault) {
  if (isRight) passed += 1;
  else faults.push(fault);
}

function compareType(name, type) {
  const shown = schema.getType(name);
  if (changeOf(name, name)?.isGone) {
    check(!shown, `${name}: is still there`);
    return;
  }
  check(shown, `${name}: missing`);
  if (!shown) return;
  if (options.verbose) console.log(printType(shown));
  check(kindOf(shown) === type.kind, `${name}: is ${kindOf(shown)}, not ${type.kind}`);
  if (type.values) compareValues(name, type.values, shown);
  if (type.fields ?? type.inputFields) compareFields(name, type.fields ?? type.inputFields, shownFields(name));
  for (const one of type.interfaces ?? []) {
    check(
      shown.getInterfaces?.().some((other) => other.name === one),
      `${name}: does not implement ${one}`,
    );
  }
}

function kindOf(type) {
  if (isObjectType(type)) return 'OBJECT';
  if (isInterfaceType(type)) return 'INTERFACE';
  if (isInputObjectType(type)) return 'INPUT_OBJECT';
  return isEnumType(type) ? 'ENUM' : 'SCALAR';
}

function compareValues(name, values, shown) {
  const own = new Set(shown.getValues().map((value) => value.name));
  for (const value of Object.keys(values)) check(own.has(value), `${name}: lacks the value ${value}`);
}

function shownFields(name) {
  return schema.getType(name)?.getFields?.() ?? {};
}

function compareFields(owner, fields, shown) {
  for (const [name, field] of Object.entries(fields)) {
    const own = shown[name];
    check(own, `${owner}.${name}: missing`);
    if (!own) continue;
    const change = changeOf(`${owner}.${name}`, name);
    const type = change?.type ?? field.type;
    check(String(own.type) === type, `${owner}.${name}: is ${own.type}, not ${type}`);
    const isDeprecated = own.deprecationReason != null;
    const wasDeprecated = change?.isDeprecated ?? Boolean(field.deprecated);
    check(isDeprecated === wasDeprecated, `${owner}.${name}: ${isDeprecated ? 'is' : 'is not'} deprecated`);
    compareDefault(`${owner}.${name}`, field, own);
    for (const [argument, { type: recordedType, ...rest }] of Object.entries(field.args ?? {})) {
      const place = `${owner}.${name}(${argument})`;
      const type = changeOf(place, place)?.type ?? recordedType;
      const found = own.args?.find((one) => one.name === argument);
      check(String(found?.type) === type, `${place}: is ${found?.type ?? 'missing'}, not ${type}`);
      if (found) compareDefault(place, rest, found);
    }
  }
  beyond += Object.keys(shown).filter((name) => !fields[name] && !operations && !without.includes(name)).length;
}

/** The last change of a type, field or argument up to the release that is checked. */
function changeOf(place, name) {
  const isReached = ({ release }) => release.localeCompare(options.release, 'en', { numeric: true }) <= 0;
  return published.findLast((one) => isReached(one) && (one.field === place || one.field === name));
}

function compareDefault(place, recordedOne, own) {
  if (!('defaultValue' in own)) return;
  const text = own.defaultValue === undefined ? undefined : JSON.stringify(own.defaultValue);
  check(text === recordedOne.default, `${place}: has the default ${text}, not ${recordedOne.default}`);
}
