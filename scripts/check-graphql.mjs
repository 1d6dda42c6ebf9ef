// Compares the GraphQL schema that a server shows with a recorded one, type by type.
//
//   node scripts/check-graphql.mjs --base http://127.0.0.1:8080 --contract schema.json [--operations cart,products | --without cart] [--verbose]
//
// The recorded schema: `{ types: { <name>: { kind, fields | inputFields | values, interfaces, possibleTypes } } }`. Of the operations
// named (or all but those), everything that they lead to is compared. What the server has beyond it is counted, and no fault.
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
    without: { type: 'string' },
    verbose: { type: 'boolean', default: false },
  },
});
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
    check(String(own.type) === field.type, `${owner}.${name}: is ${own.type}, not ${field.type}`);
    const isDeprecated = own.deprecationReason != null;
    check(isDeprecated === Boolean(field.deprecated), `${owner}.${name}: ${isDeprecated ? 'is' : 'is not'} deprecated`);
    compareDefault(`${owner}.${name}`, field, own);
    for (const [argument, { type, ...rest }] of Object.entries(field.args ?? {})) {
      const found = own.args?.find((one) => one.name === argument);
      check(String(found?.type) === type, `${owner}.${name}(${argument}): is ${found?.type ?? 'missing'}, not ${type}`);
      if (found) compareDefault(`${owner}.${name}(${argument})`, rest, found);
    }
  }
  beyond += Object.keys(shown).filter((name) => !fields[name] && !operations && !without.includes(name)).length;
}

function compareDefault(place, recordedOne, own) {
  if (!('defaultValue' in own)) return;
  const text = own.defaultValue === undefined ? undefined : JSON.stringify(own.defaultValue);
  check(text === recordedOne.default, `${place}: has the default ${text}, not ${recordedOne.default}`);
}
