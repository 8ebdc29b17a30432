import express, { type ErrorRequestHandler, type Express, type Request, type RequestHandler } from 'express';
import { TidemarkError } from '../errors';
import { compileEndpoint, type CompiledEndpoint } from './compiled-endpoint';
import type { ApiResponse, Method } from './endpoint';
import type { Runner } from './runner';

/** Routes of the API as an Express application: every endpoint, and what is said where there is none. */
export function createExpressFrame(endpoints: readonly CompiledEndpoint[], runner: Runner): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('query parser', false);
  for (const group of groupByPath(endpoints)) addRoute(app, group, runner);
  app.use(
    through(
      runner,
      refusal('unmatched', () => new TidemarkError('unknown_route', 'no such route')),
    ),
  );
  app.use(onFrameError(runner));
  return app;
}

function groupByPath(endpoints: readonly CompiledEndpoint[]): readonly (readonly CompiledEndpoint[])[] {
  const groups = new Map<string, CompiledEndpoint[]>();
  for (const endpoint of endpoints) {
    const group = groups.get(endpoint.path) ?? [];
    group.push(endpoint);
    groups.set(endpoint.path, group);
  }
  return [...groups.values()];
}

const VERBS = { GET: 'get', PUT: 'put', POST: 'post', DELETE: 'delete' } as const satisfies Record<
  Method,
  string
>;

/** Express answers HEAD by the GET route itself. */
function addRoute(app: Express, group: readonly CompiledEndpoint[], runner: Runner): void {
  const { path, template } = group[0] as CompiledEndpoint;
  const methods = group.map((endpoint) => endpoint.method);
  const allowed = [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ');
  const route = app.route(template.pattern);
  for (const endpoint of group) route[VERBS[endpoint.method]](through(runner, endpoint));
  route.options(through(runner, answer(path, { status: 204, headers: ['allow', allowed] })));
  const error = new TidemarkError('method_not_allowed', `the route supports ${allowed}`);
  route.all(through(runner, { ...refusal(path, () => error), failureHeaders: ['allow', allowed] }));
}

function through(runner: Runner, endpoint: CompiledEndpoint): RequestHandler {
  return (req, res) => {
    const values = endpoint.template.match(req.path) ?? [];
    runner.run(endpoint, req, res, { values, search: searchOf(req) });
  };
}

function searchOf(req: Request): string {
  const at = req.url.indexOf('?');
  return at === -1 ? '' : req.url.slice(at + 1);
}

/** An endpoint that the documentation does not list: it stands for what is said about the others. */
function answer(path: string, response: ApiResponse): CompiledEndpoint {
  return unlisted(path, () => response);
}

/** An endpoint that refuses whatever it is asked. */
export function refusal(path: string, error: () => TidemarkError): CompiledEndpoint {
  return unlisted(path, () => {
    throw error();
  });
}

function unlisted(path: string, handle: () => ApiResponse): CompiledEndpoint {
  const compiled = compileEndpoint({
    method: 'GET',
    path,
    operationId: 'none',
    summary: '',
    tag: 'Operation',
    access: 'public',
    response: { status: 204, description: '', forms: {} },
    errors: [],
    handle,
  });
  return { ...compiled, parseQuery: () => new URLSearchParams() };
}

/** Express itself failed; the runner catches everything else. Four parameters make it an error handler. */
function onFrameError(runner: Runner): ErrorRequestHandler {
  return (cause, req, res, _next) => {
    const error = new TidemarkError('internal', 'the request could not be routed', { cause });
    through(
      runner,
      refusal('unmatched', () => error),
    )(req, res, _next);
  };
}
