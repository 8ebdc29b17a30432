import type { SendOptions } from '../../support/http-server';
import { CAMPAIGN_CELL } from '../../support/access-samples';
import type { Client } from './client';

const HOST = { host: 'localhost' };
const JSON_TYPE = { ...HOST, 'content-type': 'application/json' };
const USERS = ['user-1', 'user-2'];
/** Long enough that no event leaves it while two reads are compared. */
const WINDOW = '300d';

/** What most requests of the fuzz could change: the objects, campaign and users that its samples name. */
export class StoredState {
  constructor(readonly client: Client) {}

  /** As text: it is equal where nothing was changed. */
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

/** Without what differs from answer to answer. */
function comparable(body: string): string {
  return body
    .replace(
      /"(?:requestId|token|evaluatedAt|asOf|now|from|to|completeUpTo|start|end|at)":(?:"[^"]*"|\d+|null)/g,
      '""',
    )
    .replace(/"consistency":\{[^{}]*\}/g, '""');
}
