import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ADDRESS, type Answer, type GoogleWorld } from './google-world';

/** Stands in for Google's REST APIs: answers each address of a world, and PromQL queries. */
export interface GoogleServer {
  readonly root: string;
  /** Answers from now on. */
  world: GoogleWorld;
  /** Status and answer to a PromQL query; by default one series with all labels. */
  onQuery: (promql: string) => readonly [status: number, answer: Answer];
  /** Whether requests are left without an answer. */
  isSilent: boolean;
  /** Methods and addresses of the requests, with quota projects and tokens. */
  readonly requests: string[];
  close(): Promise<void>;
}

const ALL_LABELS = {
  role: 'api',
  location: 'us-central1',
  http_route: '/v1/counts:query',
  job_name: 'tidemark-prod-compactor-1',
  instance: 'tidemark',
  cluster: 'us-central1-a',
  subscription_id: 'tidemark-prod-ad-action',
};

export const seriesOf = (...labels: readonly object[]): Answer => ({
  status: 'success',
  data: { resultType: 'vector', result: labels.map((metric) => ({ metric, value: [0, '1'] })) },
});

export async function startGoogleServer(): Promise<GoogleServer> {
  const server = createServer((req, res) => void answer(google, req, res));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const google: GoogleServer = {
    root: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    world: {},
    onQuery: () => [200, seriesOf(ALL_LABELS)],
    isSilent: false,
    requests: [],
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return google;
}

async function answer(google: GoogleServer, req: IncomingMessage, res: ServerResponse): Promise<void> {
  const { pathname, searchParams } = new URL(req.url ?? '', google.root);
  const address = pathname.slice(1);
  const { authorization, 'x-goog-user-project': quotaProject } = req.headers;
  google.requests.push(`${req.method} ${address} ${String(quotaProject)} ${authorization}`);
  let body = '';
  for await (const chunk of req) body += String(chunk);
  if (google.isSilent) return;
  const [status, json] =
    address === ADDRESS.query
      ? google.onQuery(new URLSearchParams(body).get('query') ?? '')
      : pageOf(google.world[address], searchParams.get('pageToken'));
  res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(json));
}

/** An answer may be an error, which has a code, or have a second page under the key `next`. */
function pageOf(found: Answer | undefined, pageToken: string | null): readonly [number, Answer] {
  if (found === undefined) return [404, { error: { code: 404, message: 'not found' } }];
  const { error, next, ...page } = found as { error?: { code: number }; next?: Answer } & Answer;
  if (error !== undefined) return [error.code, { error }];
  if (pageToken === 'second') return [200, next ?? {}];
  return [200, next === undefined ? page : { ...page, nextPageToken: 'second' }];
}
