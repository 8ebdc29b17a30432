import type { ServerResponse } from 'node:http';
import { PooledAnswer } from '../codec/json/answer-buffer';

export type ResponseBody = string | Buffer | PooledAnswer;

/**
 * Parts of an answer that is made while it is sent. `return` is called in any case, also when the request ends early.
 */
export type AnswerParts = AsyncGenerator<string, void>;

/** Returns the size of the body in bytes. */
export function bodyBytes(body: ResponseBody | undefined): number {
  if (body === undefined) return 0;
  return typeof body === 'string' ? Buffer.byteLength(body) : body.length;
}

/** Sends the body and ends the answer. */
export function endWithBody(res: ServerResponse, body: ResponseBody | undefined): void {
  if (!(body instanceof PooledAnswer)) return void res.end(body);
  // Without the cork, each part would be a system call.
  res.cork();
  for (const part of body.parts) res.write(part);
  // Called when the operating system has taken all parts or the connection is closed: nothing reads them any more.
  res.end(() => body.release());
}
