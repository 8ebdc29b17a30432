/** Counts of events, and violations. */
export class RunTally {
  readonly counts: Record<string, number> = {};
  readonly violations: string[] = [];

  count(what: string, by = 1): void {
    this.counts[what] = (this.counts[what] ?? 0) + by;
  }

  violated(what: string): void {
    this.violations.push(what);
  }
}
