/** What somebody may have meant who wrote `name`: the nearest of the known names, if one is near enough to be proposed. */
function nearName(name: string, known: Iterable<string>): string | undefined {
  let nearest: string | undefined;
  let distance = Math.max(1, Math.floor(name.length / 3)) + 1;
  for (const candidate of known) {
    const edits = editsTo(candidate.toLowerCase(), name.toLowerCase());
    if (edits < distance) [nearest, distance] = [candidate, edits];
  }
  return nearest;
}

/** What is left out at the end, the unit of `delayMs` say, is forgotten easily, and counts for little. */
function editsTo(candidate: string, name: string): number {
  const isStart = name.length >= 3 && candidate.startsWith(name);
  return isStart ? 1 : editDistance(name, candidate);
}

/** How a message goes on after an unknown name: `; did you mean "…"?`, or not at all. */
export function didYouMean(name: string, known: Iterable<string>): string {
  const near = nearName(name, known);
  return near === undefined ? '' : `; did you mean "${near}"?`;
}

/** Levenshtein's: single characters put in, taken out or replaced. */
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
