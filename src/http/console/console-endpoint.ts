import type { ConsoleSignIn } from '../../config/sections/serving/console-sign-in';
import { TidemarkError } from '../../errors';
import type { ApiRequest } from '../api-request';
import { jsonResponse, type ApiResponse, type Endpoint } from '../endpoint';
import { chooseEncoding, INDEX_FILE, readConsoleFiles, type ConsoleFile } from './console-files';

/** Path of the console. All paths below it that name no file lead to its page, which shows what the path names. */
export const CONSOLE_PATH = '/console';

/** Name of the file that has the settings of the sign-in. It is made from the configuration. */
const SIGN_IN_FILE = 'sign-in.json';

/**
 * Returns the content policy: nothing but files of this server, no inline scripts or styles, no frames, no forms that are
 * sent elsewhere. Of other servers, scripts reach the issuer of the sign-in alone.
 */
function contentPolicyFor(signIn: ConsoleSignIn | undefined): string {
  const issuer = signIn === undefined ? '' : ` ${new URL(signIn.issuer).origin}`;
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `connect-src 'self'${issuer}`,
    "img-src 'self' data:",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "form-action 'none'",
  ].join('; ');
}

/** The names of files contain a hash of their content. */
const IMMUTABLE = 'public, max-age=31536000, immutable';

/** Headers that keep other sites from opening the console in a window that they control, or from embedding its files. */
const ISOLATION = [
  'cross-origin-opener-policy',
  'same-origin',
  'cross-origin-resource-policy',
  'same-origin',
];

/**
 * Returns the endpoint that serves the files of the console. They need no token, as they contain no data. The path parameter
 * `path` is what follows `/console/`.
 */
export function consoleEndpoint(signIn: ConsoleSignIn | undefined, readFiles = readConsoleFiles): Endpoint {
  const contentPolicy = contentPolicyFor(signIn);
  let files: ReadonlyMap<string, ConsoleFile> | undefined;
  return {
    method: 'GET',
    path: `${CONSOLE_PATH}/{path}`,
    operationId: 'getConsole',
    summary: 'Files of the console',
    tag: 'Operation',
    access: 'public',
    response: { status: 200, description: 'A file.', forms: {} },
    errors: [],
    handle(request) {
      const name = request.param('path');
      if (name === SIGN_IN_FILE) return jsonResponse({ signIn });
      files ??= readFiles();
      const file = files.get(name);
      if (file !== undefined && name !== INDEX_FILE)
        return { ...fileResponse(file, request, IMMUTABLE), contentPolicy };
      // A file of an earlier version: the page instead of it would fail as a script.
      if (/\.[a-z]+$/.test(name) && name !== INDEX_FILE)
        throw new TidemarkError('unknown_route', 'the console has no such file: load its page again');
      return { ...fileResponse(indexIn(files), request, 'no-cache'), contentPolicy };
    },
  };
}

function indexIn(files: ReadonlyMap<string, ConsoleFile>): ConsoleFile {
  const index = files.get(INDEX_FILE);
  if (index === undefined)
    throw new TidemarkError('unknown_route', 'the console was not built: run `npm run build`');
  return index;
}

function fileResponse(file: ConsoleFile, request: ApiRequest, cacheControl: string): ApiResponse {
  const encoding = chooseEncoding(request.header('accept-encoding'));
  const encoded = encoding === '' ? [] : ['content-encoding', encoding];
  return {
    status: 200,
    mediaType: file.mediaType,
    body: file.body(encoding),
    headers: ['vary', 'accept-encoding', ...encoded, ...ISOLATION],
    cacheControl,
  };
}
