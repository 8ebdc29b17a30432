import { invalidArgument } from '../../errors';
import { readInputText } from '../shared/input-text';

/** Sources of object ids: arguments, or a file with one id in each line. */
export interface ObjectIdSources {
  readonly ids: readonly string[];
  /** Path, or `-` for standard input. */
  readonly file: string | undefined;
}

/**
 * Returns the ids without duplicates. Throws `invalid_argument` unless there is exactly one source, and an id in it.
 */
export function objectIdsFrom({ ids, file }: ObjectIdSources): readonly string[] {
  if (file === undefined) {
    if (ids.length === 0) throw invalidArgument('ids', 'are required: give ids, or a file with --file');
    return [...new Set(ids)];
  }
  if (ids.length > 0) throw invalidArgument('--file', 'cannot be combined with ids');
  return objectIdsInFile(file, '--file');
}

/** Returns the ids in a file without duplicates. Throws `invalid_argument`, which names the option. */
export function objectIdsInFile(file: string, option: string): readonly string[] {
  const lines = readInputText(file, option).split(/\r\n|\n|\r/);
  const found = [...new Set(lines.filter((line) => line !== ''))];
  if (found.length === 0) throw invalidArgument(option, `${file} has no ids`);
  return found;
}
