import { requirePoints } from './distance/distances.ts';
import { greatCircle } from './distance/point.ts';
import { proposeSources } from './propose.ts';

/** The service of source selection, `call.services.sourceSelection`. */
interface SourceSelectionService {
  /** Proposes sources of a stock for a request. */
  readonly propose: typeof proposeSources;
  /**
   * The possible points of an address, the most likely first. Throws 404 for an unknown address, 400 without an API key
   * of the provider.
   */
  readonly pointsOf: typeof requirePoints;
  readonly greatCircle: typeof greatCircle;
}

declare module '../../kernel/merged-types.ts' {
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
