// Compares the GraphQL schema that a server shows with a recorded one, type by type.
//
//   node scripts/check-graphql.mjs --base http://127.0.0.1:8080 --contract schema.json [--contract more.json] [--release 2.4.8]
//     [--operations cart,products | --without cart] [--verbose]
//
// The recorded schema: `{ types: { <name>: { kind, fields | inputFields | values, interfaces, possibleTypes } } }`. Of the operations
// named (or all but those), everything that they lead to is compared. Additional fields of the server are counted, and no fault.
// `--release 2.4.8`: the server has the types that later releases have published in place of the recorded ones (`published`).
// Several contracts are joined: later ones add types and fields, such as those of the commercial edition.
// Prints for each area how many of its recorded types and members the server has, and how many it has beyond them; then the
// missing names, other faults, and `N passed, M failed`. Exits with 1 when anything failed.
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
import { areaNames, areaOf } from './graphql-areas.mjs';

const { values: options } = parseArgs({
  options: {
    base: { type: 'string', default: 'http://127.0.0.1:8080' },
    contract: { type: 'string', multiple: true },
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
const recorded = joined((options.contract ?? []).map((path) => JSON.parse(readFileSync(path, 'utf8')).types));
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

report();
for (const fault of faults) console.log(fault);
console.log(`beyond the recorded schema: ${beyond} fields`);
console.log(`${passed} passed, ${faults.length} failed`);
process.exit(faults.length > 0 ? 1 : 0);

/** The types of several contracts, with the members that any of them has. */
function joined(contracts) {
  const types = {};
  for (const [name, type] of contracts.flatMap((one) => Object.entries(one))) {
    const known = types[name] ?? {};
    types[name] = { ...known, ...type };
    for (const part of ['fields', 'inputFields', 'values']) {
      if (known[part]) types[name][part] = { ...known[part], ...type[part] };
    }
  }
  return types;
}

/** Names of the members of a recorded type: fields, input fields or values. */
function membersOf(name) {
  const { fields, inputFields, values } = recorded[name] ?? {};
  return Object.keys(fields ?? inputFields ?? values ?? {});
}

/** Names of the members of a type of the server. */
function servedMembers(name) {
  const type = schema.getType(name);
  return isEnumType(type) ? type.getValues().map((value) => value.name) : Object.keys(type?.getFields?.() ?? {});
}

/** Prints the table of the areas, and the names that are recorded and missing. */
function report() {
  const rows = new Map(areaNames.map((name) => [name, { types: [0, 0, 0], members: [0, 0, 0] }]));
  const missing = new Map();
  const isRoot = (name) => ['Query', 'Mutation'].includes(name);
  const count = (place, kind, isRecorded, isServed) => {
    const [owner, member] = place.split('.');
    const area = areaOf(isRoot(owner) ? member : owner);
    const row = rows.get(area);
    if (isRecorded) row[kind][1] += 1;
    if (isRecorded && isServed) row[kind][0] += 1;
    if (!isRecorded && isServed) row[kind][2] += 1;
    if (isRecorded && !isServed) missing.set(area, [...(missing.get(area) ?? []), place]);
  };
  const served = Object.keys(schema.getTypeMap()).filter((name) => !name.startsWith('__'));
  const names = new Set([...reachable(), ...served].filter((name) => !changeOf(name, name)?.isGone));
  for (const name of names) {
    const [before, now] = [new Set(membersOf(name)), new Set(servedMembers(name))];
    if (!isRoot(name)) count(name, 'types', name in recorded, served.includes(name));
    for (const member of new Set([...before, ...now])) {
      count(`${name}.${member}`, 'members', before.has(member), now.has(member));
    }
  }
  const figures = ([present, all, more]) => `${present} of ${all}${more > 0 ? ` + ${more}` : ''}`.padEnd(20);
  console.log(`${'area'.padEnd(26)}${'types'.padEnd(20)}fields and values`);
  for (const [area, { types, members }] of rows)
    console.log(area.padEnd(26) + figures(types) + figures(members).trim());
  for (const [area, places] of missing) console.log(`missing of ${area}: ${places.join(', ')}`);
}

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
