/** The entries of a wave's subjects in the directory: each change is conditional on the mover's term. */
import type { CallOptions } from '../../bigtable/client/types';
import {
  LOCATION_STATES,
  NO_EPOCH,
  type DirectoryEntry,
  type LocationState,
} from '../../core/residency/location';
import type { MovingSubject, StoredWave } from '../../core/residency/stored-wave';
import { runBounded } from '../../platform/tasks/run-bounded';
import type { Clock } from '../../platform/time/clock';
import type { EntryDecision, LocationDirectory } from '../location-directory';
import type { MoverSteps } from './steps';
import { WaveTakenOver } from './wave-taken-over';

export interface WaveEntriesDependencies {
  readonly directory: Pick<LocationDirectory, 'change' | 'present'>;
  readonly clock: Clock;
  readonly limits: { readonly entriesInFlight: number };
}

/** A subject whose entry has joined the wave, and this entry. */
export interface JoinedSubject {
  readonly subject: MovingSubject;
  readonly entry: DirectoryEntry;
}

export class WaveEntries {
  readonly #dependencies: WaveEntriesDependencies;
  readonly #wave: StoredWave;
  readonly #steps: MoverSteps;

  constructor(dependencies: WaveEntriesDependencies, wave: StoredWave, steps: MoverSteps) {
    this.#dependencies = dependencies;
    this.#wave = wave;
    this.#steps = steps;
  }

  /**
   * Lets the entries join the wave as `preparing`, and raises the terms of those that joined it under an earlier mover.
   * Returns the subjects of the wave; those whose entries were changed since the wave was planned are not among them.
   */
  async join(): Promise<readonly JoinedSubject[]> {
    const joined = await this.#each(this.#wave.subjects, async (subject): Promise<JoinedSubject[]> => {
      const entry = await this.#change(subject, (present) => this.#joining(subject, present));
      const own = this.#ofWave(subject, entry);
      return own === undefined ? [] : [{ subject, entry: own }];
    });
    return joined.flat();
  }

  /** Changes the entries to the state, unless they have a later one already. Throws `WaveTakenOver`. */
  advance(
    subjects: readonly MovingSubject[],
    state: Exclude<LocationState, 'home'>,
  ): Promise<readonly JoinedSubject[]> {
    const { reason } = this.#wave;
    return this.#each(subjects, async (subject) => {
      const entry = await this.#change(subject, (present) => {
        const own = this.#own(subject, present);
        if (stageOf(own.state) >= stageOf(state)) return undefined;
        const nowMs = this.#laterThan(own);
        if (state !== 'overlaid') return { ...own, state, changedAtMs: nowMs };
        return { ...own, state, reason, decidedAtMs: nowMs, changedAtMs: nowMs };
      });
      return { subject, entry: entry! };
    });
  }

  /** Throws `WaveTakenOver` unless the wave still belongs to this mover. */
  async check(subject: MovingSubject): Promise<void> {
    const { directory } = this.#dependencies;
    this.#own(subject, await this.#steps.run((call) => directory.present(subject.key, call)));
  }

  /** Ends the move of each subject in the placement to which it went. */
  async settleIn(subjects: readonly Pick<MovingSubject, 'key' | 'epoch'>[]): Promise<void> {
    await this.#each(subjects, (subject) =>
      this.#change(subject, (present) => {
        const own = this.#ofWave(subject, present);
        return own?.state === 'settled' ? this.#homeOf(own, own.to) : undefined;
      }),
    );
  }

  /** Cancels the move of each subject. Throws `WaveTakenOver`. */
  async release(subjects: readonly MovingSubject[]): Promise<void> {
    await this.#each(subjects, (subject) =>
      this.#change(subject, (present) => {
        if (present?.state === 'home' && present.epoch > subject.epoch) return undefined;
        const own = this.#own(subject, present);
        return { ...this.#homeOf(own, own.from), epoch: own.epoch + 1 };
      }),
    );
  }

  #joining(subject: MovingSubject, present: DirectoryEntry | undefined): DirectoryEntry | undefined {
    const { id, group, from, to, term } = this.#wave;
    const own = this.#ofWave(subject, present);
    if (own !== undefined) {
      if (own.term > term) throw new WaveTakenOver(id);
      return own.term === term ? undefined : { ...own, term, changedAtMs: this.#laterThan(own) };
    }
    const move = { epoch: subject.epoch, state: 'preparing', from, to, term, wave: id } as const;
    if (present === undefined) {
      if (subject.epoch !== NO_EPOCH + 1) return undefined;
      const nowMs = this.#dependencies.clock.nowMs();
      return { ...move, group, reason: 'default', decidedAtMs: nowMs, changedAtMs: nowMs };
    }
    const isAsPlanned =
      present.state === 'home' && present.epoch === subject.epoch - 1 && present.from === from;
    return isAsPlanned ? { ...present, ...move, changedAtMs: this.#laterThan(present) } : undefined;
  }

  #homeOf(entry: DirectoryEntry, placement: string): DirectoryEntry {
    const changedAtMs = this.#laterThan(entry);
    return { ...entry, state: 'home', from: placement, to: placement, wave: undefined, changedAtMs };
  }

  /** Returns the entry if it belongs to the wave, and the wave to this mover. */
  #own(subject: MovingSubject, entry: DirectoryEntry | undefined): DirectoryEntry {
    const { id, term } = this.#wave;
    const own = this.#ofWave(subject, entry);
    if (own?.term === term) return own;
    throw new WaveTakenOver(id);
  }

  /** Returns the entry if it is in the wave. */
  #ofWave(
    { epoch }: Pick<MovingSubject, 'epoch'>,
    entry: DirectoryEntry | undefined,
  ): DirectoryEntry | undefined {
    return entry?.wave === this.#wave.id && entry.epoch === epoch ? entry : undefined;
  }

  /** Fences have the time of the change, and a later state needs a later one. */
  #laterThan({ changedAtMs }: DirectoryEntry): number {
    return Math.max(this.#dependencies.clock.nowMs(), changedAtMs + 1);
  }

  #change({ key }: Pick<MovingSubject, 'key'>, decide: EntryDecision): Promise<DirectoryEntry | undefined> {
    const { directory } = this.#dependencies;
    return this.#steps.run((call: CallOptions) => directory.change(key, decide, call));
  }

  #each<S, R>(subjects: readonly S[], task: (subject: S) => Promise<R>): Promise<R[]> {
    return runBounded(subjects, this.#dependencies.limits.entriesInFlight, task);
  }
}

const stageOf = (state: LocationState): number => LOCATION_STATES.indexOf(state);
