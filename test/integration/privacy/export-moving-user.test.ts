/** Exports of a user who is moving between placements, at each step of the move, on the embedded Bigtable. */
import { setCell } from '../../../src/bigtable/write/mutations';
import { loadSchema } from '../../../src/codec/declarations/schema-registry';
import { rowKey } from '../../../src/core/rows/row-key';
import { createExportSubject, type ExportSubject } from '../../../src/operations/subjects/export-subject';
import { Cancellation } from '../../../src/platform/tasks/cancellation';
import { systemClock } from '../../../src/platform/time/clock';
import type { Mover } from '../../../src/residency/mover/mover';
import type { WaveStep } from '../../../src/residency/mover/wave-run';
import { startConsistencyWorld, type ConsistencyWorld } from '../../support/consistency-world';
import { click, storedCells } from '../../support/events';
import { moveConfig, nearTopology, openMoverStores, type MoverStores } from '../../support/move-world';
import { tidemarkError } from '../../support/tidemark-error';

const call = { timeoutMs: 10_000 };

describe('An export of a user who is moving', () => {
  let world: ConsistencyWorld;
  let movers: MoverStores;
  let mover: Mover;
  let exportSubject: ExportSubject;

  beforeAll(async () => {
    world = await startConsistencyWorld(nearTopology());
    const config = moveConfig(world.env('europe-west1'));
    movers = openMoverStores(config);
    mover = movers.moverOf();
    movers.store.start();
    await movers.store.warmUp(call);
    const { store } = movers;
    exportSubject = createExportSubject({ ...store, schema: loadSchema(), clock: systemClock, config });
  });
  afterAll(async () => {
    await movers.close();
    await world.close();
  });

  const addEvent = async (id: string, adId: string): Promise<void> => {
    const [cell] = storedCells([click(Date.now() - 60_000, { userId: id, adId })]);
    const { qualifier, timestampMicros, value } = cell!;
    const mutations = [setCell('ad_action', qualifier as Buffer, timestampMicros, value as Buffer)];
    const options = { ...call, accessLocation: 'US' };
    await movers.store.writer.mutateRow('users', { key: rowKey(id), mutations }, options);
  };
  /** Begins a move that ends early at the step. Returns the id of its wave. */
  const stoppedAt = async (id: string, step: WaveStep): Promise<string> => {
    const { subjects } = movers.residency;
    const subject = subjects.of(subjects.groupOf('users')!, rowKey(id))!;
    const request = { group: 'users', to: 'eu', reason: 'explicit', subjects: [subject] } as const;
    const { waves } = await mover.plan(request);
    const abort = new AbortController();
    const onStep = (reached: WaveStep): void => {
      if (reached === step) abort.abort(new Error('stop'));
    };
    const moving = mover.move(waves[0]!, { signal: abort.signal, onStep });
    await expect(moving).rejects.toThrow(tidemarkError('client_closed_request'));
    return (await mover.openWaves())[0]!.id;
  };
  const exported = async (id: string): Promise<readonly Record<string, unknown>[]> => {
    const options = { timeoutMs: 60_000, signal: new Cancellation() };
    const request = { id, hidden: 'none', consistency: { level: 'strict' } } as const;
    let text = '';
    for await (const part of exportSubject(request, options)) text += part;
    return text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  };

  it.each<WaveStep>(['overlaid', 'closing', 'copying', 'settled', 'purging', 'ending'])(
    'has everything once at the step "%s", also what was written during the move',
    async (step) => {
      const id = `user-${step}`;
      await addEvent(id, 'before');
      const cell = { table: 'users', key: rowKey(id), family: 'profile', qualifier: Buffer.from('a') };
      await movers.store.cells.put({ ...cell, value: Buffer.alloc(0) }, call);
      const wave = await stoppedAt(id, step);
      await addEvent(id, 'during');
      const found = async (): Promise<void> => {
        const lines = await exported(id);
        expect(lines.at(-1)).toMatchObject({ type: 'complete', consistency: { level: 'strict', met: true } });
        expect(lines.filter(({ type }) => type === 'object')).toHaveLength(1);
        const events = lines.filter(({ type }) => type === 'event');
        const ads = events.map((event) => (event['dimensions'] as Record<string, unknown>)['adId']);
        expect(ads.sort()).toEqual(['before', 'during']);
      };
      await found();
      await mover.resume(wave);
      await found();
    },
  );
});
