import { proposeSources } from './propose.ts';

/** What source selection offers to the modules after it. */
interface SourceSelectionService {
  /** From which sources of a stock pieces are to come. */
  readonly propose: typeof proposeSources;
}

declare module '../../kernel/call.ts' {
  interface Services {
    sourceSelection: SourceSelectionService;
  }
}

/** The module's service. */
export const sourceSelectionService: SourceSelectionService = { propose: proposeSources };
