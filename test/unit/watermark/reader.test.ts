import { EVENTUAL } from '../../../src/core/consistency';
import { ReaderWorld, valueOf, writesOnlyAt } from './reader-world';

describe('An eventual read', () => {
  let world: ReaderWorld;
  afterEach(() => world.close());

  it('is answered by the nearest replica, whatever that has', async () => {
    world = await ReaderWorld.open();
    const [eu, us] = [world.process('eu'), world.process('us')];
    await us.write('v1');
    await world.clock.advance(200);
    await us.write('v2');
    const { value: answer, tookMs } = await world.timed(eu.read(EVENTUAL));
    expect([valueOf(answer), tookMs]).toEqual(['v1', 0]);
    expect(answer.evidence).toMatchObject({
      level: 'eventual',
      met: true,
      clusters: ['eu-a'],
      tier: 'nearest',
      lookups: 1,
    });
  });
});

describe('A strict read', () => {
  let world: ReaderWorld;
  afterEach(() => world.close());

  it('is answered by the nearest replica when that has what the origins have', async () => {
    world = await ReaderWorld.open();
    const [eu, us] = [world.process('eu'), world.process('us')];
    await us.write('v1');
    await world.clock.advance(200);
    const { value: answer, tookMs } = await world.timed(eu.read({ level: 'strict' }));
    expect([valueOf(answer), tookMs]).toEqual(['v1', 240]);
    expect(answer.evidence).toMatchObject({ met: true, clusters: ['eu-a'], tier: 'nearest', lookups: 3 });
    expect(eu.ends).toEqual([
      'nearest eu-a answered',
      'watermark us-a answered',
      'watermark asia-a answered',
    ]);
  });

  it('is answered by the origin of what the nearest lacks', async () => {
    world = await ReaderWorld.open();
    const [eu, us] = [world.process('eu'), world.process('us')];
    world.stopReplication('us-a', 'eu-a');
    await us.write('v1');
    await world.clock.advance(200);
    const { value: answer, tookMs } = await world.timed(eu.read({ level: 'strict' }));
    expect([valueOf(answer), tookMs]).toEqual(['v1', 240]);
    expect(answer.evidence).toMatchObject({ met: true, clusters: ['us-a'], tier: 'origin' });
  });

  it('asks the only origin for the row itself, at once', async () => {
    world = await ReaderWorld.open(writesOnlyAt(['us-a']));
    const [eu, us] = [world.process('eu'), world.process('us')];
    await us.write('v1');
    const { value: answer, tookMs } = await world.timed(eu.read({ level: 'strict' }));
    expect([valueOf(answer), tookMs]).toEqual(['v1', 80]);
    expect(answer.evidence).toMatchObject({ met: true, clusters: ['us-a'], tier: 'origin', lookups: 2 });
  });
});
