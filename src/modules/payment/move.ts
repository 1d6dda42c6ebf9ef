import { setTimeout as pause } from 'node:timers/promises';
import type { Call } from '../../kernel/call.ts';
import { platformErrors, PlatformError } from '../../kernel/errors.ts';
import { isUniqueViolation } from '../../storage/errors.ts';
import { paymentErrors, UnderWay } from './errors.ts';
import { acquire, findDone, finish, release, withdraw } from './operations.ts';
import {
  providerOf,
  ProviderSilent,
  type Demand,
  type Money,
  type MoneyRequest,
  type MoneyTaken,
  type MoneyWork,
  type PaymentProvider,
  type PaymentSubject,
  type Task,
} from './extensions.ts';
import type { Acquired, OperationRow } from './operations.ts';

/** Thrown out of a transaction that has come to where money is needed, so that it is undone. */
class MoneyNeeded extends Error {
  readonly demand: Demand;

  constructor(demand: Demand) {
    super('money is needed');
    this.demand = demand;
  }
}

/** An operation that somebody else has gone on with. */
class Lost extends Error {}

/** Milliseconds between looks at an operation that somebody else has in hand, and how long that goes on. */
const LOOK_AGAIN = 250;
const AT_ONCE = 10;
const PATIENCE = 60_000;

/**
 * Runs work that moves money so that the money moves once, and with it all that the work writes, or neither. It runs within a
 * transaction up to where it needs the money, and is undone; then what is wanted goes on record, the provider is asked outside
 * of any transaction, and the work runs again, whole this time, in the one that also removes the record. What needs no money
 * is run once. Throws 400 when the provider refuses or does not answer for a new order, 504 when it does not for an order that is there.
 */
export async function moveMoney<T>(call: Call, task: Task, work: MoneyWork<T>): Promise<T> {
  const done = await findDone(call);
  if (done) return done.value as T;
  const begun = Date.now();
  for (;;) {
    const run = await dryRun(call, work);
    if ('value' in run) return run.value;
    const acquired = await putOnRecord(call, task, run, work);
    if (typeof acquired === 'object') return settle(call, acquired.held, run.demand?.request, work);
    if (Date.now() - begun > PATIENCE) throw paymentErrors.underWay();
    await pause(acquired === 'wait' ? LOOK_AGAIN : AT_ONCE);
  }
}

/** What has to move before work can be done; without a demand, something is under way already. */
interface Needed {
  readonly subject: string;
  readonly demand: Demand | undefined;
}

type Run<T> = { readonly value: T } | Needed;

/** Puts on record what is about to be asked of the provider, unless it is there already. */
async function putOnRecord<T>(
  call: Call,
  task: Task,
  { subject, demand }: Needed,
  work: MoneyWork<T>,
): Promise<Acquired> {
  try {
    return await call.apart(async (inside) => {
      const found = await acquire(inside, subject, task, demand, {
        providerOf: (method) => providerOf(call, method),
        origin: call.origin,
      });
      if (typeof found !== 'object' || !found.isNew) return found;
      await mark(inside, subject, found.held.key);
      // Whoever moved money for the subject before has ended by now: what is wanted has to be possible after that, too.
      await expectDemand(inside, found.held, work);
      return found;
    });
  } catch (error) {
    if (error instanceof Changed) return 'again';
    // Another process has put an operation for the same subject on record at the same moment.
    if (isUniqueViolation(error)) return 'wait';
    throw error;
  }
}

/** Thrown when work that needed money a moment ago needs none now, or another amount. */
class Changed extends Error {}

async function expectDemand<T>(inside: Call, row: OperationRow, work: MoneyWork<T>): Promise<void> {
  const money: Money = { key: row.key, take: (_, demand) => Promise.reject(new MoneyNeeded(demand)) };
  try {
    await inside.savepoint((own) => work(own, money));
  } catch (error) {
    if (error instanceof MoneyNeeded && isSame(error.demand, row)) return;
    throw error instanceof MoneyNeeded ? new Changed() : error;
  }
  throw new Changed();
}

async function dryRun<T>(call: Call, work: MoneyWork<T>): Promise<Run<T>> {
  const money: Money = {
    key: undefined,
    take: (_, demand) => Promise.reject(new MoneyNeeded(demand)),
  };
  try {
    return { value: await call.transaction((inside) => work(inside, money)) };
  } catch (error) {
    if (call.inTransaction) throw error;
    if (error instanceof MoneyNeeded) return { subject: error.demand.subject, demand: error.demand };
    if (error instanceof UnderWay) return { subject: error.subject, demand: undefined };
    throw error;
  }
}

/**
 * Asks the provider and books what it answers. `request` is as it was asked for now, with the token; else the recorded one.
 * `end` removes the record, in the transaction that books; false when somebody else has it in hand.
 */
export async function settle<T>(
  call: Call,
  row: OperationRow,
  request: MoneyRequest | undefined,
  work: MoneyWork<T>,
  end: (inside: Call, row: OperationRow, value: T) => Promise<boolean> = finish,
): Promise<T> {
  const provider = providerOf(call, row.method)!;
  const taken = await ask(call, row, request ?? (JSON.parse(row.request) as MoneyRequest), provider);
  let isTaken = false;
  const money: Money = {
    key: row.key,
    take: async (_, demand) => {
      isTaken = true;
      // Something has changed since the provider was asked: what it did was for something else.
      if (!isSame(demand, row)) throw platformErrors.stale();
      return taken;
    },
  };
  try {
    return await call.transaction(async (inside) => {
      const value = await work(inside, money);
      if (!isTaken) throw platformErrors.stale();
      if (!(await end(inside, row, value))) throw new Lost('the operation was gone on with by somebody else');
      return value;
    });
  } catch (error) {
    // What a cart's operation came to is of no use once its order is refused; the books of an order follow the money.
    const isRefused = row.subject.startsWith('cart:') && error instanceof PlatformError && isFinal(error);
    await call.apart((inside) => (isRefused ? withdraw(inside, row) : release(inside, row, provider)));
    throw error;
  }
}

/** Whether trying again is no use; a changed cart asks for another operation. */
function isFinal(error: PlatformError): boolean {
  return error.kind !== 'retriable' || error.message === platformErrors.stale.template;
}

async function ask(
  call: Call,
  row: OperationRow,
  request: MoneyRequest,
  provider: PaymentProvider,
): Promise<MoneyTaken> {
  const isCart = row.subject.startsWith('cart:');
  try {
    const answer = await provider.send(call, row.key, request);
    if (answer.status === 'declined') {
      await call.apart(async (inside) => {
        if (await finish(inside, row)) await mark(inside, row.subject, null);
      });
      throw paymentErrors.declined(undefined, { cause: answer.reason });
    }
    if (answer.status === 'pending' && 'parent' in request) throw new ProviderSilent('the answer is pending');
    return answer;
  } catch (error) {
    if (!(error instanceof ProviderSilent)) throw error;
    await call.apart((inside) => release(inside, row, provider));
    throw isCart
      ? paymentErrors.notPlaced(undefined, { cause: error })
      : paymentErrors.silent(undefined, { cause: error });
  }
}

function isSame({ subject, provider, request }: Demand, row: OperationRow): boolean {
  const asked = JSON.parse(row.request) as MoneyRequest;
  const { kind, amount, currency } = request;
  const isSameRequest = asked.kind === kind && asked.amount === amount && asked.currency === currency;
  return isSameRequest && subject === row.subject && provider.method === row.method;
}

/** The contribution and the id that a subject names; undefined for what nobody has contributed, as carts. */
export function subjectOf(
  call: Call,
  subject: string,
): { readonly of: PaymentSubject; readonly id: number } | undefined {
  const [name, id] = subject.split(':');
  const of = call.contributions.paymentSubjects.find((one) => one.name === name);
  return of && { of, id: Number(id) };
}

async function mark(call: Call, subject: string, key: string | null): Promise<void> {
  const found = subjectOf(call, subject);
  await found?.of.mark(call, found.id, key);
}
