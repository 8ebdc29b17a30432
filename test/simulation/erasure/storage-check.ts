import { decodeBlock } from '../../../src/core/blocks/decode-block';
import { parseBlockColumn } from '../../../src/core/blocks/block-column';
import type { EventCell } from '../../../src/core/columns/event-cell';
import { readEvents } from '../../../src/core/columns/read-events';
import { RESERVATION_FAMILY } from '../../../src/core/caps/reservation-family';
import { PRIVACY_FAMILY } from '../../../src/core/privacy/privacy-family';
import { rowKey } from '../../../src/core/rows/row-key';
import type { StoredCell } from '../../../src/local-bigtable/index';
import { isReservationColumn } from '../../../src/operations/caps/reservation-cells';
import { AD_ACTION } from '../../support/events';
import type { RunTally } from '../consistency/tally';
import type { CertifiedTimes, Certificate } from './certificates';
import type { DeletedEvents } from './deleted-events';
import type { History } from './history';
import { eventsOf } from './read-checks';
import { CONSENTED, EVENTS, OBJECTS, USERS, type World } from './world';

/** Checks what clusters store, as an observer of all of them. */
export class StorageCheck {
  readonly #world: World;
  readonly #tally: RunTally;
  readonly #clockSkewMaxMs: number;
  /** Last certificate of each user and kind. */
  readonly #certificates = new Map<string, Certificate>();

  constructor(world: World, tally: RunTally, clockSkewMaxMs: number) {
    this.#world = world;
    this.#tally = tally;
    this.#clockSkewMaxMs = clockSkewMaxMs;
  }

  certified = (certificate: Certificate): void => {
    const { user, kind, clusters, isValid } = certificate;
    if (!isValid) this.#tally.violated(`the signature of a certificate of ${user} is invalid`);
    if (this.#world.clusters.some((each) => !clusters.includes(each)))
      this.#tally.violated(`a certificate of ${user} has evidence of ${clusters.join(', ')} only`);
    this.#certificates.set(`${kind} ${user}`, certificate);
    this.checkCertificates();
  };

  /** Forgets certificates: the table that they are about was replaced. */
  restored(): void {
    this.#certificates.clear();
  }

  /** Checks that clusters have of each certified user only what they have accepted since. */
  checkCertificates(): void {
    for (const { kind, user, times, version } of this.#certificates.values()) {
      for (const [cluster, cell] of this.#erasedCells(user, times)) {
        if (kind === 'withdrawal' && cell.family !== CONSENTED) continue;
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
      for (const [cluster, cell] of this.#erasedCells(user, {
        ...history.erasedUpTo(user),
        decisionsMs: -1,
      })) {
        // What is no event, and arrives after the last sweep, stays hidden until the row is deleted.
        if (!this.#world.homeClustersOf(user).includes(cluster)) {
          // It has arrived after the user has moved: no read looks there, and an audit removes it.
          this.#tally.count('cells that arrived where the user is not');
        } else if (cell.family === EVENTS)
          this.#tally.violated(`${cluster} has ${nameOf(cell)} of ${user} in the end`);
        else this.#tally.count('other cells that arrived after the sweep');
      }
    }
  }

  /** Checks in the end that no cluster has an event that was deleted by a filter. */
  checkDeleted(deleted: DeletedEvents): void {
    for (const user of USERS) {
      for (const cluster of this.#world.homeClustersOf(user)) {
        const cells = this.#world.cellsAt(cluster, user).filter(({ family }) => family === EVENTS);
        const events = cells.flatMap((cell) => eventsOf(user, readEvents([eventCell(cell)], TYPE).parts));
        for (const event of events.filter((each) => deleted.isGone(each)))
          this.#tally.violated(
            `${cluster} has an event of ${user} at ${event.eventTimeMs} in the end, deleted by a filter`,
          );
        this.#tally.count('events checked in the end', events.length);
      }
    }
  }

  *#erasedCells(user: string, times: CertifiedTimes): Iterable<readonly [cluster: string, cell: StoredCell]> {
    for (const cluster of this.#world.clusters)
      for (const cell of this.#world.cellsAt(cluster, user))
        if (this.#isErased(cell, times)) yield [cluster, cell];
  }

  #isErased({ family, qualifier, timestampMs, value }: StoredCell, times: CertifiedTimes): boolean {
    if (family === OBJECTS || family === CONSENTED) return timestampMs <= times.objectsMs;
    if (family === RESERVATION_FAMILY)
      return isReservationColumn(Buffer.from(qualifier)) && timestampMs <= times.eventsMs;
    if (family === PRIVACY_FAMILY) {
      if (qualifier.startsWith('w')) return timestampMs <= times.decisionsMs - 2 * this.#clockSkewMaxMs;
      return qualifier.startsWith('g') && timestampMs <= times.decisionsMs;
    }
    if (family !== EVENTS) return false;
    if (parseBlockColumn(Buffer.from(qualifier, 'latin1')) === undefined)
      return timestampMs <= times.eventsMs;
    const { timesMs } = decodeBlock(Buffer.from(value, 'latin1'), AD_ACTION.events);
    return timesMs.some((timeMs) => timeMs <= times.eventsMs);
  }
}

const TYPE = AD_ACTION.events;

const eventCell = ({ qualifier, timestampMs, value }: StoredCell): EventCell => ({
  qualifier: Buffer.from(qualifier, 'latin1'),
  timestampMicros: timestampMs * 1_000,
  value: Buffer.from(value, 'latin1'),
});

function nameOf({ family, qualifier, timestampMs }: StoredCell): string {
  const isBlock = family === EVENTS && parseBlockColumn(Buffer.from(qualifier, 'latin1')) !== undefined;
  return `${isBlock ? 'a block' : 'a cell'} of ${family} at ${timestampMs}`;
}
