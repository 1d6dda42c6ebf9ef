import { useState } from 'preact/hooks';

interface Attributes {
  readonly type?: 'text' | 'search';
  readonly list?: string;
  readonly placeholder?: string | undefined;
}

/** A text input that reports its value on Enter and on leaving the field. A reload of the page does not lose the typed text. */
export function TextInput({
  value,
  enter,
  ...attributes
}: Attributes & { value: string; enter: (text: string) => void }) {
  const [typed, setTyped] = useState<string>();
  return (
    <input
      {...attributes}
      value={typed ?? value}
      onInput={(event) => setTyped(event.currentTarget.value)}
      onChange={(event) => {
        setTyped(undefined);
        enter(event.currentTarget.value);
      }}
    />
  );
}
