import type { ServerResponse } from 'node:http';

/** Body of an answer. A large one may consist of several parts. */
export type ResponseBody = string | Buffer | readonly Buffer[];

/** Returns the size of the body in bytes. */
export function bodyBytes(body: ResponseBody | undefined): number {
  if (body === undefined) return 0;
  if (typeof body === 'string') return Buffer.byteLength(body);
  return Buffer.isBuffer(body) ? body.length : body.reduce((sum, part) => sum + part.length, 0);
}

/** Sends the body and ends the answer. */
export function endWithBody(res: ServerResponse, body: ResponseBody | undefined): void {
  if (body === undefined || typeof body === 'string' || Buffer.isBuffer(body)) return void res.end(body);
  if (body.length === 1) return void res.end(body[0]);
  // Without the cork, each part would be a system call.
  res.cork();
  for (const part of body) res.write(part);
  res.end();
}
