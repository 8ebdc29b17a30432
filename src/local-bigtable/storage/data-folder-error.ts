import { TidemarkError } from '../../errors';
import { isDiskFullError } from './unwritable-error';

/** A data folder cannot be used. The message contains the reason and what to do. */
export class DataFolderError extends TidemarkError {
  override readonly name = 'DataFolderError';

  private constructor(
    readonly reason: 'in-use' | 'corrupted' | 'lost-writes' | 'other-format' | 'inaccessible',
    message: string,
    cause?: unknown,
  ) {
    super('store_unavailable', message, { cause });
  }

  /** Converts an error of LevelDB when it opens its files. */
  static fromOpenError(folder: string, error: unknown): DataFolderError {
    const cause = ((error as Error).cause ?? error) as Error & { readonly code?: string };
    if (cause.code === 'LEVEL_LOCKED') {
      return DataFolderError.inUse(folder, error);
    }
    const isCorrupted = cause.code === 'LEVEL_CORRUPTION' || /CURRENT|MANIFEST/.test(cause.message);
    if (isCorrupted && !isDiskFullError(cause)) return DataFolderError.corrupted(folder, cause);
    return new DataFolderError(
      'inaccessible',
      `The data folder ${folder} cannot be opened: ${cause.message}`,
      error,
    );
  }

  /** Converts an error while the folder is read. A full disk is not corruption. */
  static fromLoadError(folder: string, error: Error): DataFolderError {
    if (error instanceof DataFolderError) return error;
    const isOfSystem = 'syscall' in error || isDiskFullError(error);
    return isOfSystem
      ? DataFolderError.fromOpenError(folder, error)
      : DataFolderError.corrupted(folder, error);
  }

  static inUse(folder: string, cause?: unknown): DataFolderError {
    return new DataFolderError(
      'in-use',
      `The data folder ${folder} is in use by another server: stop it, or choose another folder with ` +
        '--data-dir or TIDEMARK_DATA_DIR',
      cause,
    );
  }

  static corrupted(folder: string, cause: Error): DataFolderError {
    return new DataFolderError(
      'corrupted',
      `The data folder ${folder} is corrupted: ${cause.message}. ` +
        'Restore it from a backup, or delete it to start empty.',
      cause,
    );
  }

  /** Creates the error of a folder that is valid except for its end. */
  static lostWrites(folder: string, commits: number): DataFolderError {
    const missing = commits === 1 ? 'commit is' : `${commits} commits are`;
    return new DataFolderError(
      'lost-writes',
      `The data folder ${folder} has lost acknowledged writes: the last ${missing} missing at the end of its ` +
        'log, as after a power cut. Restore the folder from a backup, or start once with --accept-lost-writes to continue ' +
        'without these writes.',
    );
  }

  static otherFormat(folder: string, found: string, expected: string): DataFolderError {
    return new DataFolderError(
      'other-format',
      `The data folder ${folder} has the format "${found}", this version reads "${expected}"`,
    );
  }
}
