import * as t from '../../kernel/types.ts';

const SentHeader = t.object('console-hook-header', { name: t.string, value: t.string });

/** The request of a test, and its outcome. */
export const HookTest = t.object('console-hook-test', {
  request: t.object('console-hook-request', {
    method: t.string,
    url: t.string,
    /** Values of the hook's own headers are masked. */
    headers: t.array(SentHeader),
    body: t.string,
  }),
  /** 0: no response. */
  status: t.integer,
  response: t.string,
  /** Empty: the response is one that a call follows. */
  error: t.string,
  milliseconds: t.integer,
});
