import { documentStore } from '../documents.ts';
import { Creditmemo, type CreditmemoFields } from '../types/creditmemo.ts';

/** States of a credit memo. */
export const creditmemoStates = { open: 1, refunded: 2, canceled: 3 } as const;

export const creditmemos = documentStore<CreditmemoFields>('creditmemo', Creditmemo.fields);
