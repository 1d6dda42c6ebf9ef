import { Fragment, type ComponentChildren } from 'preact';
import { textParts } from './text.ts';

/** As `t`, with elements in place of the placeholders. */
export function tx(text: string, elements: Readonly<Record<string, ComponentChildren>>): ComponentChildren {
  return textParts(text).map((part, i) => <Fragment key={i}>{part.name ? elements[part.name] : part.text}</Fragment>);
}
