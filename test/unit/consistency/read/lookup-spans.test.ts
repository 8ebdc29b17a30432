import { NO_TRACING, type Tracing } from '../../../../src/platform/telemetry/tracing';
import { familyIs } from '../../../../src/bigtable/read/filters';
import { rowKey } from '../../../../src/core/rows/row-key';
import { KEY, ReaderWorld, TABLE } from '../reader-world';

const OTHER_KEY = rowKey('user-2');

/** Which spans there were, in the order of their ends, and which of them failed. */
function seenSpans(): { readonly tracing: Tracing; readonly ended: string[] } {
  const ended: string[] = [];
  const tracing: Tracing = {
    ...NO_TRACING,
    async span(name, attributes, task) {
      const reported = `${name} ${String(attributes['tidemark.lookup'])} ${String(attributes['tidemark.cluster'])}`;
      let end = 'failed';
      try {
        const value = await task();
        end = 'answered';
        return value;
      } finally {
        ended.push(`${reported} ${end}`);
      }
    },
  };
  return { tracing, ended };
}

describe('Each lookup of a read is a span that names its cluster and what it was for', () => {
  let world: ReaderWorld;

  beforeEach(async () => {
    world = await ReaderWorld.open();
    await world.process('us').write('v');
    await world.clock.advance(500);
  });
  afterEach(() => world.close());

  it('where a strict read asks the origins', async () => {
    const { tracing, ended } = seenSpans();
    const eu = world.process('eu', { tracing });
    await world.settled(eu.read({ level: 'strict' }));
    expect(ended).toEqual([
      'lookup nearest eu-a answered',
      'lookup watermark us-a answered',
      'lookup watermark asia-a answered',
    ]);
  });

  it('where the first fails, and the next one answers', async () => {
    const { tracing, ended } = seenSpans();
    world.faults.stop('eu-a');
    await world.settled(world.process('eu', { tracing }).read({ level: 'eventual' }));
    expect(ended).toEqual(['lookup nearest eu-a failed', 'lookup failover us-a answered']);
  });

  it('where several rows are read', async () => {
    const { tracing, ended } = seenSpans();
    const { reader } = world.process('eu', { tracing });
    const read = { table: TABLE, keys: [KEY, OTHER_KEY], filter: familyIs('f') };
    await world.settled(reader.readRows(read, { level: 'strict' }));
    expect([...ended].sort()).toEqual([
      'lookup nearest eu-a answered',
      'lookup watermark asia-a answered',
      'lookup watermark us-a answered',
    ]);
  });
});
