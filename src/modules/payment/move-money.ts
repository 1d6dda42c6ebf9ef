import { setTimeout as pause } from 'node:timers/promises';
import type { Call } from '../../kernel/call.ts';
import { platformErrors, PlatformError } from '../../kernel/errors.ts';
import { isUniqueViolation } from '../../storage/errors.ts';
import { parseJson } from '../../kernel/json-text.ts';
import { paymentErrors, PaymentUnderWay } from './errors.ts';
import {
  acquireOperation,
  findBookedResult,
  finishOperation,
  releaseOperation,
  withdrawOperation,
} from './operations.ts';
import {
  providerOf,
  ProviderSilent,
  requireProvider,
  type MoneyDemand,
  type MoneySource,
  type MoneyRequest,
  type MoneyTaken,
  type MoneyWork,
  type PaymentProvider,
  type PaymentSubject,
  type PaymentTask,
} from './extensions.ts';
import type { AcquiredOperation, OperationRow } from './operations.ts';

/** Rolls back a transaction at the point where its work needs money. */
class MoneyNeeded extends Error {
  readonly demand: MoneyDemand;

  constructor(demand: MoneyDemand) {
    super('money is needed');
    this.demand = demand;
  }
}

/** Thrown when another process has resumed the operation. */
class OperationTakenOver extends Error {}

/** Interval of checks of an operation that another process holds, and their total time, in milliseconds. */
const LOOK_AGAIN = 250;
const AT_ONCE = 10;
const PATIENCE = 60_000;

/**
 * Runs work that includes a payment. Either the payment succeeds once and all writes of the work are committed, or
 * neither happens.
 *
 * First the work runs in a transaction up to the point where it needs money, and is rolled back. The demand is
 * recorded, and the request is sent to the provider outside of any transaction. Then the whole work runs again in a
 * transaction that also removes the record. Work without a payment runs only once.
 *
 * Throws 400 when the provider declines. Without a response, throws 400 for a new order and 504 for an existing one.
 */
export async function moveMoney<T>(call: Call, task: PaymentTask, work: MoneyWork<T>): Promise<T> {
  const bookedResult = await findBookedResult(call);
  if (bookedResult) return bookedResult.value as T;
  const begun = Date.now();
  for (;;) {
    const run = await dryRun(call, work);
    if ('value' in run) return run.value;
    const acquired = await putOnRecord(call, task, run, work);
    if (typeof acquired === 'object') return settleOperation(call, acquired.operation, run.demand?.request, work);
    if (Date.now() - begun > PATIENCE) throw paymentErrors.underWay();
    await pause(acquired === 'wait' ? LOOK_AGAIN : AT_ONCE);
  }
}

/** The payment that work needs. Without a demand, an operation for the subject is already in progress. */
interface Needed {
  readonly subject: string;
  readonly demand: MoneyDemand | undefined;
}

type Run<T> = { readonly value: T } | Needed;

/** Records the request to the provider, unless it is already recorded. */
async function putOnRecord<T>(
  call: Call,
  task: PaymentTask,
  { subject, demand }: Needed,
  work: MoneyWork<T>,
): Promise<AcquiredOperation> {
  try {
    return await call.apart(async (inside) => {
      const found = await acquireOperation(inside, subject, task, demand, {
        providerOf: (method) => providerOf(call, method),
        origin: call.origin,
      });
      if (typeof found !== 'object' || !found.isNew) return found;
      await mark(inside, subject, found.operation.key);
      // An earlier operation for the subject has ended in the meantime, so the demand is checked again.
      await expectDemand(inside, found.operation, work);
      return found;
    });
  } catch (error) {
    if (error instanceof DemandChanged) return 'again';
    // Another process recorded an operation for the same subject at the same time.
    if (isUniqueViolation(error)) return 'wait';
    throw error;
  }
}

/** Thrown when a rerun of the work needs no payment, or another amount. */
class DemandChanged extends Error {}

async function expectDemand<T>(inside: Call, row: OperationRow, work: MoneyWork<T>): Promise<void> {
  const money: MoneySource = { key: row.key, take: (_, demand) => Promise.reject(new MoneyNeeded(demand)) };
  try {
    await inside.savepoint((own) => work(own, money));
  } catch (error) {
    if (error instanceof MoneyNeeded && isSame(error.demand, row)) return;
    throw error instanceof MoneyNeeded ? new DemandChanged() : error;
  }
  throw new DemandChanged();
}

async function dryRun<T>(call: Call, work: MoneyWork<T>): Promise<Run<T>> {
  const money: MoneySource = {
    key: undefined,
    take: (_, demand) => Promise.reject(new MoneyNeeded(demand)),
  };
  try {
    return { value: await call.transaction((inside) => work(inside, money)) };
  } catch (error) {
    if (call.inTransaction) throw error;
    if (error instanceof MoneyNeeded) return { subject: error.demand.subject, demand: error.demand };
    if (error instanceof PaymentUnderWay) return { subject: error.subject, demand: undefined };
    throw error;
  }
}

/**
 * Sends the request to the provider and records the response. `request` is the current request with its token; default:
 * the recorded one. `end` removes the record in the transaction that records the response; it returns false when
 * another process holds the operation.
 */
export async function settleOperation<T>(
  call: Call,
  row: OperationRow,
  request: MoneyRequest | undefined,
  work: MoneyWork<T>,
  end: (inside: Call, row: OperationRow, value: T) => Promise<boolean> = finishOperation,
): Promise<T> {
  const provider = requireProvider(call, row.method);
  const moneyResult = await ask(call, row, request ?? parseJson(row.request), provider);
  let isTaken = false;
  const money: MoneySource = {
    key: row.key,
    take: async (_, demand) => {
      isTaken = true;
      // The demand has changed since the request, so the response does not match it.
      if (!isSame(demand, row)) throw platformErrors.stale();
      return moneyResult;
    },
  };
  try {
    return await call.transaction(async (inside) => {
      const value = await work(inside, money);
      if (!isTaken) throw platformErrors.stale();
      if (!(await end(inside, row, value))) throw new OperationTakenOver('another process has resumed the operation');
      return value;
    });
  } catch (error) {
    // The payment of a rejected cart order must be reversed. The records of an existing order follow the payment.
    const isRefused = row.subject.startsWith('cart:') && error instanceof PlatformError && isFinal(error);
    await call.apart((inside) =>
      isRefused ? withdrawOperation(inside, row) : releaseOperation(inside, row, provider),
    );
    throw error;
  }
}

/** Whether a retry is useless; a changed cart needs a new operation. */
function isFinal(error: PlatformError): boolean {
  return !error.isTemporary || error.message === platformErrors.stale.template;
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
        if (await finishOperation(inside, row)) await mark(inside, row.subject, null);
      });
      throw paymentErrors.declined(undefined, { cause: answer.reason });
    }
    if (answer.status === 'pending' && 'parent' in request) throw new ProviderSilent('the answer is pending');
    return answer;
  } catch (error) {
    if (!(error instanceof ProviderSilent)) throw error;
    await call.apart((inside) => releaseOperation(inside, row, provider));
    throw isCart
      ? paymentErrors.notPlaced(undefined, { cause: error })
      : paymentErrors.silent(undefined, { cause: error });
  }
}

function isSame({ subject, provider, request }: MoneyDemand, row: OperationRow): boolean {
  const storedRequest = parseJson(row.request);
  const { kind, amount, currency } = request;
  const isSameRequest =
    storedRequest.kind === kind && storedRequest.amount === amount && storedRequest.currency === currency;
  return isSameRequest && subject === row.subject && provider.method === row.method;
}

/** The contribution and the id of a subject; undefined for types that no module contributes, such as carts. */
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
