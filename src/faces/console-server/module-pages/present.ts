import { isAllowed } from '../../../platform/access/check.ts';
import type { Call, Caller } from '../../../kernel/call.ts';
import type {
  ConsoleAction,
  ConsoleBlock,
  ConsoleInput,
  ConsolePage,
  RecordView,
} from '../../../kernel/console-pages.ts';
import { typeAt } from '../../../kernel/entity.ts';
import { acl, type AnyRoute } from '../../../kernel/route.ts';
import { currencySettings } from '../../../kernel/shop-settings.ts';
import { isOptional } from '../../../kernel/types.ts';
import { interfaceName } from '../../../kernel/vendor.ts';
import { bundleAddress } from './bundles.ts';
import { criteriaOf, inputTypeOf, type InputType } from './route-types.ts';

/** A route as the console calls it. */
interface PresentedRoute {
  /** Method and path: `GET /V1/acme/points`. */
  readonly call: string;
  /** The argument that takes search criteria. */
  readonly criteria?: string;
}

/** An input of a form with the type of its argument. */
export interface PresentedInput extends ConsoleInput {
  readonly type: InputType;
  readonly isRequired: boolean;
}

/** An action as the console runs it. */
export type PresentedAction = ConsoleAction<PresentedRoute, PresentedInput>;
/** A record view as the console shows it. */
export type PresentedView = RecordView<PresentedRoute, PresentedInput>;
/** A block as the console shows it. */
export type PresentedBlock = ConsoleBlock<PresentedRoute, PresentedInput>;

/** A page of a module, for a caller: without the actions that the caller may not call. */
export interface PresentedPage {
  readonly place: string;
  readonly title: string;
  /** The module that has it, such as `Acme_Loyalty`. */
  readonly module: string;
  /** The base currency of the shop. */
  readonly currency: string;
  readonly blocks: readonly PresentedBlock[];
  readonly actions: readonly PresentedAction[];
  /** Addresses of the bundle's files; absent: the page has blocks. */
  readonly bundle?: { readonly script: string; readonly style?: string };
}

/** The pages of modules that the caller may open. */
export function openPages({ caller, contributions }: Call): readonly ConsolePage[] {
  return contributions.consolePages.filter((page) => isAllowed(caller, acl(page.permission)));
}

/** The module of a page, and its titles in a language (`de`, `de-DE`); a title that is no key of its texts is unchanged. */
export function titlesOf({ platform }: Call, page: ConsolePage, language: string) {
  const module = platform.contributors.get(page) ?? '';
  const words = platform.texts.ofModule(module, language.replaceAll('-', '_'));
  return { module: interfaceName(module), title: (text: string): string => words[text] ?? text };
}

/** Presents a page for the caller, its titles in a language. */
export function presentPage(call: Call, page: ConsolePage, language: string): PresentedPage {
  const { place, blocks = [], actions = [], bundle } = page;
  const { module, title } = titlesOf(call, page, language);
  const presenter = presenterFor(call.caller, title);
  return {
    place,
    title: title(page.title),
    module,
    currency: call.config.of(currencySettings.base),
    blocks: blocks.map(presenter.block),
    actions: presenter.actions(actions),
    ...(bundle && {
      bundle: {
        script: bundleAddress(module, place, bundle.script),
        ...(bundle.style !== undefined && { style: bundleAddress(module, place, bundle.style) }),
      },
    }),
  };
}

function presenterFor(caller: Caller, title: (text: string) => string) {
  const labelled = <T extends { readonly label: string }>(all: readonly T[]): readonly T[] =>
    all.map((one) => Object.assign({}, one, { label: title(one.label) }));
  const actions = (all: readonly ConsoleAction[]): readonly PresentedAction[] =>
    all.filter(({ route }) => isAllowed(caller, route.access)).map(presentAction);
  const presentAction = ({ label, route, form = [], confirm, done, ...others }: ConsoleAction): PresentedAction => ({
    ...others,
    label: title(label),
    route: presentRoute(route),
    form: labelled(form).map((input) => presentInput(route, input)),
    ...(confirm !== undefined && { confirm: title(confirm) }),
    ...(done !== undefined && { done: title(done) }),
  });
  const view = ({ route, fields, actions: own = [], ...others }: RecordView): PresentedView => ({
    ...others,
    route: presentRoute(route),
    fields: labelled(fields),
    actions: actions(own),
  });
  const block = (one: ConsoleBlock): PresentedBlock => {
    const head = { title: title(one.title), route: presentRoute(one.route) };
    switch (one.kind) {
      case 'figures':
        return { ...one, ...head, figures: labelled(one.figures) };
      case 'record':
        return { ...view(one), kind: one.kind, ...head };
      case 'list': {
        const { record, ...list } = one;
        return {
          ...list,
          ...head,
          columns: labelled(list.columns),
          filters: labelled(list.filters ?? []),
          actions: actions(list.actions ?? []),
          ...(list.none !== undefined && { none: title(list.none) }),
          ...(record && { record: view(record) }),
        };
      }
    }
  };
  return { block, actions };
}

function presentRoute(route: AnyRoute): PresentedRoute {
  const criteria = criteriaOf(route);
  return { call: `${route.method} ${route.path}`, ...(criteria !== undefined && { criteria }) };
}

function presentInput(route: AnyRoute, input: ConsoleInput): PresentedInput {
  const type = typeAt(route.input, input.argument);
  return { ...input, type: (type && inputTypeOf(type)) ?? 'text', isRequired: type !== undefined && !isOptional(type) };
}
