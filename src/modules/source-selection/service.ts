import { requirePoints } from './distance/distances.ts';
import { greatCircle } from './distance/point.ts';
import { proposeSources } from './propose.ts';

/** The service of source selection, `call.services.sourceSelection`. */
interface SourceSelectionService {
  /** Proposes sources of a stock for a request. */
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
