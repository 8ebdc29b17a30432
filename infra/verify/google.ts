import { listAt, textAt, type Json } from './json';

/** Thrown when a claim cannot be checked: a permission, an API or an answer is missing. */
export class UncheckedError extends Error {
  override readonly name = 'UncheckedError';
}

export interface GoogleOptions {
  /** Returns an access token. */
  readonly token: () => Promise<string>;
  /** Project that the requests are counted for: without one, several APIs reject the credentials of a user. */
  readonly quotaProject: string;
  /** Time for one answer, in milliseconds. */
  readonly timeoutMs: number;
  /** Address that all requests go to instead of Google's, for tests: the host then becomes the first part of the path. */
  readonly root: string | undefined;
}

/** Maximum number of pages of a list. */
const PAGES_MAX = 100;

/** Reads Google Cloud's REST APIs. No request changes anything. */
export class Google {
  readonly #options: GoogleOptions;
  /** Answers by address: several checks read the same resources. */
  readonly #answers = new Map<string, Promise<Json>>();

  constructor(options: GoogleOptions) {
    this.#options = options;
  }

  /** Returns the answer to GET, for an address such as `run.googleapis.com/v2/projects/…`. */
  get(address: string): Promise<Json> {
    const known = this.#answers.get(address);
    if (known !== undefined) return known;
    const answer = this.#fetch(address, { method: 'GET' });
    this.#answers.set(address, answer);
    return answer;
  }

  /** Returns all pages of a list, whose items are under `key`. */
  async list(address: string, key: string): Promise<readonly Json[]> {
    const items: Json[] = [];
    let page = '';
    for (let count = 0; count < PAGES_MAX; count++) {
      const answer = await this.get(page === '' ? address : withPage(address, page));
      items.push(...listAt(answer, key));
      page = textAt(answer, 'nextPageToken');
      if (page === '') return items;
    }
    throw new UncheckedError(`${address}: more than ${PAGES_MAX} pages`);
  }

  /** Returns the IAM policy of a service account, which Google reads by POST. */
  serviceAccountPolicy(project: string, email: string): Promise<Json> {
    return this.#fetch(`iam.googleapis.com/v1/projects/${project}/serviceAccounts/${email}:getIamPolicy`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    });
  }

  /** Returns the series that a PromQL query results in. */
  async query(project: string, promql: string): Promise<readonly Json[]> {
    const path = `monitoring.googleapis.com/v1/projects/${project}/location/global/prometheus/api/v1/query`;
    const body = new URLSearchParams({ query: promql });
    return listAt(await this.#fetch(path, { method: 'POST', body }), 'data.result');
  }

  async #fetch(address: string, init: RequestInit): Promise<Json> {
    const { token, quotaProject, timeoutMs, root } = this.#options;
    const url = `${root ?? 'https:/'}/${address}`;
    const headers = {
      ...init.headers,
      authorization: `Bearer ${await token()}`,
      'x-goog-user-project': quotaProject,
    };
    const options = { ...init, headers, signal: AbortSignal.timeout(timeoutMs) };
    const response = await fetch(url, options).catch((error: Error) => {
      const isLate = error.name === 'TimeoutError';
      throw new UncheckedError(
        `${address}: ${isLate ? `no answer within ${timeoutMs} ms` : reasonOf(error)}`,
      );
    });
    const answer = (await response.json().catch(() => ({}))) as Json;
    if (response.ok) return answer;
    // The Prometheus API reports errors as a text, all others as an object.
    const reason = textAt(answer, 'error.message') || textAt(answer, 'error') || response.statusText;
    throw new UncheckedError(`${address}: ${response.status} ${reason}`);
  }
}

const withPage = (address: string, page: string): string =>
  `${address}${address.includes('?') ? '&' : '?'}pageToken=${encodeURIComponent(page)}`;

const reasonOf = ({ message, cause }: Error): string => (cause instanceof Error ? cause.message : message);
