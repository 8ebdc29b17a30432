import { mkdtempSync, renameSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TidemarkError } from '../../../../src/errors';
import type { StoreTopology } from '../../../../src/routing/topology/store-topology';
import { watchTopology } from '../../../../src/routing/topology/watch-topology';
import { tidemarkError } from '../../../support/tidemark-error';
import { VirtualClock } from '../../../support/virtual-clock';
import { changed, DOCUMENT } from '../routing-world';

describe('A watched topology file', () => {
  let folder: string;
  let file: string;
  let clock: VirtualClock;
  let changes: StoreTopology[];
  let errors: TidemarkError[];

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'tidemark-topology-'));
    file = join(folder, 'topology.json');
    clock = new VirtualClock();
    [changes, errors] = [[], []];
    write(DOCUMENT);
  });

  afterEach(() => rmSync(folder, { recursive: true }));

  const write = (document: unknown, to = file): void =>
    writeFileSync(to, typeof document === 'string' ? document : JSON.stringify(document));
  const watch = () =>
    watchTopology({
      file,
      clock,
      intervalMs: 1_000,
      onChange: (topology) => changes.push(topology),
      onError: (error) => errors.push(error),
    });
  const regionsOf = ({ instances }: StoreTopology): number =>
    new Set(instances[0]!.clusters.serving.map(({ region }) => region)).size;

  /** Returns the topology with one cluster and one region removed. */
  const SMALLER = changed(({ clusters, appProfiles }, all) => {
    delete clusters['asia-a'];
    delete appProfiles['at-asia-a'];
    all['clientRegions'] = ['asia'];
  });

  it('is read at the start', () => {
    const { topology, stop } = watch();
    expect(regionsOf(topology)).toBe(3);
    stop();
  });

  it('is reported once when its contents change', async () => {
    const { stop } = watch();
    await clock.advance(5_000);
    expect(changes).toEqual([]);
    write(SMALLER);
    await clock.advance(999);
    expect(changes).toEqual([]);
    await clock.advance(5_000);
    expect(changes.map(regionsOf)).toEqual([2]);
    expect(errors).toEqual([]);
    stop();
  });

  it('is reported when another file with the same modification time replaces it', async () => {
    const [first, second, link] = ['a.json', 'b.json', 'new'].map((name) => join(folder, name)) as [
      ...[string, string, string],
    ];
    write(DOCUMENT, first);
    write(SMALLER, second);
    for (const each of [first, second]) utimesSync(each, 1, 1);
    rmSync(file);
    symlinkSync(first, file);
    const { stop } = watch();
    symlinkSync(second, link);
    renameSync(link, file);
    await clock.advance(1_000);
    expect(changes.map(regionsOf)).toEqual([2]);
    stop();
  });

  it.each([
    ['invalid JSON', '{', 'config'],
    ['an invalid topology', { instances: { demo: { clusters: {} } } }, 'instances.demo.clusters'],
    [
      'a topology that the router cannot use',
      changed(({ appProfiles }) => delete appProfiles['batch']),
      'instances.demo.clusters.eu-batch',
    ],
  ])('changes nothing when it becomes %s, and reports this once', async (_, document, field) => {
    const { stop } = watch();
    write(document);
    await clock.advance(5_000);
    expect(changes).toEqual([]);
    expect(errors).toEqual([tidemarkError('invalid_argument', field)]);
    expect(errors[0]!.message).toContain(`(${file})`);
    write(SMALLER);
    await clock.advance(1_000);
    expect(changes.map(regionsOf)).toEqual([2]);
    stop();
  });

  it('keeps the previous topology when it is removed, until it is back', async () => {
    const { stop } = watch();
    rmSync(file);
    await clock.advance(3_000);
    expect(errors).toEqual([tidemarkError('invalid_argument', 'config')]);
    expect(errors[0]!.message).toContain('cannot be read');
    write(SMALLER);
    await clock.advance(1_000);
    expect(changes.map(regionsOf)).toEqual([2]);
    stop();
  });

  it('is not read any more after the stop', async () => {
    const { stop } = watch();
    await clock.advance(1_000);
    stop();
    expect(clock.pending).toBe(0);
    write(SMALLER);
    await clock.advance(5_000);
    expect(changes).toEqual([]);
  });

  it('must be valid at the start', () => {
    write('{}');
    expect(watch).toThrow(tidemarkError('invalid_argument', 'instances'));
    rmSync(file);
    expect(watch).toThrow(tidemarkError('invalid_argument', 'config'));
    expect(clock.pending).toBe(0);
    write(DOCUMENT);
  });
});
