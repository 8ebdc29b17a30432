import { execFileSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { describedEndpoints, openApiDocumentOf } from '../../support/described-endpoints';
import { TypeProject } from '../../support/type-check';

/**
 * Right code and misspelt code against generated types. The compiler reports an error where right code is refused, and where
 * the code below `@ts-expect-error` is accepted.
 */
const OPENAPI_FETCH = `
import createClient from 'openapi-fetch';
import type { components, paths } from './generated.js';

// Answers are requested in JSON: without the media type, their types include the protobuf bodies.
const client = createClient<paths, \`\${string}/\${string}json\`>({ baseUrl: 'http://localhost' });

export async function rightCode(): Promise<unknown> {
  const counts = await client.POST('/v1/counts:query', {
    body: {
      userId: 'user-1',
      actions: ['impression', 'click'],
      where: { viewType: ['home_feed'], campaign: '*', sessionId: { in: ['s'] } },
      entities: { ad: ['ad-1'], campaign: '*' },
      windows: ['1d', { days: 7, timeZone: 'Asia/Jakarta' }],
      groupBy: ['action'],
    },
  });
  if (counts.error !== undefined) {
    const code: components['schemas']['Problem']['code'] = counts.error.code;
    if (counts.error.status === 503 && counts.error.code === 'overloaded') return code;
    // @ts-expect-error: counting never answers with this code
    if (counts.error.code === 'campaign_not_found') return undefined;
    return code;
  }
  const total = counts.data.counts['1d']?.total;
  const byId: components['schemas']['GroupedCount'] | undefined = counts.data.counts['1d']?.ad?.['ad-1'];
  const impressions: number | undefined = typeof total === 'object' ? undefined : total;

  const caps = await client.POST('/v1/caps:check', {
    body: {
      userId: 'user-1',
      candidates: [{ id: '1', adId: 'ad-1', campaignId: 'cmp-1' }],
      rules: [{ level: 'campaign', actions: ['impression'], window: '1d', maximum: 3 }],
      reserve: { action: 'impression' },
    },
  });
  const allowed: boolean | undefined = caps.data?.candidates[0]?.allowed;
  const freesUpAt: string | null | undefined = caps.data?.candidates[0]?.freesUpAt;

  const batch = await client.POST('/v1/counts:batchQuery', {
    body: { users: ['user-1'], actions: ['view'], windows: ['1h'] },
  });
  for (const user of batch.data?.users ?? []) {
    if ('error' in user) return user.error.retryable;
    if (typeof user.counts['1h']?.total === 'number') return user.counts['1h'].total;
  }
  await client.PUT('/v1/campaigns/{campaignId}', {
    params: { path: { campaignId: 'c' } },
    body: { action: 'view', flights: [{ firstDay: '2026-11-16', lastDay: '2026-11-22', unitsPerDay: 1 }] },
  });
  await client.POST('/v1/events', {
    body: { userId: 'u', action: 'click', eventTime: 1, adId: 'a', insertionId: 'i' },
  });
  return [byId, impressions, allowed, freesUpAt];
}

export function line(each: components['schemas']['SubjectExportLine']): string {
  if (each.type === 'object') return each.subType;
  if (each.type === 'complete') return String(each.lines);
  // @ts-expect-error: no other line has a SubType
  return each.subType;
}

export async function misspeltCode(): Promise<unknown> {
  const userId = 'u';
  const windows = ['1d'];
  // @ts-expect-error
  await client.POST('/v1/counts:query', { body: { userId, windows, actions: ['impresion'] } });
  // @ts-expect-error
  await client.POST('/v1/counts:query', { body: { userId, windows, actions: ['click'], where: { viewTipe: '*' } } });
  // @ts-expect-error
  await client.POST('/v1/counts:query', { body: { userId, windows, actions: ['click'], entities: { ads: '*' } } });
  // @ts-expect-error
  await client.POST('/v1/counts:query', { body: { userId: 'u', windows: ['1d'], actions: ['click'], groupby: ['action'] } });
  const rule = { actions: ['click' as const], window: '1d', maximum: 1 };
  // @ts-expect-error
  await client.POST('/v1/caps:check', { body: { userId: 'u', candidates: [{}], rules: [{ ...rule, level: 'adgroup' }] } });
  // @ts-expect-error
  await client.POST('/v1/events', { body: { userId: 'u', action: 'clik', eventTime: 1 } });
  // @ts-expect-error
  await client.GET('/v1/corpora/{corpus}/object/{id}', { params: { path: { corpus: 'users', id: 'u' } } });
  const { data } = await client.POST('/v1/counts:query', { body: { userId, windows, actions: ['click'] } });
  // @ts-expect-error
  return data?.counts['1d']?.totals;
}
`;

const HEY_API = `
import { batchQueryCounts, queryCounts, checkCaps, putCampaign } from './generated/index.js';
import type { GroupedCount, Problem } from './generated/index.js';

export async function rightCode(): Promise<unknown> {
  const counts = await queryCounts({
    body: { userId: 'u', actions: ['impression'], where: { viewType: '*' }, windows: ['1d'] },
  });
  if (counts.error !== undefined) return counts.error.code satisfies Problem['code'];
  const total: GroupedCount | undefined = counts.data?.counts['1d']?.total;
  const { data } = await checkCaps({
    body: {
      userId: 'u',
      candidates: [{ campaignId: 'c' }],
      rules: [{ level: 'campaign', actions: ['impression'], window: '1d', maximum: 3 }],
    },
  });
  const batch = await batchQueryCounts({ body: { users: ['u'], actions: ['view'], windows: ['1h'] } });
  for (const user of batch.data?.users ?? []) if ('error' in user) return user.error.code;
  await putCampaign({
    path: { campaignId: 'c' },
    body: { action: 'view', flights: [{ firstDay: '2026-11-16', lastDay: '2026-11-22', unitsPerDay: 1 }] },
  });
  return [total, data?.candidates[0]?.allowed satisfies boolean | undefined];
}

export async function misspeltCode(): Promise<unknown> {
  // @ts-expect-error
  await queryCounts({ body: { userId: 'u', actions: ['impresion'], windows: ['1d'] } });
  // @ts-expect-error
  await queryCounts({ body: { userId: 'u', actions: ['impression'], where: { viewTipe: '*' }, windows: ['1d'] } });
  // @ts-expect-error
  await checkCaps({ body: { userId: 'u', candidates: [{ campaingId: 'c' }], rules: [] } });
  const { data } = await queryCounts({ body: { userId: 'u', actions: ['impression'], windows: ['1d'] } });
  // @ts-expect-error
  return data?.counts['1d']?.totals;
}
`;

const programOf = (name: string, file: string): string =>
  join(dirname(require.resolve(`${name}/package.json`)), file);

describe('Clients that are generated from the OpenAPI document', () => {
  let project: TypeProject;
  /** Errors of the compiler in the code for both clients, which it compiles together. */
  let errors: readonly string[];
  beforeAll(() => {
    project = new TypeProject();
    project.write('openapi.json', JSON.stringify(openApiDocumentOf(describedEndpoints())));
    project.write('fetch/code.ts', OPENAPI_FETCH);
    project.write('hey/code.ts', HEY_API);
    generate(programOf('openapi-typescript', 'bin/cli.js'), ['openapi.json', '-o', 'fetch/generated.ts']);
    const program = programOf('@hey-api/openapi-ts', 'bin/run.js');
    generate(program, ['-i', 'openapi.json', '-o', 'hey/generated', '--no-log-file']);
    errors = project.errors();
  });
  afterAll(() => project.remove());

  const generate = (program: string, args: readonly string[]): void => {
    execFileSync(process.execPath, [program, ...args], { cwd: project.folder });
  };

  it('openapi-typescript and openapi-fetch accept right code and refuse misspelt code', () => {
    expect(errors.filter((error) => !error.startsWith('hey/'))).toEqual([]);
  });

  it('@hey-api/openapi-ts accepts right code and refuses misspelt code', () => {
    expect(errors.filter((error) => !error.startsWith('fetch/'))).toEqual([]);
  });
});
