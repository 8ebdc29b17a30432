import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { TidemarkError, type ErrorCode } from '../../errors';
import { responseHeaders, problemResponse } from '../problem';

/** Error codes by those of node:http, for connections without a valid request. */
const CONNECTION_ERRORS: Readonly<Record<string, ErrorCode>> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
};

/** Sends a problem document and closes the connection. It writes to the socket, since there is no response object. */
export function rejectConnection(error: NodeJS.ErrnoException, socket: Socket, requestId: string): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const code = CONNECTION_ERRORS[error.code ?? ''] ?? 'malformed_request';
  const answer = problemResponse(new TidemarkError(code, connectionDetail(code)), { requestId });
  const headers = responseHeaders(answer, { requestId, isLast: true });
  const lines = headers.map((name, index) => (index % 2 === 0 ? `${name}: ${headers[index + 1]}\r\n` : ''));
  const { status, body } = answer;
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('')}\r\n${body as string}`);
}

function connectionDetail(code: ErrorCode): string {
  if (code === 'headers_too_large') return 'the request line and headers must be 16 KiB or less';
  if (code === 'request_timeout') return 'the headers or the body did not arrive in time';
  return 'the request is not valid HTTP/1.1';
}
