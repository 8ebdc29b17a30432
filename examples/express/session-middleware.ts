/**
 * Express middleware: each visitor has a session of Tidemark, whose tokens are in a cookie. A page that follows a form shows what
 * the form has saved, whichever region or process serves it.
 */
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { isTidemarkError, type Client, type DefaultSchema, type Session } from 'tidemark/client';

const COOKIE = 'tidemark';
/** Tokens live for a day. */
const MAX_AGE_SECONDS = 86_400;

/** Session of a request, from `tidemarkSession`. */
export function sessionOf(response: Response): Session<DefaultSchema> {
  return (response.locals as { readonly tidemark: Session<DefaultSchema> }).tidemark;
}

/** Returns the middleware. A cookie that is no session, or has expired, begins a new one. */
export function tidemarkSession(client: Client<DefaultSchema>): RequestHandler {
  return (request: Request, response: Response, next: NextFunction) => {
    const session = continued(client, cookieOf(request));
    (response.locals as Record<string, unknown>)['tidemark'] = session;
    const writeHead = response.writeHead.bind(response) as (...args: unknown[]) => Response;
    // Headers are sent after the handler has made its calls.
    response.writeHead = ((...args: unknown[]) => {
      const text = encodeURIComponent(session.serialize());
      response.append(
        'set-cookie',
        `${COOKIE}=${text}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${MAX_AGE_SECONDS}`,
      );
      return writeHead(...args);
    }) as Response['writeHead'];
    next();
  };
}

function continued(client: Client<DefaultSchema>, text: string): Session<DefaultSchema> {
  try {
    return client.session(text);
  } catch {
    return client.session();
  }
}

function cookieOf({ headers: { cookie = '' } }: Request): string {
  const found = cookie.split('; ').find((each) => each.startsWith(`${COOKIE}=`));
  try {
    return decodeURIComponent(found?.slice(COOKIE.length + 1) ?? '');
  } catch {
    return '';
  }
}

/** Error handler: answers with the status of the failure, and begins a new session if the tokens are too old. */
export function tidemarkErrors(
  error: unknown,
  _request: Request,
  response: Response,
  next: NextFunction,
): void {
  if (!isTidemarkError(error)) return next(error);
  if (isTidemarkError(error, 'token_expired', 'token_invalid', 'token_foreign')) response.clearCookie(COOKIE);
  response.status(error.status ?? 503).json({ code: error.code, requestId: error.requestId });
}
