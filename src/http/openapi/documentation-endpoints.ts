import { jsonResponse, type ApiResponse, type Endpoint } from '../endpoint';
import { anyObject } from '../schemas/parts';
import type { Vocabulary } from '../schemas/vocabulary';
import { createOpenApiDocument } from './openapi-document';

interface Documentation {
  readonly names: Vocabulary;
  /** Path of the console, to which the index leads browsers. Absent: there is none. */
  readonly consolePath?: string | undefined;
}

/** Returns the endpoints that document all endpoints, including themselves. */
export function documentationEndpoints(
  others: readonly Endpoint[],
  { names, consolePath }: Documentation,
): readonly Endpoint[] {
  const answers = {
    openApi: undefined as ApiResponse | undefined,
    index: undefined as ApiResponse | undefined,
  };
  const openApi: Endpoint = {
    method: 'GET',
    path: '/openapi.json',
    operationId: 'getOpenApi',
    summary: 'Get the OpenAPI 3.1 document',
    tag: 'Operation',
    access: 'public',
    response: {
      status: 200,
      description: 'The OpenAPI document.',
      forms: { 'application/json': { schema: anyObject } },
    },
    errors: [],
    handle: () => (answers.openApi ??= encoded(jsonResponse(createOpenApiDocument(all, names)))),
  };
  const index: Endpoint = {
    method: 'GET',
    path: '/',
    operationId: 'getIndex',
    summary: 'HTML index of the endpoints',
    tag: 'Operation',
    access: 'public',
    response: {
      status: 200,
      description: 'The index page.',
      redirect: 'The console is served, and `accept` names `text/html`: its page is at `location`.',
      forms: { 'text/html; charset=utf-8': { schema: { type: 'string' } } },
    },
    errors: [],
    handle(request) {
      if (consolePath !== undefined && request.header('accept')?.includes('text/html'))
        return { status: 302, headers: ['location', consolePath, 'vary', 'accept'] };
      return (answers.index ??= encoded(page(all)));
    },
  };
  const all = [...others, openApi, index];
  return [openApi, index];
}

/** Returns the answer with its body as bytes: a string would be encoded again for each answer. */
function encoded(answer: ApiResponse): ApiResponse {
  return { ...answer, body: Buffer.from(answer.body as string) };
}

const STYLE =
  'body{font:16px/1.5 system-ui;max-width:60rem;margin:3rem auto;padding:0 1rem;color:#123}' +
  'code{font:14px ui-monospace,monospace}td{padding:.2rem 1rem .2rem 0;vertical-align:top}';

function page(endpoints: readonly Endpoint[]): ApiResponse {
  const rows = endpoints.map(
    ({ method, path, summary }) =>
      `<tr><td><code>${method} ${link(method, path)}</code></td><td>${escapeHtml(summary)}</td></tr>`,
  );
  const body =
    `<!doctype html><html lang="en"><meta charset="utf-8"><title>Tidemark</title><style>${STYLE}</style>` +
    `<h1>Tidemark</h1><p>A multi-region personalization store on Bigtable.</p><table>${rows.join('')}</table></html>\n`;
  const contentPolicy = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'";
  return { status: 200, mediaType: 'text/html; charset=utf-8', body, contentPolicy };
}

function link(method: string, path: string): string {
  const text = escapeHtml(path);
  return method === 'GET' && !path.includes('{') ? `<a href="${text}">${text}</a>` : text;
}

function escapeHtml(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/"/g, '&quot;');
}
