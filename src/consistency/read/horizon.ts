import {
  cellsPerColumnLimit,
  chain,
  familyIs,
  qualifierRange,
  stripValue,
  timestampRange,
} from '../../bigtable/read/filters';
import { constantFilter } from '../../bigtable/read/read-rows-request';
import type { Filter } from '../../bigtable/client/types';
import { CONTROL_FILTER } from '../origins/control-row';
import { originColumns, WATERMARK_FAMILY, type OriginCode } from '../../core/consistency/row-watermark';
import { DEFAULTS } from '../../config/defaults';

/** In so many steps a filter falls behind its horizon before it is made, and encoded, anew. */
const STEPS = 24;

/**
 * How far back watermarks speak. What is older than replication ever takes counts as being in every cluster, so nobody asks
 * for it: each process that writes a row leaves a column there for a week, and a read takes only those of the last day.
 */
export class Horizon {
  /** Newest cells of each column that a proof takes where the origins can be asked too. */
  readonly depth: number;
  readonly #lagMaxMs: number;
  readonly #stepMs: number;
  #fromMs = -1;
  #newest!: Filter;
  /** By depth, of which there are two. */
  readonly #chains = new Map<number, Filter>();

  constructor(replicationLagMaxMs: number, depth: number = DEFAULTS.consistency.watermarkDepth) {
    this.depth = depth;
    this.#lagMaxMs = replicationLagMaxMs;
    this.#stepMs = Math.ceil(replicationLagMaxMs / STEPS);
  }

  /** Writes whose version is older are in every cluster. */
  replicatedBeforeMs(nowMs: number): number {
    return nowMs - this.#lagMaxMs;
  }

  /**
   * Of each column the newest version, where it is not older than `replicatedBeforeMs` or only a little: the same filter for long.
   * Without its value: it says what the row shows, and proves nothing.
   */
  newestFilter(nowMs: number): Filter {
    this.#encode(nowMs);
    return this.#newest;
  }

  /** Of each column so many of the newest cells, with their predecessors; as far back as `newest`. */
  chainFilter(nowMs: number, depth: number): Filter {
    this.#encode(nowMs);
    const known = this.#chains.get(depth);
    if (known !== undefined) return known;
    const recent = [familyIs(WATERMARK_FAMILY), since(this.#fromMs)];
    const filter = constantFilter(chain(...recent, cellsPerColumnLimit(depth)));
    this.#chains.set(depth, filter);
    return filter;
  }

  /** Of one origin's columns the newest version, as far back as `newest`. */
  ownColumnsFilter(origin: OriginCode, nowMs: number): Filter {
    const columns = qualifierRange({ family: WATERMARK_FAMILY, ...originColumns(origin) });
    return chain(columns, since(this.#stepBefore(nowMs)), cellsPerColumnLimit(1), stripValue());
  }

  /** The announcements that count: those whose clusters may have writes which are not everywhere. */
  announcementFilter(nowMs: number): Filter {
    return chain(CONTROL_FILTER, since(this.#stepBefore(nowMs)));
  }

  #encode(nowMs: number): void {
    const fromMs = this.#stepBefore(nowMs);
    if (fromMs === this.#fromMs) return;
    const recent = [familyIs(WATERMARK_FAMILY), since(fromMs)];
    this.#newest = constantFilter(chain(...recent, cellsPerColumnLimit(1), stripValue()));
    this.#chains.clear();
    this.#fromMs = fromMs;
  }

  #stepBefore(nowMs: number): number {
    return Math.max(0, Math.floor(this.replicatedBeforeMs(nowMs) / this.#stepMs) * this.#stepMs);
  }
}

const since = (fromMs: number): Filter => timestampRange(fromMs * 1_000);
