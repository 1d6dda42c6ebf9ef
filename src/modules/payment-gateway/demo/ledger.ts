/** A request to the gateway; amounts are decimals such as `30.00`. */
export interface TransactionRequest {
  readonly type: 'authorization' | 'sale' | 'capture' | 'void' | 'refund';
  readonly amount: string;
  readonly currency: string;
  /** Only for an authorization or a sale. */
  readonly token?: string | null;
  /** Id of the preceding transaction of a capture, void or refund. */
  readonly parent?: string;
}

/** A transaction in the gateway's response. */
interface ShownTransaction {
  readonly id: string;
  readonly type: TransactionRequest['type'];
  readonly status: 'approved' | 'pending' | 'declined';
  readonly amount: string;
  readonly currency: string;
  readonly parent: string | null;
  readonly message?: string;
  readonly card?: { readonly type: string; readonly last4: string };
}

/** A permanently rejected request, with its HTTP status. */
export class GatewayRefusal extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** The ledger of a gateway. Amounts are in cents. */
export interface Ledger {
  /** Executes a request, once per key. Throws a `GatewayRefusal`. */
  carryOut(key: string, request: TransactionRequest): ShownTransaction;
  show(id: string): ShownTransaction;
  /** Reverses the request with a key, and rejects the key from now on. */
  withdraw(key: string): void;
  /** Total authorized amount, and total captured amount less refunds. */
  totals(): { readonly authorizedCents: number; readonly capturedCents: number };
  transactions(): ShownTransaction[];
  /** Settles all captures: they can be refunded from now on, but no longer voided. */
  settle(): void;
  /** Ends all reviews. */
  endReviews(): void;
}

interface Entry {
  readonly transaction: ShownTransaction;
  /** End of the review, in milliseconds since 1970, and its outcome. */
  readonly review: { until: number; readonly outcome: 'approved' | 'declined' } | undefined;
  authorizedCents: number;
  capturedCents: number;
  isSettled: boolean;
}

/** Creates an empty ledger; `reviewTime` is in milliseconds, Infinity for reviews that only `endReviews` ends. */
export function createLedger(reviewTime: number): Ledger {
  const entries = new Map<string, Entry>();
  const keys = new Map<string, { readonly body: string; readonly id: string }>();
  const withdrawn = new Set<string>();
  let count = 0;

  const statusOf = ({ transaction, review }: Entry): ShownTransaction['status'] =>
    review && Date.now() >= review.until ? review.outcome : transaction.status;
  const show = (entry: Entry): ShownTransaction => ({ ...entry.transaction, status: statusOf(entry) });
  const find = (id: string | undefined): Entry => {
    const entry = entries.get(id ?? '');
    if (!entry) throw new GatewayRefusal(404, 'The transaction does not exist.');
    return entry;
  };

  const begin = (request: TransactionRequest): Entry => {
    const { token, type } = request;
    if (!token) throw new GatewayRefusal(422, 'A token is needed.');
    const isReview = token.startsWith('tok_review');
    const isDeclined = token === 'tok_declined';
    const entry = entryOf(request, isDeclined ? 'declined' : isReview ? 'pending' : 'approved');
    if (isDeclined) return entry;
    if (type === 'authorization') entry.authorizedCents = cents(request);
    else entry.capturedCents = cents(request);
    if (!isReview) return entry;
    const outcome = token === 'tok_review_declined' ? 'declined' : 'approved';
    if (outcome === 'declined') entry.authorizedCents = entry.capturedCents = 0;
    return { ...entry, review: { until: Date.now() + reviewTime, outcome } };
  };

  const follow = (request: TransactionRequest): Entry => {
    const parent = entries.get(request.parent ?? '');
    if (!parent) throw new GatewayRefusal(422, 'The parent does not exist.');
    const amount = cents(request);
    const entry = entryOf(request, 'approved');
    if (statusOf(parent) !== 'approved') throw new GatewayRefusal(422, 'The transaction is not approved.');
    if (parent.transaction.currency !== request.currency) throw new GatewayRefusal(422, 'The currency is another.');
    if (request.type === 'capture') {
      if (amount > parent.authorizedCents) throw new GatewayRefusal(422, 'More is captured than is held.');
      parent.authorizedCents -= amount;
      entry.capturedCents = amount;
    } else if (request.type === 'refund') {
      if (amount > parent.capturedCents) throw new GatewayRefusal(422, 'More is refunded than was captured.');
      parent.capturedCents -= amount;
    } else undo(parent);
    return entry;
  };

  const undo = (entry: Entry): void => {
    if (entry.isSettled) throw new GatewayRefusal(422, 'The transaction is settled.');
    const of = entries.get(entry.transaction.parent ?? '');
    // The captured amount is authorized again.
    if (entry.transaction.type === 'capture' && of) of.authorizedCents += entry.capturedCents;
    entry.authorizedCents = entry.capturedCents = 0;
  };

  const entryOf = (request: TransactionRequest, status: ShownTransaction['status']): Entry => {
    const { type, amount, currency, parent = null } = request;
    const refusal = status === 'declined' ? { message: 'The card was declined.' } : {};
    const card = request.token ? { card: { type: 'VI', last4: '4242' } } : {};
    const id = `txn_${String(++count).padStart(6, '0')}`;
    const transaction = { id, type, status, amount, currency, parent, ...refusal, ...card };
    return { transaction, review: undefined, authorizedCents: 0, capturedCents: 0, isSettled: false };
  };

  return {
    carryOut(key, request) {
      if (withdrawn.has(key)) throw new GatewayRefusal(410, 'The request was withdrawn.');
      const body = JSON.stringify(request);
      const known = keys.get(key);
      if (known) {
        const before = JSON.parse(known.body) as TransactionRequest;
        if (withoutToken(request) !== withoutToken(before))
          throw new GatewayRefusal(422, 'The key was used for another request.');
        return show(find(known.id));
      }
      const entry = 'parent' in request && request.parent ? follow(request) : begin(request);
      entries.set(entry.transaction.id, entry);
      keys.set(key, { body, id: entry.transaction.id });
      return show(entry);
    },
    show: (id) => show(find(id)),
    withdraw(key) {
      withdrawn.add(key);
      const known = keys.get(key);
      if (!known) return;
      const entry = find(known.id);
      const { type, parent } = entry.transaction;
      // Reversing a refund captures the amount again; reversing a void does not restore the authorization.
      if (type === 'refund') find(parent ?? undefined).capturedCents += cents(entry.transaction);
      else if (type !== 'void') undo(entry);
    },
    totals: () => {
      const all = [...entries.values()].filter((entry) => statusOf(entry) !== 'declined');
      return {
        authorizedCents: all.reduce((sum, { authorizedCents }) => sum + authorizedCents, 0),
        capturedCents: all.reduce((sum, { capturedCents }) => sum + capturedCents, 0),
      };
    },
    transactions: () => [...entries.values()].map(show),
    endReviews: () => {
      for (const { review } of entries.values()) if (review) review.until = 0;
    },
    settle: () => {
      for (const entry of entries.values()) if (entry.capturedCents > 0) entry.isSettled = true;
    },
  };
}

function cents({ amount }: Pick<TransactionRequest, 'amount'>): number {
  return Number(amount.replace('.', ''));
}

/** A request as text without its token, for comparison with a repeated request. */
function withoutToken(request: TransactionRequest): string {
  return JSON.stringify({ ...request, token: undefined });
}
