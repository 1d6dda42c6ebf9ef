import type { AnyRoute } from './route.ts';

declare module './merged-types.ts' {
  interface ContributionPoints {
    /** Routes below `/_/console/` for data that the console needs beyond the interface. */
    consoleRoutes: AnyRoute;
  }
}
