import { cellsPerColumnLimit, chain, familyIs } from '../../../src/bigtable/read/filters';
import { mergeSketchBytes } from '../../../src/codec/sketches/sketch-codec';
import { EVENTUAL } from '../../../src/core/consistency/consistency';
import { sketchPrefix } from '../../../src/core/campaign-counts/plan-merges';
import { sketchRowKey } from '../../../src/core/sketches/sketch-row';
import type { Sketch } from '../../../src/core/sketches/sketch';
import type { Reader } from '../../../src/consistency/store';
import { CLUSTERS, type World } from '../compaction/world';
import type { RunTally } from '../consistency/tally';
import { areEqual, DAY, CAMPAIGNS, sketchOf, SKETCHES, type History, type Sketches } from './history';

/** Compares replicas with their earlier content and with the events sent. */
export class Checker {
  readonly #readers: ReadonlyMap<string, Reader>;
  readonly #history: History;
  readonly #tally: RunTally;
  /** Content seen last, by replica and campaign. */
  readonly #seen = new Map<string, Sketches>();

  constructor(world: World, history: History, tally: RunTally) {
    this.#readers = new Map(CLUSTERS.map((id) => [id, world.replicaReader(id)]));
    this.#history = history;
    this.#tally = tally;
  }

  /** Checks that a replica never loses content, whatever is merged or lags. */
  async checkGrowing(cluster: string): Promise<void> {
    for (const id of CAMPAIGNS) {
      const place = `${cluster} ${id}`;
      const [before, now] = [this.#seen.get(place), await this.#read(cluster, id)];
      this.#seen.set(place, now);
      for (const [name, sketch] of before ?? []) {
        const both = sketch.clone();
        const after = now.get(name);
        if (after !== undefined) both.merge(after);
        if (!areEqual(both, after)) this.#tally.violated(`${place} ${name}: has lost what it had`);
      }
    }
    this.#tally.count('looks at a replica');
  }

  /** Checks that each replica has exactly the events sent, once everything is quiet. */
  async checkAll(): Promise<void> {
    for (const cluster of CLUSTERS) {
      for (const id of CAMPAIGNS) {
        const [expected, found] = [this.#history.expected(id), await this.#read(cluster, id)];
        for (const name of new Set([...expected.keys(), ...found.keys()])) {
          const [should, is] = [expected.get(name), found.get(name)];
          if (should?.isExact === false) this.#tally.count('estimates checked');
          if (areEqual(should, is)) continue;
          const counts = `${is?.estimate() ?? 0} instead of ${should?.estimate() ?? 0}`;
          this.#tally.violated(`${cluster} ${id} ${name}: ${counts}`);
        }
      }
    }
    this.#tally.count('replicas checked', CLUSTERS.length);
  }

  async #read(cluster: string, id: string): Promise<Sketches> {
    const { corpus: table, family } = SKETCHES;
    const filter = chain(familyIs(family), cellsPerColumnLimit(1));
    const reader = this.#readers.get(cluster)!;
    const { row } = await reader.readRow({ table, key: sketchRowKey(id, DAY), filter }, EVENTUAL);
    const sketches = new Map<string, Sketch>();
    for (const { qualifier, value } of row?.cells ?? []) {
      mergeSketchBytes(sketchOf(sketches, Buffer.from(sketchPrefix(qualifier), 'latin1')), value);
    }
    return sketches;
  }
}
