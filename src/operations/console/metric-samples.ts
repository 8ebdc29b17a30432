/** Samples of metrics, read from the Prometheus text format, which covers all workers of a server. */

interface Sample {
  readonly labels: ReadonlyMap<string, string>;
  readonly value: number;
}

/** Values that labels must have. */
export type Labels = Readonly<Record<string, string>>;

export class MetricSamples {
  readonly #samples = new Map<string, Sample[]>();

  /** Lines that are no sample are ignored. */
  constructor(text: string) {
    for (const line of text.split('\n')) {
      const match = SAMPLE.exec(line);
      if (match === null) continue;
      const [, name = '', labels = '', value = ''] = match;
      const samples = this.#samples.get(name) ?? [];
      samples.push({ labels: labelsIn(labels), value: Number(value) });
      this.#samples.set(name, samples);
    }
  }

  /** Returns the sum over all samples with these labels, 0 without any. */
  sum(name: string, where: Labels = {}): number {
    return this.#find(name, where).reduce((sum, { value }) => sum + value, 0);
  }

  /** Returns the largest value, or undefined without any number. */
  max(name: string, where: Labels = {}): number | undefined {
    const values = this.#find(name, where).filter(({ value }) => Number.isFinite(value));
    return values.reduce<number | undefined>(
      (max, { value }) => (max === undefined || value > max ? value : max),
      undefined,
    );
  }

  /** Returns the combinations of values that these labels have, in the order of the text. */
  combinations(name: string, labels: readonly string[], where: Labels = {}): readonly Labels[] {
    const found = new Map<string, Labels>();
    for (const sample of this.#find(name, where)) {
      const values = labels.map((label): [string, string] => [label, sample.labels.get(label) ?? '']);
      found.set(values.join('\n'), Object.fromEntries(values));
    }
    return [...found.values()];
  }

  /** Returns the cumulative counts of a histogram's buckets, by their upper bounds in ascending order. */
  buckets(name: string, where: Labels = {}): readonly (readonly [bound: number, count: number])[] {
    const counts = new Map<number, number>();
    for (const { labels, value } of this.#find(`${name}_bucket`, where)) {
      const bound = Number((labels.get('le') ?? '').replace('+Inf', 'Infinity'));
      counts.set(bound, (counts.get(bound) ?? 0) + value);
    }
    return [...counts].sort(([a], [b]) => a - b);
  }

  #find(name: string, where: Labels): readonly Sample[] {
    const wanted = Object.entries(where);
    const samples = this.#samples.get(name) ?? [];
    return samples.filter(({ labels }) => wanted.every(([label, value]) => labels.get(label) === value));
  }
}

const SAMPLE = /^([A-Za-z_:][\w:]*)(?:\{(.*)\})? (\S+)(?: \d+)?$/;
const LABEL = /([A-Za-z_]\w*)="((?:[^"\\]|\\.)*)"/g;

function labelsIn(text: string): ReadonlyMap<string, string> {
  return new Map([...text.matchAll(LABEL)].map(([, name = '', value = '']) => [name, unescaped(value)]));
}

function unescaped(text: string): string {
  return text.replace(/\\(.)/g, (_match, character: string) => (character === 'n' ? '\n' : character));
}
