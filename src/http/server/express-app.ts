import express, { type ErrorRequestHandler, type Express, type Request, type RequestHandler } from 'express';
import { TidemarkError } from '../../errors';
import { CONSOLE_PATH } from '../console/console-endpoint';
import { compileEndpoint, type CompiledEndpoint } from './compiled-endpoint';
import type { ApiResponse, HttpMethod } from '../endpoint';
import type { RequestPipeline } from './request-pipeline';
import { suggestRoute } from './suggest-route';

/**
 * Returns an Express application with the routes of all endpoints and of the console's files, and error answers for unknown
 * routes and methods.
 */
export function createExpressApp(
  endpoints: readonly CompiledEndpoint[],
  pipeline: RequestPipeline,
  consoleFiles?: CompiledEndpoint,
): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('query parser', false);
  const paths = new Set(endpoints.map(({ path }) => path));
  for (const group of groupByPath(endpoints)) addRoute(app, group, pipeline);
  if (consoleFiles !== undefined) addConsole(app, consoleFiles, pipeline);
  app.use((req, res, next) => {
    const suggestion = suggestRoute(req.path, paths);
    const message = `no such route: see /openapi.json for all routes${suggestion}`;
    handlerFor(
      pipeline,
      failingEndpoint('unmatched', () => new TidemarkError('unknown_route', message)),
    )(req, res, next);
  });
  app.use(expressErrorHandler(pipeline));
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
  HttpMethod,
  string
>;

/** Adds a route for all methods of a path. Express serves HEAD with the GET route. */
function addRoute(app: Express, group: readonly CompiledEndpoint[], pipeline: RequestPipeline): void {
  const { path, template } = group[0] as CompiledEndpoint;
  const methods = group.map((endpoint) => endpoint.method);
  const allowed = [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ');
  const route = app.route(template.pattern);
  for (const endpoint of group) route[VERBS[endpoint.method]](handlerFor(pipeline, endpoint));
  route.options(handlerFor(pipeline, fixedAnswer(path, { status: 204, headers: ['allow', allowed] })));
  const error = new TidemarkError('method_not_allowed', `the route supports ${allowed}`);
  route.all(
    handlerFor(pipeline, { ...failingEndpoint(path, () => error), failureHeaders: ['allow', allowed] }),
  );
}

/** Adds the route of the console and of all paths below it, which have any number of segments. */
function addConsole(app: Express, endpoint: CompiledEndpoint, pipeline: RequestPipeline): void {
  app.get(/^\/console(?:\/.*)?$/, (req, res) => {
    const path = req.path.slice(`${CONSOLE_PATH}/`.length);
    pipeline.run(endpoint, req, res, { values: [path], search: '' });
  });
}

function handlerFor(pipeline: RequestPipeline, endpoint: CompiledEndpoint): RequestHandler {
  return (req, res) => {
    const values = endpoint.template.match(req.path) ?? [];
    pipeline.run(endpoint, req, res, { values, search: searchOf(req) });
  };
}

function searchOf(req: Request): string {
  const at = req.url.indexOf('?');
  return at === -1 ? '' : req.url.slice(at + 1);
}

/** Returns an undocumented endpoint with a fixed answer. */
function fixedAnswer(path: string, response: ApiResponse): CompiledEndpoint {
  return undocumentedEndpoint(path, () => response);
}

/** Returns an undocumented endpoint that fails every request. */
export function failingEndpoint(path: string, error: () => TidemarkError): CompiledEndpoint {
  return undocumentedEndpoint(path, () => {
    throw error();
  });
}

function undocumentedEndpoint(path: string, handle: () => ApiResponse): CompiledEndpoint {
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

/**
 * Handles failures of Express itself; the pipeline catches all others. Express detects error handlers by their four
 * parameters.
 */
function expressErrorHandler(pipeline: RequestPipeline): ErrorRequestHandler {
  return (cause, req, res, _next) => {
    const error = new TidemarkError('internal', 'the request could not be routed', { cause });
    handlerFor(
      pipeline,
      failingEndpoint('unmatched', () => error),
    )(req, res, _next);
  };
}
