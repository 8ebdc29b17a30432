import { createHash } from 'node:crypto';
import { CheckpointFile } from '../../platform/files/checkpoint-file';

interface Progress {
  /** Number of ids, from the first, that were processed. */
  readonly done: number;
}

/** The progress through a list of ids, in a file if one is given. */
export class EraseCheckpoint {
  readonly #file: CheckpointFile<Progress> | undefined;
  readonly done: number;

  constructor(
    { checkpoint: path, restart }: { readonly checkpoint?: string; readonly restart?: boolean },
    ids: readonly string[],
  ) {
    const identity = createHash('sha256').update(ids.join('\n')).digest('hex');
    this.#file =
      path === undefined
        ? undefined
        : new CheckpointFile<Progress>({ path, identity, option: 'checkpoint', scope: 'list of ids' });
    if (restart === true) this.#file?.remove();
    this.done = this.#file?.load()?.done ?? 0;
  }

  save(done: number): void {
    this.#file?.save({ done });
  }

  remove(): void {
    this.#file?.remove();
  }
}
