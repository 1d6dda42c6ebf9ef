/** The code blocks of a chapter of docs/modules, in the order of the page. */

/** A file of the reader; a later block of the same name replaces it. */
export interface FileBlock {
  readonly kind: 'file';
  readonly name: string;
  readonly text: string;
}

/** Requests, each with the response that the page promises. */
export interface RequestBlock {
  readonly kind: 'requests';
  readonly requests: readonly ShownRequest[];
}

/** Commands, each with lines of its output. */
export interface ConsoleBlock {
  readonly kind: 'console';
  readonly commands: readonly ShownCommand[];
}

export type GuideBlock = FileBlock | RequestBlock | ConsoleBlock;

/** A request, with the status and a part of the body of its response. */
export interface ShownRequest {
  readonly method: string;
  readonly path: string;
  readonly caller: 'admin' | 'ada' | undefined;
  readonly body: unknown;
  readonly status: number;
  /** Undefined: the page shows no body. A text that ends with `…` stands for its beginning. */
  readonly response: unknown;
}

/** A command after `$ `, with the lines below it. */
export interface ShownCommand {
  readonly command: string;
  readonly lines: readonly string[];
}

/** Reads the blocks of a page. Throws for a block that is neither a file, requests nor commands. */
export function blocksOf(page: string): readonly GuideBlock[] {
  return [...page.matchAll(/^```(\w*)(?: title=(\S+))?\n([^]*?)^```$/gm)].map(([, language, name, text = '']) => {
    if (name !== undefined) return { kind: 'file', name, text };
    if (language === 'http')
      return {
        kind: 'requests',
        requests: text
          .trim()
          .split(/\n{2,}/)
          .map(requestOf),
      };
    if (language === 'console') return { kind: 'console', commands: commandsOf(text) };
    throw new Error(`a block of "${language}" has no title:\n${text}`);
  });
}

/** `POST /rest/V1/carts/mine (ada)`, the body, and `200` with the response. */
function requestOf(text: string): ShownRequest {
  const [, method, path, caller, body = '', status, response = ''] =
    /^([A-Z]+) (\/\S*)(?: \((admin|ada)\))?\n([^]*?)^(\d{3})(?: ([^]*))?$/m.exec(text) ?? [];
  if (method === undefined || path === undefined) throw new Error(`no request with a response:\n${text}`);
  return {
    method,
    path,
    caller: caller === 'admin' || caller === 'ada' ? caller : undefined,
    body: jsonOf(body),
    status: Number(status),
    response: jsonOf(response),
  };
}

const jsonOf = (text: string): unknown => (text.trim() === '' ? undefined : JSON.parse(text));

function commandsOf(text: string): ShownCommand[] {
  return text
    .split(/^\$ /m)
    .slice(1)
    .map((one) => {
      const [command = '', ...lines] = one.trim().split('\n');
      return { command, lines };
    });
}
