import type { Call } from '../../kernel/call.ts';

/** A widget of a module, for content of pages and blocks. */
export interface ContentWidget {
  /** The interface's name of the widget, such as `Magento\\Banner\\Block\\Widget\\Banner`. */
  readonly type: string;
  /** Renders the HTML from the parameters of the directive; undefined if it has no content. */
  readonly render: (call: Call, parameters: Readonly<Record<string, string>>) => Promise<string | undefined>;
}

declare module '../../kernel/merged-types.ts' {
  interface ContributionPoints {
    contentWidgets: ContentWidget;
  }
}
