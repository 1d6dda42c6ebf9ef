import type { FileStore } from '../../kernel/files.ts';
import { createDownloadableFiles, type DownloadableFiles } from './files.ts';
import { linksOfChoices, samplesOf } from './graphql.ts';

/** What downloadable products offer as `call.services.downloadable`. */
interface DownloadableService {
  /** The files that can be downloaded, and their samples. */
  readonly files: DownloadableFiles;
  /** The chosen links and the samples of a product, as storefronts see them. */
  readonly chosenLinks: typeof linksOfChoices;
  readonly samples: typeof samplesOf;
}

declare module '../../kernel/merged-types.ts' {
  interface Services {
    downloadable: DownloadableService;
  }
}

/** Makes the module's service. */
export function createDownloadableService(store: FileStore): DownloadableService {
  return { files: createDownloadableFiles(store), chosenLinks: linksOfChoices, samples: samplesOf };
}
