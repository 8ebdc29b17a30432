/** Guards of a full pass around its pages, with rows, records and threads in memory. */
import type { Row } from '../../../../../src/bigtable/client/types';
import { loadSchema } from '../../../../../src/codec/declarations/schema-registry';
import { DEFAULTS } from '../../../../../src/config/defaults';
import type { VisibleScannedRow } from '../../../../../src/consistency/store';
import { versionMarker } from '../../../../../src/core/objects/delete-markers';
import { checkDefinition } from '../../../../../src/core/pipelines/check-definition';
import { emptyRunTally } from '../../../../../src/core/pipelines/run-rows';
import { RUN_FAMILY } from '../../../../../src/core/pipelines/pipelines-table';
import { privacyRulesOf } from '../../../../../src/core/privacy/privacy-rules';
import { RowPrivacy } from '../../../../../src/core/privacy/row-privacy';
import { EMPTY_RECORD } from '../../../../../src/core/privacy/subject-record';
import { objectIdOf, rowKey } from '../../../../../src/core/rows/row-key';
import { TidemarkError } from '../../../../../src/errors';
import { isInternal } from '../../../../../src/operations/objects/object-rules';
import {
  runFullPass,
  type FullPassDependencies,
  type FullPassJob,
} from '../../../../../src/operations/pipelines/full-pass/full-pass';
import { positionCodec } from '../../../../../src/operations/pipelines/full-pass/position-codec';
import { hiddenInRows } from '../../../../../src/operations/pipelines/full-pass/read-page';
import { RunStore } from '../../../../../src/operations/pipelines/full-pass/run-store';
import { decodeRows, encodeOutputs } from '../../../../../src/operations/pipelines/threads/page-format';
import { systemClock } from '../../../../../src/platform/time/clock';
import { MemoryTransactions } from '../../../../support/memory-transactions';

const schema = loadSchema();
const corpora = schema.corpora();
const definition = { name: 'a', corpus: 'users', reads: ['profile'], writes: ['profile'], process: () => [] };
const pipeline = checkDefinition(definition, { corpora, isInternal });
const run = { pipeline: 'a', runId: 'r1', corpus: 'users', runTimeMs: 5_000, ranges: 1, writes: ['profile'] };
const { signal } = new AbortController();

const cellOf = (qualifier: Buffer, bytes = 10) => ({
  family: 'profile',
  qualifier,
  timestampMicros: 1_000,
  value: Buffer.alloc(bytes),
  labels: [],
});
const idOf = ({ key }: { readonly key: Buffer }): string => objectIdOf(key)!;

describe('A full pass over pages', () => {
  const open = (count: number, cells = [cellOf(Buffer.from('main'))]) => {
    const keys = Array.from({ length: count }, (_, at) => rowKey(`u${at}`));
    const rows = keys.sort((a, b) => Buffer.compare(a, b)).map((key): Row => ({ key, cells }));
    const transactions = new MemoryTransactions(RUN_FAMILY);
    const records = { transactions, clock: systemClock, random: () => 0.5 };
    const scanner = { scan: () => ({ [Symbol.asyncIterator]: async function* () {} }) };
    const limits = {
      ...DEFAULTS.bigtable,
      ...DEFAULTS.counts,
      ...DEFAULTS.pipelines,
      derivedWriteMaxMs: 60_000,
      pageRows: 4,
      errorsMax: 0,
      rangesInFlight: 1,
    };
    const runs = new RunStore({ ...records, scanner, limits });
    const world = {
      limits,
      /** Ids of each page. */
      pages: [] as string[][],
      readAgain: [] as string[],
      isFailing: (_id: string): boolean => false,
      onRejects: (): Promise<void> => Promise.resolve(),
      generations: undefined as FullPassJob['generations'],
      saved: () => runs.takeRange(run, 0, { id: 'look', initial: NOT_BEGUN }, signal),
      start: () => runFullPass(job(), dependencies()),
    };
    const job = (): FullPassJob => ({
      pipeline,
      run,
      worker: { index: 0, count: 1 },
      signal,
      generations: world.generations,
      onRejects: () => world.onRejects(),
    });
    const dependencies = (): FullPassDependencies => ({
      scanner: {
        async *scan({ ranges, rowsMax }): AsyncGenerator<VisibleScannedRow, undefined> {
          const { key, inclusive } = ranges![0]!.start ?? { key: Buffer.alloc(0), inclusive: true };
          const rest = rows.filter(
            (row) => Buffer.compare(row.key, key) > 0 || (inclusive && row.key.equals(key)),
          );
          for (const row of rest.slice(0, rowsMax)) yield { key: row.key, row, privacy: undefined };
          return undefined;
        },
      },
      readObjectRow: (_, { key }) => {
        world.readAgain.push(idOf({ key }));
        return Promise.resolve({ row: undefined, privacy: undefined });
      },
      writer: { mutateRows: () => Promise.resolve([]) },
      processRows: (page) => {
        const found = decodeRows(page.rows, ['profile']);
        world.pages.push(found.map(idOf));
        const failing = found.flatMap((row, at) => (world.isFailing(idOf(row)) ? [at] : []));
        const failures = failing.map((row) => ({ row, code: 'pipeline_failed' as const, message: 'fails' }));
        return Promise.resolve({
          outputs: encodeOutputs(
            found.map(() => []),
            [],
          ),
          failures,
          tookMs: 0,
        });
      },
      runs,
      positions: positionCodec(undefined),
      owner: 'o',
      clock: systemClock,
      random: () => 0.5,
      isDryRun: false,
      limits: world.limits,
    });
    return world;
  };
  const NOT_BEGUN = { owner: 'look', share: 0, isDone: false, tally: emptyRunTally() };

  it('ends once more objects have failed than are allowed, behind the last page that is saved', async () => {
    const world = open(12);
    world.limits.errorsMax = 1;
    world.isFailing = (id) => world.pages.length > 1 && world.pages.at(-1)!.indexOf(id) < 2;
    expect(await world.start()).toMatchObject({
      status: 'failed',
      error: { code: 'pipeline_failed' },
      objects: 4,
    });
    expect(world.pages).toHaveLength(2);
    expect((await world.saved()).tally.objects).toBe(4);
  });

  it('saves no position before the objects that failed are stored', async () => {
    const world = open(4);
    world.limits.errorsMax = 9;
    world.isFailing = () => true;
    world.onRejects = () => Promise.reject(new TidemarkError('internal', 'the disk is full'));
    expect(await world.start()).toMatchObject({ status: 'failed', error: { message: 'the disk is full' } });
    expect((await world.saved()).tally.objects).toBe(0);
  });

  it('saves no position if its generation is closed when the page is acknowledged', async () => {
    const world = open(4);
    world.generations = {
      numbers: new Map(),
      targets: new Map(),
      confirm: () => Promise.reject(new TidemarkError('generation_conflict', 'it was collected')),
      complete: () => Promise.resolve(),
    };
    expect(await world.start()).toMatchObject({ status: 'failed', error: { code: 'generation_conflict' } });
    expect((await world.saved()).tally.objects).toBe(0);
  });

  it('ends a page at the limit of its bytes, and goes on behind it', async () => {
    const world = open(5, [cellOf(Buffer.from('main'), 100)]);
    world.limits.pageBytesMax = 150;
    expect(await world.start()).toMatchObject({ status: 'complete', objects: 5 });
    expect(world.pages.map(({ length }) => length)).toEqual([2, 2, 1]);
  });

  it('reads rows again in which deleted versions may have displaced visible ones', async () => {
    const versions = [3_000, 4_000].map((ms) => cellOf(versionMarker(Buffer.from('main'), ms), 0));
    const hidden = [4_000, 3_000].map((ms) => ({
      ...cellOf(Buffer.from('main')),
      timestampMicros: ms * 1_000,
    }));
    const world = open(1, [...versions, ...hidden]);
    expect(await world.start()).toMatchObject({ status: 'complete', objects: 0 });
    expect(world.readAgain).toEqual(['u0']);
  });

  it('passes on which events in blocks are hidden', () => {
    const settings = { policy: 'enforce', policies: new Map(), clockSkewMaxMs: 0 } as const;
    const users = privacyRulesOf(corpora, settings).get('users')!;
    const events = checkDefinition(
      { ...definition, reads: [{ dataType: 'ad_action', windowDays: 1 }] },
      { corpora, isInternal },
    );
    const row: Row = { key: rowKey('u0'), cells: [] };
    const record = {
      ...EMPTY_RECORD,
      eventsErasedUpTo: 7_000_000,
      deletedEvents: new Map([['ad_action', new Map([['q', 9_000_000]])]]),
    };
    const privacy = new RowPrivacy(users, record);
    expect(
      hiddenInRows(
        [
          { row, privacy: undefined },
          { row, privacy },
        ],
        events,
      ),
    ).toMatchObject([{ row: 1, family: 'ad_action', named: ['q'] }]);
  });
});
