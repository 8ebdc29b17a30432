/**
 * Writes counts as JSON directly from their table. No object is created, and each id is encoded once and copied for
 * each window.
 */
import type { CountTable, LevelCountTally, CountTally } from '../../core/counts/count-table';
import { runToCompletion, type Steps } from '../../core/shared/steps';
import type { AnswerBuffer } from '../json/answer-buffer';
import { ZERO_AND_COMMA, zeroMembers, type ZeroMembers } from './zero-members';
import { mapped } from '../../core/shared/lists';

/** Number of bytes written without a pause. A step has a cost, too. */
const BYTES_PER_STEP = 16 * 1_024;

const OPEN = 0x7b;
const DIGITS_MAX = 10;

/** Writes counts such as `{"7d": {"total": 3, "ad": {"ad-1": 2}}}`. With groups, nested objects replace the numbers. */
export function writeCounts(bytes: AnswerBuffer, table: CountTable): void {
  runToCompletion(writeCountsInSteps(bytes, table));
}

/** Writes counts like `writeCounts`, in steps of some windows each. */
export function* writeCountsInSteps(bytes: AnswerBuffer, table: CountTable): Steps<void> {
  const levels = mapped(table.levels, (level) => levelWriter(level, table));
  const total = totalWriter(table);
  let writtenBytes = bytes.length;
  for (const [window, { name }] of table.windows.entries()) {
    bytes
      .text(window === 0 ? '{' : ',')
      .jsonString(name)
      .text(':{"total":');
    total(bytes, window);
    table.levels.forEach(({ level }, i) => {
      bytes.text(',').jsonString(level.name).text(':');
      levels[i]!(bytes, window);
    });
    bytes.text('}');
    if (bytes.length - writtenBytes < BYTES_PER_STEP) continue;
    writtenBytes = bytes.length;
    yield;
  }
  bytes.text('}');
}

/** Writes the counts of one window. */
type WindowWriter = (bytes: AnswerBuffer, window: number) => void;

function totalWriter({ total, groups }: CountTable): WindowWriter {
  if (groups === undefined) return (bytes, window) => void bytes.text(String(total.counts[window] ?? 0));
  const labels = new GroupLabels(groups);
  return (bytes, window) => void bytes.text(labels.nested(total, window, 0) ?? '{}');
}

function levelWriter(level: LevelCountTally, { groups }: CountTable): WindowWriter {
  const members = zeroMembers(level.ids);
  if (groups === undefined) return (bytes, window) => writeNumbers(bytes, level, members, window);
  const labels = new GroupLabels(groups);
  return (bytes, window) => writeGroups(bytes, level, { members, labels, window });
}

/** Hot loop of an answer: the bytes between two non-zero counts are copied at once. */
function writeNumbers(
  bytes: AnswerBuffer,
  level: LevelCountTally,
  members: ZeroMembers,
  window: number,
): void {
  const { counts, rows, listed } = level;
  const { bytes: zeros, ends } = members;
  bytes.reserve(zeros.length + rows * DIGITS_MAX + 2);
  bytes.char(OPEN);
  let copied = 0;
  for (let id = 0, start = 0, at = window * rows; id < rows; id++, at++) {
    const end = ends[id]!;
    const count = counts[at]!;
    if (count > 0) {
      bytes.copy(zeros, copied, end - ZERO_AND_COMMA);
      bytes.digits(count);
      copied = end - 1;
    } else if (!listed) {
      bytes.copy(zeros, copied, start);
      copied = end;
    }
    start = end;
  }
  bytes.copy(zeros, copied, zeros.length);
  bytes.closeObject();
}

function writeGroups(
  bytes: AnswerBuffer,
  level: LevelCountTally,
  {
    members,
    labels,
    window,
  }: { readonly members: ZeroMembers; readonly labels: GroupLabels; readonly window: number },
): void {
  bytes.text('{');
  for (let id = 0, start = 0; id < level.ids.size; id++) {
    const end = members.ends[id]!;
    const nested = labels.nested(level, window, id);
    if (nested !== undefined || level.listed) {
      bytes.reserve(end - start);
      bytes.copy(members.bytes, start, end - ZERO_AND_COMMA);
      bytes.text(`${nested ?? '{}'},`);
    }
    start = end;
  }
  bytes.closeObject();
}

/** Labels of groups as keys of JSON objects. */
class GroupLabels {
  readonly #paths: readonly (readonly string[])[];

  constructor(groups: readonly (readonly string[])[]) {
    this.#paths = mapped(groups, (labels) => mapped(labels, (label) => `${JSON.stringify(label)}:`));
  }

  /** Returns one id's groups as nested objects, one level per label, or undefined if none has a count. */
  nested({ counts, rows, grouped }: CountTally, window: number, id: number): string | undefined {
    const { starts, groups } = grouped!;
    let text: string | undefined;
    let open: readonly string[] = [];
    for (let row = starts[id]!; row < starts[id + 1]!; row++) {
      const count = counts[window * rows + row]!;
      if (count === 0) continue;
      const path = this.#paths[groups[row]!]!;
      const common = commonLength(open, path);
      // The value of the last label is a number, so no object is open there.
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
