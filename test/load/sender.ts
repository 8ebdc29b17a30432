import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { isExpected, type LoadRequest } from './requests';

export interface Answer {
  /** `ok`, the code of the problem that was answered, or that of what broke the connection. */
  readonly outcome: string;
  /** When a connection was there to take it; undefined where none ever was. Monotonic milliseconds. */
  readonly sentMs: number | undefined;
}

export interface Sender {
  /** Never rejects. */
  send(request: LoadRequest): Promise<Answer>;
  close(): void;
}

export interface SenderOptions {
  readonly url: URL;
  /** Open at once; requests beyond wait for one. */
  readonly connections: number;
  readonly timeoutMs: number;
  /** Asked for each request: it may change. */
  readonly token: () => string | undefined;
}

/** Requests over connections that are kept. */
export function createSender({ url, connections, timeoutMs, token }: SenderOptions): Sender {
  const isSecure = url.protocol === 'https:';
  const agent = new (isSecure ? HttpsAgent : HttpAgent)({ keepAlive: true, maxSockets: connections });
  const open = isSecure ? httpsRequest : httpRequest;
  const send = (asked: LoadRequest): Promise<Answer> =>
    new Promise((resolve) => {
      let sentMs: number | undefined;
      const end = (outcome: string): void => {
        clearTimeout(late);
        resolve({ outcome, sentMs });
      };
      const request = open(new URL(asked.path, url), {
        agent,
        method: asked.method,
        headers: headersOf(asked, token()),
      });
      request.once('socket', () => (sentMs = performance.now()));
      request.once('response', (response) => void outcomeOf(asked, response).then(end));
      request.once('error', (error: NodeJS.ErrnoException) => end(error.code ?? error.message));
      // An answer may have come that a busy process has not read yet: it is read first.
      const giveUp = (): void => void setImmediate(() => request.destroy(new Error('timeout')));
      const late = setTimeout(giveUp, timeoutMs);
      request.end(asked.body);
    });
  return { send, close: () => agent.destroy() };
}

function headersOf({ body }: LoadRequest, token: string | undefined): Record<string, string> {
  return {
    ...(body !== undefined && {
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(body)),
    }),
    // Cloud Run takes the signature off a token that it looked at itself, which is the one of the second header where there are two.
    ...(token !== undefined && {
      authorization: `Bearer ${token}`,
      'x-serverless-authorization': `Bearer ${token}`,
    }),
  };
}

/** Reads a successful response to its end without keeping it. */
async function outcomeOf(asked: LoadRequest, response: IncomingMessage): Promise<string> {
  const { statusCode: status = 0 } = response;
  const isOk = isExpected(asked, status);
  try {
    let text = '';
    for await (const chunk of response) if (!isOk) text += String(chunk);
    return isOk ? 'ok' : `${status} ${codeOf(text)}`.trim();
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? 'cut off';
  }
}

/** Problems of Tidemark name their code; those of something in between do not. */
function codeOf(text: string): string {
  try {
    const { code } = JSON.parse(text) as { code?: unknown };
    return typeof code === 'string' ? code : '';
  } catch {
    return '';
  }
}
