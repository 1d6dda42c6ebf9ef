import type { ResponseFact } from '../../../kernel/response-facts.ts';

/** Whether a customer is signed in, and the group: it decides on prices. */
export const groupFact: ResponseFact = async (call) => {
  const group = await call.services.customer.groupOfCaller(call);
  return group === undefined ? 'visitor' : `customer ${group}`;
};
