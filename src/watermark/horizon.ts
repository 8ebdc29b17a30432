import {
  cellsPerColumnLimit,
  chain,
  familyIs,
  qualifierRange,
  stripValue,
  timestampRange,
} from '../bigtable/filters';
import { constantFilter } from '../bigtable/read-rows-request';
import type { Filter } from '../bigtable/types';
import { CONTROL_FILTER } from './control-row';
import { columnsOf, WATERMARK_FAMILY, type OriginCode } from '../core/row-watermark';

/** In so many steps a filter falls behind its horizon before it is made, and encoded, anew. */
const STEPS = 24;

/**
 * How far back watermarks speak. What is older than replication ever takes counts as being in every cluster, so nobody asks
 * for it: each process that writes a row leaves a column there for a week, and a read takes only those of the last day.
 */
export class Horizon {
  readonly #lagMaxMs: number;
  readonly #stepMs: number;
  #fromMs = -1;
  #newest!: Filter;

  constructor(replicationLagMaxMs: number) {
    this.#lagMaxMs = replicationLagMaxMs;
    this.#stepMs = Math.ceil(replicationLagMaxMs / STEPS);
  }

  /** Writes whose version is older are in every cluster. */
  settledMs(nowMs: number): number {
    return nowMs - this.#lagMaxMs;
  }

  /** Of each column the newest version, where it is not older than `settledMs` or only a little: the same filter for long. */
  newest(nowMs: number): Filter {
    const fromMs = this.#stepBefore(nowMs);
    if (fromMs !== this.#fromMs) {
      this.#newest = constantFilter(chain(familyIs(WATERMARK_FAMILY), since(fromMs), cellsPerColumnLimit(1)));
      this.#fromMs = fromMs;
    }
    return this.#newest;
  }

  /** The same of one origin's columns. */
  ownOf(origin: OriginCode, nowMs: number): Filter {
    const columns = qualifierRange({ family: WATERMARK_FAMILY, ...columnsOf(origin) });
    return chain(columns, since(this.#stepBefore(nowMs)), cellsPerColumnLimit(1), stripValue());
  }

  /** The announcements that count: those whose clusters may have writes which are not everywhere. */
  announcements(nowMs: number): Filter {
    return chain(CONTROL_FILTER, since(this.#stepBefore(nowMs)));
  }

  #stepBefore(nowMs: number): number {
    return Math.max(0, Math.floor(this.settledMs(nowMs) / this.#stepMs) * this.#stepMs);
  }
}

const since = (fromMs: number): Filter => timestampRange(fromMs * 1_000);
