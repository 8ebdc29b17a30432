import { decodeBlock } from '../../../src/core/blocks/decode-block';
import { parseBlockColumn } from '../../../src/core/blocks/block-column';
import { rowKey } from '../../../src/core/rows/row-key';
import type { StoredCell } from '../../../src/local-bigtable/index';
import { AD_ACTION } from '../../support/events';
import type { RunTally } from '../consistency/tally';
import type { Certificate } from './eraser-process';
import type { ErasureTimes, History } from './history';
import { CLUSTERS, EVENTS, OBJECTS, USERS, type World } from './world';

/** Checks what clusters store, as an observer of all of them. */
export class StorageCheck {
  readonly #world: World;
  readonly #tally: RunTally;
  /** Last certificate of each user. */
  readonly #certificates = new Map<string, Certificate>();

  constructor(world: World, tally: RunTally) {
    this.#world = world;
    this.#tally = tally;
  }

  certified = (certificate: Certificate): void => {
    this.#certificates.set(certificate.user, certificate);
    this.checkCertificates();
  };

  /** Checks that clusters have of each certified user only what they have accepted since. */
  checkCertificates(): void {
    for (const { user, times, version } of this.#certificates.values()) {
      for (const [cluster, cell] of this.#erasedCells(user, times)) {
        const committed = this.#world.commits.versionOf(rowKey(user).toString('latin1'), cell);
        if (committed > version) continue;
        this.#tally.violated(
          `${cluster} has ${nameOf(cell)} of ${user}, although its absence is certified up to ${JSON.stringify(times)}`,
        );
      }
    }
    this.#tally.count('checks of certificates', this.#certificates.size);
  }

  /** Checks in the end, after all has been swept and compacted, that no hidden event is left. */
  checkEnd(history: History): void {
    for (const user of USERS) {
      for (const [cluster, cell] of this.#erasedCells(user, history.erasedUpTo(user))) {
        // Objects that arrive after the last sweep stay hidden until the row is deleted.
        if (cell.family === OBJECTS) this.#tally.count('objects that arrived after the sweep');
        else this.#tally.violated(`${cluster} has ${nameOf(cell)} of ${user} in the end`);
      }
    }
  }

  *#erasedCells(user: string, times: ErasureTimes): Iterable<readonly [cluster: string, cell: StoredCell]> {
    for (const cluster of CLUSTERS)
      for (const cell of this.#world.cellsAt(cluster, user)) if (isErased(cell, times)) yield [cluster, cell];
  }
}

function isErased({ family, qualifier, timestampMs, value }: StoredCell, times: ErasureTimes): boolean {
  if (family === OBJECTS) return timestampMs <= times.objectsMs;
  if (family !== EVENTS) return false;
  if (parseBlockColumn(Buffer.from(qualifier, 'latin1')) === undefined) return timestampMs <= times.eventsMs;
  const { timesMs } = decodeBlock(Buffer.from(value, 'latin1'), AD_ACTION.events);
  return timesMs.some((timeMs) => timeMs <= times.eventsMs);
}

function nameOf({ family, qualifier, timestampMs }: StoredCell): string {
  const isBlock = family === EVENTS && parseBlockColumn(Buffer.from(qualifier, 'latin1')) !== undefined;
  return `${isBlock ? 'a block' : 'a cell'} of ${family} at ${timestampMs}`;
}
