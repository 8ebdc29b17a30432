/** Counts as JSON, straight from their table: no object is made of them, and each id is escaped once. */
import type { CountTable, LevelTally, Tally } from '../core/counting/count-table';
import type { AnswerBytes } from './answer-bytes';
import { jsonKeys, type JsonKeys } from './json-keys';

const COMMA = 0x2c;
const OPEN = 0x7b;
const CLOSE = 0x7d;
const DIGITS_MAX = 10;

/** `{"7d": {"total": 3, "ad": {"ad-1": 2}}}`, and with groups objects nested in their order where the numbers are. */
export function writeCounts(bytes: AnswerBytes, table: CountTable): void {
  const levels = table.levels.map((level) => levelWriter(level, table));
  const total = totalWriter(table);
  table.windows.forEach(({ name }, window) => {
    bytes.text(`${window === 0 ? '{' : ','}${JSON.stringify(name)}:{"total":`);
    total(bytes, window);
    table.levels.forEach(({ level }, i) => {
      bytes.text(`,${JSON.stringify(level.name)}:`);
      levels[i]!(bytes, window);
    });
    bytes.text('}');
  });
  bytes.text('}');
}

/** Writes what there is of one window. */
type WindowWriter = (bytes: AnswerBytes, window: number) => void;

function totalWriter({ total, groups }: CountTable): WindowWriter {
  if (groups === undefined) return (bytes, window) => void bytes.text(String(total.counts[window] ?? 0));
  const labels = new GroupLabels(groups);
  return (bytes, window) => void bytes.text(labels.nested(total, window, 0) ?? '{}');
}

function levelWriter(level: LevelTally, { groups }: CountTable): WindowWriter {
  const texts = Array.from({ length: level.ids.size }, (_, id) => level.ids.text(id));
  const keys = jsonKeys(texts);
  if (groups === undefined) return (bytes, window) => writeNumbers(bytes, level, keys, window);
  const labels = new GroupLabels(groups);
  return (bytes, window) => writeGroups(bytes, level, { keys, labels, window });
}

/** The hot loop of an answer: for each id its key and a number. */
function writeNumbers(bytes: AnswerBytes, level: LevelTally, keys: JsonKeys, window: number): void {
  const { counts, rows, listed } = level;
  bytes.reserve(keys.bytes.length + rows * (1 + DIGITS_MAX) + 2);
  bytes.char(OPEN);
  let isFirst = true;
  for (let id = 0, start = 0, at = window * rows; id < rows; id++, at++) {
    const end = keys.ends[id]!;
    const count = counts[at]!;
    if (count !== 0 || listed) {
      if (!isFirst) bytes.char(COMMA);
      isFirst = false;
      bytes.copy(keys.bytes, start, end);
      bytes.digits(count);
    }
    start = end;
  }
  bytes.char(CLOSE);
}

function writeGroups(
  bytes: AnswerBytes,
  level: LevelTally,
  {
    keys,
    labels,
    window,
  }: { readonly keys: JsonKeys; readonly labels: GroupLabels; readonly window: number },
): void {
  let opening = '{';
  for (let id = 0, start = 0; id < level.ids.size; id++) {
    const end = keys.ends[id]!;
    const nested = labels.nested(level, window, id);
    if (nested !== undefined || level.listed) {
      bytes.text(`${opening}${keys.bytes.toString('utf8', start, end)}${nested ?? '{}'}`);
      opening = ',';
    }
    start = end;
  }
  bytes.text(opening === '{' ? '{}' : '}');
}

/** The groups' labels as keys of JSON objects. */
class GroupLabels {
  readonly #paths: readonly (readonly string[])[];

  constructor(groups: readonly (readonly string[])[]) {
    this.#paths = groups.map((labels) => labels.map((label) => `${JSON.stringify(label)}:`));
  }

  /** One id's groups, an object in an object for each label; undefined where none has a count. */
  nested({ counts, rows, grouped }: Tally, window: number, id: number): string | undefined {
    const { starts, groups } = grouped!;
    let text: string | undefined;
    let open: readonly string[] = [];
    for (let row = starts[id]!; row < starts[id + 1]!; row++) {
      const count = counts[window * rows + row]!;
      if (count === 0) continue;
      const path = this.#paths[groups[row]!]!;
      const common = commonLength(open, path);
      // The last label's value is a number: nothing is open there.
      const closing = text === undefined ? '{' : `${'}'.repeat(open.length - 1 - common)},`;
      text = `${text ?? ''}${closing}${path.slice(common).join('{')}${count}`;
      open = path;
    }
    return text === undefined ? undefined : text + '}'.repeat(open.length);
  }
}

function commonLength(a: readonly string[], b: readonly string[]): number {
  let length = 0;
  while (length < a.length && a[length] === b[length]) length++;
  return length;
}
