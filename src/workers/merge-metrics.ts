/**
 * Merges the metrics of several processes in the Prometheus text format. Each HELP and TYPE line occurs once, and all
 * samples of a metric are together, as the format requires. Each process must label its own samples.
 */
export function mergeMetrics(texts: readonly string[]): string {
  const metrics = new Map<string, { readonly about: Set<string>; readonly samples: string[] }>();
  for (const text of texts) {
    let current: { readonly about: Set<string>; readonly samples: string[] } | undefined;
    for (const line of text.split('\n')) {
      if (line === '') continue;
      const name = ABOUT.exec(line)?.[1];
      if (name === undefined) {
        current?.samples.push(line);
        continue;
      }
      current = metrics.get(name) ?? { about: new Set(), samples: [] };
      metrics.set(name, current);
      current.about.add(line);
    }
  }
  const lines = [...metrics.values()].flatMap(({ about, samples }) => [...about, ...samples]);
  return `${lines.join('\n')}\n`;
}

/** Matches `# HELP name …` and `# TYPE name …`. */
const ABOUT = /^# (?:HELP|TYPE) (\S+)/;
