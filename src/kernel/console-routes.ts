import type { AnyRoute } from './route.ts';

declare module './call.ts' {
  interface ContributionPoints {
    /** Routes below `/_/console/`, by which the console asks what the interface has no routes for. */
    consoleRoutes: AnyRoute;
  }
}
