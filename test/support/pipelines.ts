/** Users whose profiles a pipeline computes from their clicks, and what it must have written. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadSchema } from '../../src/codec/declarations/schema-registry';
import { EVENTUAL } from '../../src/core/consistency/consistency';
import { passAll } from '../../src/bigtable/read/filters';
import { setCell } from '../../src/bigtable/write/mutations';
import { rowKey } from '../../src/core/rows/row-key';
import { TidemarkError } from '../../src/errors';
import type { Store } from '../../src/store/open-store';
import { AD_ACTION, adEvent, storedCells } from './events';

const schema = loadSchema();
const profile = schema.codec(schema.dataType('users', 'profile'));
const HOUR_MS = 3_600_000;

/** One serving cluster in each of two regions, and one for batch work, which decides about transactions. */
export const BATCH_TOPOLOGY = {
  project: 'tidemark',
  clientRegion: 'eu',
  instances: {
    tidemark: {
      clusters: {
        'eu-a': { region: 'eu' },
        'us-a': { region: 'us' },
        'us-batch': { region: 'us', zone: 'us-b', role: 'batch' },
      },
      appProfiles: {
        eu: { cluster: 'eu-a', transactions: true },
        us: { cluster: 'us-a', transactions: true },
        batch: { cluster: 'us-batch', transactions: true, priority: 'low' },
      },
    },
  },
  links: [{ between: ['eu', 'us'], delayMs: 1 }],
};

export const userId = (at: number): string => `user-${at}`;
/** Number of clicks of a user. */
export const clicksOf = (at: number): number => (at % 4) + 1;

/** Writes users, each with a profile "old" and some clicks of the last hours. */
export async function writeUsers(store: Store, count: number, nowMs: number): Promise<void> {
  const value = profile.fromJson({ locale: 'old' });
  for (let from = 0; from < count; from += 1_000) {
    const rows = Array.from({ length: Math.min(1_000, count - from) }, (_, index) => {
      const at = from + index;
      const clicks = Array.from({ length: clicksOf(at) }, (_each, click) =>
        adEvent({
          userId: userId(at),
          eventTimeMs: nowMs - (click + 1) * HOUR_MS,
          adId: `a${click}`,
          campaignId: 'c1',
        }),
      );
      const events = storedCells(clicks).map((cell) =>
        setCell(AD_ACTION.family, cell.qualifier as Buffer, cell.timestampMicros, cell.value as Buffer),
      );
      const old = setCell('profile', Buffer.from('main'), (nowMs - HOUR_MS) * 1_000, value);
      return { key: rowKey(userId(at)), mutations: [old, ...events] };
    });
    for (const outcome of await store.writer.mutateRows('users', rows, { timeoutMs: 20_000 }))
      if (outcome instanceof TidemarkError) throw outcome;
  }
}

/** Versions of the column `clicks` of a user, newest first. */
export interface StoredClicks {
  readonly versionMs: number;
  readonly locale: string;
}

export async function storedClicks(store: Store, at: number): Promise<readonly StoredClicks[]> {
  const read = { table: 'users', key: rowKey(userId(at)), filter: passAll() };
  const { row } = await store.reader.readRow(read, EVENTUAL, { timeoutMs: 20_000 });
  return (row?.cells ?? [])
    .filter(({ family, qualifier }) => family === 'profile' && qualifier.toString() === 'clicks')
    .map(({ timestampMicros, value }) => {
      const { locale } = profile.toJson(value) as { locale: string };
      return { versionMs: timestampMicros / 1_000, locale };
    });
}

/**
 * Writes the file of a pipeline that counts the clicks of each user into the locale of the profile `clicks`. `body` comes
 * before that, in `process`, `top` at the start of the file.
 */
export function pipelineFile(
  folder: string,
  { name = 'clicks', body = '', top = '', setup = '' } = {},
): string {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${name}.js`);
  const text = `'use strict';
${top}
module.exports = {
  name: '${name}',
  corpus: 'users',
  reads: ['profile', { dataType: 'ad_action', windowDays: 30 }],
  writes: ['profile'],
  ${setup}
  process(object, context) {
    ${body}
    const clicks = object.count('ad_action', { actions: ['click'] });
    return [{ dataType: 'profile', subType: 'clicks', value: { locale: String(clicks) } }];
  },
};
`;
  writeFileSync(file, text);
  return file;
}
