import { EVENTUAL, type Consistency } from '../../../../src/core/consistency/consistency';
import { DEFAULTS } from '../../../../src/config/defaults';
import { TidemarkError } from '../../../../src/errors';
import { EntityRegister } from '../../../../src/operations/sketches/entity-register';
import type { Reader } from '../../../../src/consistency/store';
import { campaignId, registerCampaigns } from '../../../support/campaigns';
import { embeddedEventStore, type EventStore } from '../../../support/event-store';
import { VirtualClock } from '../../../support/virtual-clock';

const PLACE = { corpus: 'campaigns', family: 'campaign' };
const [A, B, C] = [1, 2, 3].map(campaignId) as [string, string, string];
const DOWN = new TidemarkError('store_unavailable', 'down');

describe('The register of entities', () => {
  let store: EventStore;
  let reads: string[];
  let clock: VirtualClock;
  let fault: (level: string) => TidemarkError | undefined;

  beforeEach(async () => {
    store = await embeddedEventStore();
    reads = [];
    clock = new VirtualClock(Date.now());
    fault = () => undefined;
  });

  afterEach(() => store.close());

  /** The real reader with faults: `fault` may fail reads of a level. */
  function register(limits: Partial<Record<keyof typeof DEFAULTS.sketches, number>> = {}): EntityRegister {
    const reader: Reader = {
      readRow: () => Promise.reject(new Error('entities are read together')),
      async readRows(read, consistency: Consistency, options) {
        reads.push(`${consistency.level} ${read.keys.length}`);
        const error = fault(consistency.level);
        if (error !== undefined) throw error;
        // A single cluster without topology: it cannot prove anything and has everything.
        return store.store.reader.readRows(read, EVENTUAL, options);
      },
    };
    const { schema } = store;
    const absence = { level: 'strict' } as const;
    return new EntityRegister({
      reader,
      schema,
      clock,
      absenceConsistency: absence,
      limits: { ...DEFAULTS.sketches, ...limits },
    });
  }

  const lookUp = async (from: EntityRegister, ...ids: string[]): Promise<unknown[]> => {
    const found = await from.lookUp(PLACE, new Set(ids));
    return ids.map((id) => found.get(id));
  };

  it('one read finds the registered entities of many, and absence is verified', async () => {
    await registerCampaigns(store.store.writer, [A, C]);
    expect(await lookUp(register(), A, B, C)).toEqual([true, false, true]);
    expect(reads).toEqual(['eventual 3', 'strict 1']);
  });

  it('presence is cached for long and absence briefly', async () => {
    await registerCampaigns(store.store.writer, [A]);
    const entities = register();
    await lookUp(entities, A, B);
    reads = [];
    expect(await lookUp(entities, A, B)).toEqual([true, false]);
    expect(reads).toEqual([]);
    await registerCampaigns(store.store.writer, [B]);
    await clock.advance(DEFAULTS.sketches.unregisteredForMs);
    expect(await lookUp(entities, A, B)).toEqual([true, true]);
    expect(reads).toEqual(['eventual 1']);
    await clock.advance(DEFAULTS.sketches.registeredForMs);
    await lookUp(entities, A, B);
    expect(reads).toEqual(['eventual 1', 'eventual 2']);
  });

  it('concurrent lookups share one read', async () => {
    await registerCampaigns(store.store.writer, [A]);
    const entities = register();
    const answers = await Promise.all([
      lookUp(entities, A, B),
      lookUp(entities, B, A),
      lookUp(entities, A, C),
    ]);
    expect(answers).toEqual([
      [true, false],
      [false, true],
      [true, false],
    ]);
    expect(reads.filter((read) => read.startsWith('eventual'))).toEqual(['eventual 2', 'eventual 1']);
  });

  it('a failed read yields errors, briefly cached, and other reads continue', async () => {
    await registerCampaigns(store.store.writer, [A]);
    const entities = register();
    fault = () => DOWN;
    expect(await lookUp(entities, A, B)).toEqual([DOWN, DOWN]);
    fault = () => undefined;
    await clock.advance(DEFAULTS.sketches.unregisteredForMs);
    expect(await lookUp(entities, A, B)).toEqual([true, false]);
  });

  it('entities whose absence cannot be proven get an error, and others their status', async () => {
    await registerCampaigns(store.store.writer, [A]);
    fault = (level) => (level === 'strict' ? DOWN : undefined);
    expect(await lookUp(register(), A, B)).toEqual([true, DOWN]);
  });

  it('reads and cache are limited in size', async () => {
    await registerCampaigns(store.store.writer, [A, B, C]);
    const entities = register({ registerRowsPerRead: 2, registeredMax: 2 });
    expect(await lookUp(entities, A, B, C)).toEqual([true, true, true]);
    expect(reads).toEqual(['eventual 2', 'eventual 1']);
    reads = [];
    await lookUp(entities, B, C);
    expect(reads).toEqual([]);
    await lookUp(entities, A);
    expect(reads).toEqual(['eventual 1']);
  });
});
