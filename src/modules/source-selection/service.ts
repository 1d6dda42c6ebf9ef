import { requirePoints } from './distance/distances.ts';
import { greatCircle } from './distance/point.ts';
import { proposeSources } from './propose.ts';

/** What source selection offers to the modules after it. */
interface SourceSelectionService {
  /** From which sources of a stock pieces are to come. */
  readonly propose: typeof proposeSources;
  /** Where an address may be, the likeliest point first. Throws 404 where nobody knows, 400 where nobody can be asked. */
  readonly pointsOf: typeof requirePoints;
  readonly greatCircle: typeof greatCircle;
}

declare module '../../kernel/call.ts' {
  interface Services {
    sourceSelection: SourceSelectionService;
  }
}

/** The module's service. */
export const sourceSelectionService: SourceSelectionService = {
  propose: proposeSources,
  pointsOf: requirePoints,
  greatCircle,
};
