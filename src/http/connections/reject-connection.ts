import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { TidemarkError, type ErrorCode } from '../../errors';
import { responseHeaders, problemResponse } from '../problem';

/** What node:http says of a connection that never became a request, by its error codes. */
const CONNECTION_ERRORS: Readonly<Record<string, ErrorCode>> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
};

/** Answers by hand, as there is no response object, and gives the connection up. */
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
  if (code === 'headers_too_large') return 'the request line and headers are over 16 KiB';
  if (code === 'request_timeout') return 'the headers or the body did not arrive in time';
  return 'the connection sent something that is not HTTP/1.1';
}
