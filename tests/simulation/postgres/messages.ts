/** What is awaited: the client’s first message, or the answer to a login, to a description, to rows of a cursor, to a query. */
type Awaited = 'startup' | 'login' | 'description' | 'rows' | 'end';

/** The messages of the server, by their first byte, that end each wait. An error ends each wait but that for the end. */
const endings: Record<Awaited, string> = {
  startup: '',
  login: 'RZE',
  description: 'TnE',
  rows: 'CsE',
  end: 'Z',
};

/** Calls `onMessage` with the first byte of each message in a stream of chunks. @param isBegun after the startup message. */
function readMessages(onMessage: (type: string) => void, isBegun: boolean) {
  let rest = Buffer.alloc(0);
  let hasType = isBegun;
  return (chunk: Buffer): void => {
    rest = Buffer.concat([rest, chunk]);
    for (;;) {
      const header = hasType ? 1 : 0;
      if (rest.length < header + 4) return;
      const size = header + rest.readInt32BE(header);
      if (rest.length < size) return;
      onMessage(hasType ? String.fromCharCode(rest[0] ?? 0) : 'startup');
      rest = rest.subarray(size);
      hasType = true;
    }
  };
}

/**
 * Follows both directions of one connection of PostgreSQL’s protocol 3.0, and says what the client waits for.
 * https://www.postgresql.org/docs/current/protocol-message-formats.html
 */
export function followProtocol() {
  let awaited: Awaited | null = 'startup';
  let hasExecute = false;
  let hasRun = false;
  return {
    /** Whether a message is on its way. */
    isAwaiting: () => awaited !== null,
    /** Whether the last answer said that a statement has run. */
    hasRun: () => hasRun,
    fromClient: readMessages((type) => {
      if (type === 'startup' || type === 'p') awaited = 'login';
      else if (type === 'E') hasExecute = true;
      else if (type === 'H') awaited = hasExecute ? 'rows' : 'description';
      else if (type === 'Q' || type === 'S') awaited = 'end';
      if ('HQS'.includes(type)) hasExecute = false;
      hasRun = false;
    }, false),
    fromServer: readMessages((type) => {
      if (type === 'C') hasRun = true;
      if (awaited && endings[awaited].includes(type)) awaited = null;
    }, true),
  };
}
