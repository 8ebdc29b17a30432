/**
 * Returns the known name nearest to `name`, if one is near enough to be suggested: by default within a third of the
 * name's length in edits, and at least one.
 */
export function nearName(
  name: string,
  known: Iterable<string>,
  editsMax = Math.max(1, Math.floor(name.length / 3)),
): string | undefined {
  let nearest: string | undefined;
  let distance = editsMax + 1;
  for (const candidate of known) {
    const edits = editsTo(candidate.toLowerCase(), name.toLowerCase());
    if (edits < distance) [nearest, distance] = [candidate, edits];
  }
  return nearest;
}

/**
 * Returns the number of edits. A missing end, such as the unit of `delayMs`, is a common mistake and counts as one
 * edit.
 */
function editsTo(candidate: string, name: string): number {
  const isStart = name.length >= 3 && candidate.startsWith(name);
  return isStart ? 1 : editDistance(name, candidate);
}

/** Returns the suggestion to append to a message about an unknown name, `; did you mean "…"?`, or an empty string. */
export function didYouMean(name: string, known: Iterable<string>): string {
  const near = nearName(name, known);
  return near === undefined ? '' : `; did you mean "${near}"?`;
}

/** Longest name that is compared and quoted, in characters: names come from callers. */
const NAME_LENGTH_MAX = 64;

/** Returns the text to append to a message about an unknown name: a near name if there is one, and all known names. */
export function knownNames(name: string, known: readonly string[]): string {
  const near = didYouMean(name.slice(0, NAME_LENGTH_MAX), known);
  return `${near === '' ? ';' : near} known: ${known.join(', ') || 'none'}`;
}

/** Returns the Levenshtein distance: insertions, deletions and replacements of single characters. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, row[j]! + 1, next[j - 1]! + 1));
    }
    row = next;
  }
  return row[b.length]!;
}
