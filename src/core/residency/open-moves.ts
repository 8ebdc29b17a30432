import type { FeedRecord, Wave } from './feed-record';
import { LOCATION_STATES, type Location, type LocationState } from './location';
import type { SubjectKey } from './subject-key';

interface OpenWave {
  readonly wave: Wave;
  state: LocationState;
  /** Number of its subjects that have not ended. */
  open: number;
}

interface OpenSubject {
  readonly epoch: number;
  readonly of: OpenWave;
}

/** The moves that are under way, as the records of the feed report them. */
export class OpenMoves {
  readonly #waves = new Map<string, OpenWave>();
  readonly #subjects = new Map<SubjectKey, OpenSubject>();

  /** Number of subjects that are moving. */
  get size(): number {
    return this.#subjects.size;
  }

  /** Returns the subject's location; undefined if it is not moving. */
  of(key: SubjectKey): Location | undefined {
    if (this.#subjects.size === 0) return undefined;
    const subject = this.#subjects.get(key);
    if (subject === undefined) return undefined;
    const { wave, state } = subject.of;
    return { epoch: subject.epoch, state, from: wave.from, to: wave.to };
  }

  /** Returns the waves that have not ended, oldest first, with their states. */
  waves(): readonly { readonly wave: Wave; readonly state: LocationState }[] {
    return [...this.#waves.values()].map(({ wave, state }) => ({ wave, state }));
  }

  /** Returns the subjects that are moving in the wave. */
  subjectsOf(waveId: string): readonly SubjectKey[] {
    const found = this.#waves.get(waveId);
    if (found === undefined) return [];
    return found.wave.subjects.map(({ key }) => key).filter((key) => this.#subjects.get(key)?.of === found);
  }

  /**
   * Applies the next record. Records of unknown waves change nothing: these waves have ended. A mover that was replaced
   * may append a record late, so a wave never returns to an earlier state, nor a subject to an earlier move.
   */
  apply(record: FeedRecord): void {
    if (record.kind === 'begun') return this.#begin(record.wave);
    const open = this.#waves.get(record.waveId);
    if (open === undefined) return;
    if (record.kind === 'state') open.state = laterOf(open.state, record.state);
    else this.#end(open, record.subjects ?? open.wave.subjects.map(({ key }) => key));
  }

  clear(): void {
    this.#waves.clear();
    this.#subjects.clear();
  }

  #begin(wave: Wave): void {
    if (this.#waves.has(wave.id)) return;
    const of: OpenWave = { wave, state: 'preparing', open: 0 };
    for (const { key, epoch } of wave.subjects) {
      const known = this.#subjects.get(key);
      if (known !== undefined && known.epoch >= epoch) continue;
      if (known !== undefined) this.#close(key, known.of);
      this.#subjects.set(key, { epoch, of });
      of.open += 1;
    }
    if (of.open > 0) this.#waves.set(wave.id, of);
  }

  #end(open: OpenWave, keys: readonly SubjectKey[]): void {
    for (const key of keys) {
      if (this.#subjects.get(key)?.of === open) this.#close(key, open);
    }
  }

  #close(key: SubjectKey, open: OpenWave): void {
    this.#subjects.delete(key);
    open.open -= 1;
    if (open.open === 0) this.#waves.delete(open.wave.id);
  }
}

const laterOf = (a: LocationState, b: LocationState): LocationState =>
  LOCATION_STATES.indexOf(b) > LOCATION_STATES.indexOf(a) ? b : a;
