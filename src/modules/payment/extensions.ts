import type { Call } from '../../kernel/call.ts';

/** Payment of a new order: reserved (`authorization`) or captured immediately (`sale`). */
export interface NewPayment {
  readonly kind: 'authorization' | 'sale';
  /** In the base currency of the store, two decimals: `30.00`. */
  readonly amount: string;
  readonly currency: string;
  readonly storeId: number;
  /** The provider's card token from the buyer's client; null: none. It is never stored with an operation. */
  readonly token: string | null;
}

/** Payment of an order with an earlier transaction. */
export interface FollowUpPayment {
  /**
   * `capture` captures an authorized amount, also in parts; `void` cancels an authorized or unsettled amount; `refund`
   * returns money.
   */
  readonly kind: 'capture' | 'void' | 'refund';
  readonly amount: string;
  readonly currency: string;
  readonly storeId: number;
  /** The provider's id of the preceding transaction: an authorization, or for void and refund a capture. */
  readonly parent: string;
}

/** A request to a provider. */
export type MoneyRequest = NewPayment | FollowUpPayment;

/** The payment succeeded. With `pending`, the provider has yet to decide. */
export interface MoneyTaken {
  readonly status: 'approved' | 'pending';
  /** The provider's id of the transaction. */
  readonly transactionId: string;
  /** The provider's data of the card. */
  readonly card?: { readonly type?: string; readonly last4?: string };
}

/** A provider's response: the payment succeeded or was declined. */
export type MoneyAnswer = MoneyTaken | { readonly status: 'declined'; readonly reason: string };

/** The outcome of a request is unknown: the provider sent no response, or an unclear one. */
export class ProviderSilent extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ProviderSilent';
  }
}

/**
 * Executes the payments of a payment method. Every request has an idempotency key. The provider executes each key once,
 * and returns the same response to repeated requests. See docs/payment-gateway.md.
 */
export interface PaymentProvider {
  /** Code of the payment method. */
  readonly method: string;
  /** Maximum total time of a request, in milliseconds. */
  patience(call: Call, storeId: number): number;
  /** Sends a request. Throws `ProviderSilent` when its outcome is unknown. */
  send(call: Call, key: string, request: MoneyRequest): Promise<MoneyAnswer>;
  /** The outcome of a pending transaction. Throws `ProviderSilent`. */
  find(call: Call, storeId: number, transactionId: string): Promise<MoneyAnswer>;
  /** Reverses the request with this key, and rejects it if it arrives later. Throws `ProviderSilent`. */
  withdraw(call: Call, storeId: number, key: string): Promise<void>;
}

/** The provider of a payment method; undefined for offline methods. */
export function providerOf(call: Call, method: string | null | undefined): PaymentProvider | undefined {
  return call.contributions.paymentProviders.find((one) => one.method === method);
}

/** The provider of the payment method of an operation, which only methods with a provider have. */
export function requireProvider(call: Call, method: string): PaymentProvider {
  const provider = providerOf(call, method);
  if (!provider) throw new Error(`no module has a provider of the payment method ${method}`);
  return provider;
}

/** The work after a successful payment; `args` are JSON values. */
export interface PaymentTask {
  readonly kind: string;
  readonly args: Readonly<Record<string, unknown>>;
}

/** A requested payment. */
export interface MoneyDemand {
  /** Subject of the payment: `cart:7`, `order:12`. */
  readonly subject: string;
  readonly provider: PaymentProvider;
  readonly request: MoneyRequest;
}

/** The payment interface of work that needs money. */
export interface MoneySource {
  /** Key of the operation whose outcome is being recorded; undefined before a payment. */
  readonly key: string | undefined;
  /** Executes the payment; at most once per work. Everything before it must be possible to roll back. */
  take(call: Call, demand: MoneyDemand): Promise<MoneyTaken>;
}

/** Work in a transaction that includes a payment. */
export type MoneyWork<T> = (call: Call, money: MoneySource) => Promise<T>;

/** A type of subject that exists before its payment, such as orders, and how the recovery finishes its operations. */
export interface PaymentSubject {
  /** `order` of `order:12`. */
  readonly name: string;
  /** Records the key of the operation in progress for the subject; null: none. Within a transaction. */
  mark(call: Call, id: number, key: string | null): Promise<void>;
  /** The work of a task. */
  workOf(task: PaymentTask): MoneyWork<unknown>;
  /** Records the provider's decision about a pending transaction; within a transaction. */
  review(call: Call, id: number, transactionId: string, isApproved: boolean): Promise<void>;
}

declare module '../../kernel/merged-types.ts' {
  interface ContributionPoints {
    paymentProviders: PaymentProvider;
    paymentSubjects: PaymentSubject;
  }
}
