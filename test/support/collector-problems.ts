import { parse } from 'yaml';

const KINDS = ['receivers', 'processors', 'exporters'] as const;

interface CollectorConfig {
  readonly receivers?: object;
  readonly processors?: object;
  readonly exporters?: object;
  readonly extensions?: object;
  readonly service?: {
    readonly extensions?: readonly string[];
    readonly pipelines?: Readonly<Record<string, Partial<Record<(typeof KINDS)[number], readonly string[]>>>>;
  };
}

/** Returns problems that a collector would report about its configuration at start, and violations of this project's rules. It is parsed, not run. */
export function collectorProblems(text: string): readonly string[] {
  const config = parse(text, { strict: true }) as CollectorConfig;
  const pipelines = Object.entries(config.service?.pipelines ?? {});
  if (pipelines.length === 0) return ['has no pipeline'];
  return [
    ...unknownSections(config),
    ...pipelines.flatMap(([name, pipeline]) => [
      ...KINDS.flatMap((kind) => missing(pipeline[kind] ?? [], config[kind], `${name} names the ${kind}`)),
      ...((pipeline.receivers ?? []).length === 0 ? [`${name} receives nothing`] : []),
      ...((pipeline.exporters ?? []).length === 0 ? [`${name} exports nothing`] : []),
      ...orderProblems(name, pipeline.processors ?? []),
    ]),
    ...missing(config.service?.extensions ?? [], config.extensions, 'the service names the extensions'),
    ...KINDS.flatMap((kind) => {
      const used = pipelines.flatMap(([, pipeline]) => pipeline[kind] ?? []);
      return missing(Object.keys(config[kind] ?? {}), used, `no pipeline uses the ${kind}`);
    }),
    ...variableProblems(text),
  ];
}

function unknownSections(config: object): string[] {
  const known: readonly string[] = [...KINDS, 'extensions', 'connectors', 'service'];
  return missing(Object.keys(config), known, 'there is no section');
}

function missing(names: readonly string[], declared: object = {}, what: string): string[] {
  const known = Array.isArray(declared) ? (declared as readonly string[]) : Object.keys(declared);
  return names.filter((name) => !known.includes(name)).map((name) => `${what} ${name}`);
}

/** Order recommended by the collector's documentation: the memory limiter first, batching last. */
function orderProblems(name: string, processors: readonly string[]): string[] {
  return [
    ...(processors[0] === 'memory_limiter' ? [] : [`${name} does not limit memory first`]),
    ...(processors.at(-1) === 'batch' ? [] : [`${name} does not make batches last`]),
  ];
}

/** `${env:NAME}`, or with `:-default`; any other dollar must be written twice. */
function variableProblems(text: string): string[] {
  const withoutComments = text.replace(/^\s*#.*$/gm, '');
  const rest = withoutComments.replace(/\$\{env:[A-Z][A-Z0-9_]*(?::-[^}]*)?\}|\$\$/g, '');
  return rest.includes('$') ? ['a dollar is neither a variable of the environment nor written twice'] : [];
}
