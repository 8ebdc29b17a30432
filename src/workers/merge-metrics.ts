/**
 * Several processes' metrics in Prometheus's text format as one: what is said about a metric is said once, and all its
 * samples stand together, as the format asks for. Each process labels its own.
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

/** `# HELP name …` or `# TYPE name …`. */
const ABOUT = /^# (?:HELP|TYPE) (\S+)/;
