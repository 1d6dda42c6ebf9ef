import { useState } from 'preact/hooks';

interface Attributes {
  readonly type?: 'text' | 'search';
  readonly list?: string;
  readonly placeholder?: string | undefined;
}

/** A line of text that counts once it is entered or left. What is being typed stays, whatever is shown anew meanwhile. */
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
