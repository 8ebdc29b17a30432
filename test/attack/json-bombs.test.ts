/** Bodies that are cheap to send and expensive to parse, and what becomes of a caller beside them. */
import { startAppProcess, type AppProcess } from '../support/app-process';
import { send, type Answer } from '../support/http-server';

const NO_STORE = { BIGTABLE_EMULATOR_HOST: '127.0.0.1:1' };
const JSON_TYPE = { 'content-type': 'application/json' };
const NESTED = 10_000;
const FOUR_MB = 4_000_000;

describe('The API under JSON bombs', () => {
  let app: AppProcess;
  beforeAll(async () => {
    app = await startAppProcess(NO_STORE);
  });
  afterAll(async () => {
    app.signal('SIGTERM');
    await app.ended;
  });

  const post = (path: string, body: string): Promise<Answer> =>
    send(app.port, { method: 'POST', path, headers: JSON_TYPE, body });
  const queries = ['counts:query', 'counts:batchQuery', 'caps:check', 'features:fatigue', 'campaigns:counts'];

  it.each(queries)('the API rejects deeply nested bodies of %s', async (operation) => {
    const levels = '['.repeat(NESTED) + ']'.repeat(NESTED);
    const { status, json } = await post(`/v1/${operation}`, `{"levels":${levels}}`);
    expect([status, json['code'], json['field']]).toEqual([400, 'malformed_body', 'body']);
    expect(json['detail']).toContain('nested');
  });

  it.each(queries)('the API rejects large bodies of %s without parsing them', async (operation) => {
    const { status, json } = await post(`/v1/${operation}`, `[${'1,'.repeat(600_000)}1]`);
    expect([status, json['code']]).toEqual([413, 'body_too_large']);
  });

  it('the API answers other callers while bombs arrive', async () => {
    const bombs = [
      '['.repeat(FOUR_MB),
      `{${'"a":1,'.repeat(FOUR_MB / 7)}"a":1}`,
      `{${Array.from({ length: FOUR_MB / 12 }, (_, at) => `"k${at}":1`).join()}}`,
      `[${'{},'.repeat(FOUR_MB / 4)}`,
      ']:'.repeat(FOUR_MB / 2),
    ];
    let isOver = false;
    const attack = Array.from({ length: 4 }, async (_, first) => {
      for (let each = first; !isOver; each++) {
        const { status, json } = await post('/v1/events', bombs[each % bombs.length]!);
        expect(status).toBe(400);
        // By its shape: unparsed.
        expect(json['detail']).toMatch(
          /nested more than|more than \d+ (?:arrays|members)|duplicate key .*in one object|is not valid JSON$/,
        );
      }
    });
    const statuses: number[] = [];
    for (let each = 0; each < 100; each++)
      statuses.push((await send(app.port, { path: '/v1/schema' })).status);
    isOver = true;
    await Promise.all(attack);
    expect(statuses).toEqual(new Array(100).fill(200));
  });
});
