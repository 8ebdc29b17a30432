import type { SendOptions } from '../../support/http-server';
import { CAMPAIGN_CELL } from '../../support/access-samples';
import type { Client } from './client';

const HOST = { host: 'localhost' };
const JSON_TYPE = { ...HOST, 'content-type': 'application/json' };
const USERS = ['user-1', 'user-2'];
/** Long enough that no event leaves it between two compared reads. */
const WINDOW = '300d';

/** State that fuzz requests could change: the objects, campaign and users of its samples. */
export class StoredState {
  constructor(readonly client: Client) {}

  /** Returns the state as text, equal if nothing was changed. */
  async read(): Promise<string> {
    const reads: SendOptions[] = [
      { path: '/v1/corpora/vault/objects/one', headers: HOST },
      { path: '/v1/corpora/vault/objects/two', headers: HOST },
      { path: CAMPAIGN_CELL, headers: HOST },
      ...USERS.map((userId) => countOf(userId)),
    ];
    const parts: string[] = [];
    for (const each of reads) {
      const { status, body } = await this.client.send(each);
      parts.push(`${status} ${comparable(body.toString())}`);
    }
    return parts.join('\n');
  }
}

function countOf(userId: string): SendOptions {
  const body = JSON.stringify({ userId, actions: ['impression', 'click'], windows: [WINDOW] });
  return { method: 'POST', path: '/v1/counts:query', headers: JSON_TYPE, body };
}

/** Removes parts that differ between answers. */
function comparable(body: string): string {
  return body
    .replace(
      /"(?:requestId|token|evaluatedAt|asOf|now|from|to|completeUpTo|start|end|at)":(?:"[^"]*"|\d+|null)/g,
      '""',
    )
    .replace(/"consistency":\{[^{}]*\}/g, '""');
}
