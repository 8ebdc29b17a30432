import { invalidArgument } from '../../../errors';
import { watchFile, type FileContents, type WatchedFile } from '../../../platform/files/watch-file';
import type { IssuerKeys, IssuerKeysOptions } from './issuer-keys';
import type { KeySet } from '../jose';
import { parseKeySet } from './key-set';

/** Keys from a file, which do not depend on the availability of the issuer. The file is reloaded when it changes. */
export class FileKeys implements IssuerKeys {
  readonly hasKeys = true;
  readonly #watched: WatchedFile<KeySet>;
  #set: KeySet;

  /** Throws `invalid_argument` for an invalid file. */
  constructor(options: IssuerKeysOptions, file: string) {
    const { issuer, jose, clock, logger, limits } = options;
    this.#watched = watchFile({
      file,
      clock,
      intervalMs: limits.pollMs,
      parse: (contents) => parse(contents, file, (json) => parseKeySet(json, jose)),
      onChange: (set) => {
        this.#set = set;
        options.onChange();
        logger.info({ issuer: issuer.issuer, file }, 'key file reloaded');
      },
      onError: (err) => logger.error({ err, file }, 'invalid key file: the previous keys stay in use'),
    });
    this.#set = this.#watched.value;
  }

  get ageMs(): number {
    return this.#watched.ageMs();
  }

  async current(): Promise<KeySet> {
    return this.#set;
  }

  async newerThan(seen: KeySet): Promise<KeySet | undefined> {
    return this.#set === seen ? undefined : this.#set;
  }

  async reload(): Promise<void> {
    this.#watched.readNow();
  }

  stop(): void {
    this.#watched.stop();
  }
}

function parse(contents: FileContents, file: string, read: (json: unknown) => KeySet): KeySet {
  if ('failure' in contents) throw invalidArgument('jwksFile', `cannot be read: ${contents.failure.message}`);
  try {
    return read(JSON.parse(contents.text));
  } catch (error) {
    throw invalidArgument('jwksFile', `${(error as Error).message} (${file})`);
  }
}
