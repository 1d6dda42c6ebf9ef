/** What the gateway is asked for; amounts are decimals such as `30.00`. */
export interface TransactionRequest {
  readonly type: 'authorization' | 'sale' | 'capture' | 'void' | 'refund';
  readonly amount: string;
  readonly currency: string;
  /** Of an authorization or a sale. */
  readonly token?: string | null;
  /** Id of the transaction that a capture, void or refund follows. */
  readonly parent?: string;
}

/** A transaction as the gateway tells it. */
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

/** A request that is refused for good, with the HTTP status that says so. */
export class GatewayRefusal extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** The books of a gateway. Amounts are in hundredths. */
export interface Ledger {
  /** Does what is asked for, once for each key. Throws a `GatewayRefusal`. */
  carryOut(key: string, request: TransactionRequest): ShownTransaction;
  show(id: string): ShownTransaction;
  /** Undoes what a key came to, and refuses it from now on. */
  withdraw(key: string): void;
  /** Money that is held on cards, and that was taken from them and not given back. */
  totals(): { readonly held: number; readonly taken: number };
  transactions(): ShownTransaction[];
  /** Takes over to the merchant's bank what was captured so far: it can be refunded from now on, and no more voided. */
  settle(): void;
  /** Ends the reviews that are under way. */
  endReviews(): void;
}

interface Entry {
  readonly shown: ShownTransaction;
  /** When a review is over, in milliseconds since 1970, and what comes of it. */
  readonly review: { until: number; readonly outcome: 'approved' | 'declined' } | undefined;
  held: number;
  taken: number;
  isSettled: boolean;
}

/** Makes empty books; `reviewTime` is in milliseconds, Infinity for reviews that end when they are told to. */
export function createLedger(reviewTime: number): Ledger {
  const entries = new Map<string, Entry>();
  const keys = new Map<string, { readonly body: string; readonly id: string }>();
  const withdrawn = new Set<string>();
  let count = 0;

  const statusOf = ({ shown, review }: Entry): ShownTransaction['status'] =>
    review && Date.now() >= review.until ? review.outcome : shown.status;
  const show = (entry: Entry): ShownTransaction => ({ ...entry.shown, status: statusOf(entry) });
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
    if (type === 'authorization') entry.held = cents(request);
    else entry.taken = cents(request);
    if (!isReview) return entry;
    const outcome = token === 'tok_review_declined' ? 'declined' : 'approved';
    if (outcome === 'declined') entry.held = entry.taken = 0;
    return { ...entry, review: { until: Date.now() + reviewTime, outcome } };
  };

  const follow = (request: TransactionRequest): Entry => {
    const parent = entries.get(request.parent ?? '');
    if (!parent) throw new GatewayRefusal(422, 'The parent does not exist.');
    const amount = cents(request);
    const entry = entryOf(request, 'approved');
    if (statusOf(parent) !== 'approved') throw new GatewayRefusal(422, 'The transaction is not approved.');
    if (parent.shown.currency !== request.currency) throw new GatewayRefusal(422, 'The currency is another.');
    if (request.type === 'capture') {
      if (amount > parent.held) throw new GatewayRefusal(422, 'More is captured than is held.');
      parent.held -= amount;
      entry.taken = amount;
    } else if (request.type === 'refund') {
      if (amount > parent.taken) throw new GatewayRefusal(422, 'More is refunded than was captured.');
      parent.taken -= amount;
    } else undo(parent);
    return entry;
  };

  const undo = (entry: Entry): void => {
    if (entry.isSettled) throw new GatewayRefusal(422, 'The transaction is settled.');
    const of = entries.get(entry.shown.parent ?? '');
    // What was captured is held again.
    if (entry.shown.type === 'capture' && of) of.held += entry.taken;
    entry.held = entry.taken = 0;
  };

  const entryOf = (request: TransactionRequest, status: ShownTransaction['status']): Entry => {
    const { type, amount, currency, parent = null } = request;
    const told = status === 'declined' ? { message: 'The card was declined.' } : {};
    const card = request.token ? { card: { type: 'VI', last4: '4242' } } : {};
    const id = `txn_${String(++count).padStart(6, '0')}`;
    const shown = { id, type, status, amount, currency, parent, ...told, ...card };
    return { shown, review: undefined, held: 0, taken: 0, isSettled: false };
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
      entries.set(entry.shown.id, entry);
      keys.set(key, { body, id: entry.shown.id });
      return show(entry);
    },
    show: (id) => show(find(id)),
    withdraw(key) {
      withdrawn.add(key);
      const known = keys.get(key);
      if (!known) return;
      const entry = find(known.id);
      const { type, parent } = entry.shown;
      // A refund that is withdrawn is taken again, a void is held again by nobody.
      if (type === 'refund') find(parent ?? undefined).taken += cents(entry.shown);
      else if (type !== 'void') undo(entry);
    },
    totals: () => {
      const all = [...entries.values()].filter((entry) => statusOf(entry) !== 'declined');
      return {
        held: all.reduce((sum, { held }) => sum + held, 0),
        taken: all.reduce((sum, { taken }) => sum + taken, 0),
      };
    },
    transactions: () => [...entries.values()].map(show),
    endReviews: () => {
      for (const { review } of entries.values()) if (review) review.until = 0;
    },
    settle: () => {
      for (const entry of entries.values()) if (entry.taken > 0) entry.isSettled = true;
    },
  };
}

function cents({ amount }: Pick<TransactionRequest, 'amount'>): number {
  return Number(amount.replace('.', ''));
}

/** A request as text, to compare it with another one that may have another token. */
function withoutToken(request: TransactionRequest): string {
  return JSON.stringify({ ...request, token: undefined });
}
