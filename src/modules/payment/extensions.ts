import type { Call } from '../../kernel/call.ts';

/** Money of a new order, to be held (`authorization`) or taken at once (`sale`). */
export interface NewPayment {
  readonly kind: 'authorization' | 'sale';
  /** In the base currency of the store, two decimals: `30.00`. */
  readonly amount: string;
  readonly currency: string;
  readonly storeId: number;
  /** What the buyer's client got from the provider for the card; null: nothing was sent. It is never stored with an operation. */
  readonly token: string | null;
}

/** Money of an order that the provider knows already. */
export interface FollowUpPayment {
  /** `capture` takes what is held, in parts too; `void` gives up what is held or not settled yet; `refund` gives back. */
  readonly kind: 'capture' | 'void' | 'refund';
  readonly amount: string;
  readonly currency: string;
  readonly storeId: number;
  /** The provider's id of the transaction that this one follows: an authorization, or for void and refund a capture. */
  readonly parent: string;
}

/** What a provider is asked to do. */
export type MoneyRequest = NewPayment | FollowUpPayment;

/** The money has moved. With `pending`, the provider has yet to decide whether it does. */
export interface MoneyTaken {
  readonly status: 'approved' | 'pending';
  /** The provider's id of the transaction. */
  readonly transactionId: string;
  /** What the provider tells of the card. */
  readonly card?: { readonly type?: string; readonly last4?: string };
}

/** What a provider answers: the money moved, or the request was declined. */
export type MoneyAnswer = MoneyTaken | { readonly status: 'declined'; readonly reason: string };

/** The outcome of a request is unknown: the provider gave no answer, or an unclear one. */
export class ProviderSilent extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ProviderSilent';
  }
}

/**
 * Moves the money of a payment method. Every request carries a key. The provider acts once for each key, and answers every
 * repetition in the same way. See docs/payment-gateway.md.
 */
export interface PaymentProvider {
  /** Code of the payment method. */
  readonly method: string;
  /** How long a request may take altogether, in milliseconds. */
  patience(call: Call, storeId: number): number;
  /** Sends a request. Throws `ProviderSilent` when its outcome is not known. */
  send(call: Call, key: string, request: MoneyRequest): Promise<MoneyAnswer>;
  /** What became of a transaction that was pending. Throws `ProviderSilent`. */
  find(call: Call, storeId: number, transactionId: string): Promise<MoneyAnswer>;
  /** Undoes the request with this key, and has it refused if it arrives later. Throws `ProviderSilent`. */
  withdraw(call: Call, storeId: number, key: string): Promise<void>;
}

/** The provider of a payment method; undefined: the method is settled by hand. */
export function providerOf(call: Call, method: string | null | undefined): PaymentProvider | undefined {
  return call.contributions.paymentProviders.find((one) => one.method === method);
}

/** What is done once the money has moved; `args` are values for JSON. */
export interface PaymentTask {
  readonly kind: string;
  readonly args: Readonly<Record<string, unknown>>;
}

/** What money is asked for. */
export interface MoneyDemand {
  /** What it is for: `cart:7`, `order:12`. */
  readonly subject: string;
  readonly provider: PaymentProvider;
  readonly request: MoneyRequest;
}

/** What work that moves money is given. */
export interface MoneySource {
  /** Key of the operation whose outcome is being booked; undefined while nothing has moved. */
  readonly key: string | undefined;
  /** Takes the money that is needed; at most once in a piece of work. Everything before it must be possible to roll back. */
  take(call: Call, demand: MoneyDemand): Promise<MoneyTaken>;
}

/** Work within a transaction, part of which is that money moves. */
export type MoneyWork<T> = (call: Call, money: MoneySource) => Promise<T>;

/** A kind of subject that exists before its money moves, such as orders, and how the recovery finishes its operations. */
export interface PaymentSubject {
  /** `order` of `order:12`. */
  readonly name: string;
  /** Records the key of the operation that is under way for it; null: none. Within a transaction. */
  mark(call: Call, id: number, key: string | null): Promise<void>;
  /** The work of a task. */
  workOf(task: PaymentTask): MoneyWork<unknown>;
  /** Books what the provider has decided about a transaction that was pending; within a transaction. */
  review(call: Call, id: number, transactionId: string, isApproved: boolean): Promise<void>;
}

declare module '../../kernel/call.ts' {
  interface ContributionPoints {
    paymentProviders: PaymentProvider;
    paymentSubjects: PaymentSubject;
  }
}
