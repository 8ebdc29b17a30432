/** Counts the commits of each row that have been sent and have not ended. */
export class InFlightCommits {
  readonly #rows = new Map<string, number>();

  has(row: string): boolean {
    return this.#rows.has(row);
  }

  begin(row: string): void {
    this.#rows.set(row, (this.#rows.get(row) ?? 0) + 1);
  }

  end(row: string): void {
    const left = (this.#rows.get(row) ?? 0) - 1;
    if (left > 0) this.#rows.set(row, left);
    else this.#rows.delete(row);
  }
}
