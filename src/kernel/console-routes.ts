import type { AnyRoute } from './route.ts';

declare module './call.ts' {
  interface ContributionPoints {
    /** Routes below `/_/console/` for data that the console needs beyond the interface. */
    consoleRoutes: AnyRoute;
  }
}
