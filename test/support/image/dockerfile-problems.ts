import { validate } from 'dockerfile-utils';
import { lastStep, parseDockerfile, type Stage, type Step } from './dockerfile';

/** Returns the problems of a Dockerfile with this context: by its linter, and by this project's rules. */
export function dockerfileProblems(text: string, context: readonly string[]): readonly string[] {
  const stages = parseDockerfile(text);
  const last = stages.at(-1);
  return [
    ...validate(text).map(({ range, message }) => `line ${range.start.line + 1}: ${textOf(message)}`),
    ...(last === undefined ? ['has no stage'] : runtimeProblems(last)),
    ...stages.flatMap((stage, index) => [
      ...baseProblems(stage),
      ...stage.steps.flatMap((step) => secretProblems(step)),
      ...stage.steps.flatMap((step) => copyProblems(step, { before: stages.slice(0, index), context })),
    ]),
  ];
}

const textOf = (message: ReturnType<typeof validate>[number]['message']): string =>
  typeof message === 'string' ? message : message.value;

function runtimeProblems(stage: Stage): string[] {
  const user = lastStep(stage, 'USER')?.words[0] ?? 'root';
  const entry = lastStep(stage, 'ENTRYPOINT');
  const command = lastStep(stage, 'CMD');
  const runs = stage.steps.filter(({ keyword }) => keyword === 'RUN');
  return [
    ...(/^[1-9]\d*(:[1-9]\d*)?$/.test(user)
      ? []
      : [`ends as the user ${user}, which must be a number other than 0`]),
    ...(entry?.isExecForm === true ? [] : ['ENTRYPOINT must have the exec form: there is no shell']),
    ...(command?.isExecForm === false ? ['CMD must have the exec form: there is no shell'] : []),
    ...runs.map(({ line }) => `line ${line}: RUN in the last stage, which has no shell`),
  ];
}

/** Requires a specific tag; `latest` and a missing tag are rejected. */
function baseProblems({ name, base }: Stage): string[] {
  const tag = /:([\w.-]+)(?:@sha256:[0-9a-f]{64})?$/.exec(base)?.[1];
  return tag === undefined || tag === 'latest' ? [`stage ${name}: its base "${base}" has no version`] : [];
}

const SECRET = /(?:secret|password|credentials?|private_key|api_key|token|token_keys)$/i;

/** ARG and ENV are stored in the image, where all its users can read them. */
function secretProblems({ keyword, words, line }: Step): string[] {
  if (keyword !== 'ARG' && keyword !== 'ENV') return [];
  const names = words.map((word) => word.split('=')[0] ?? '');
  return names
    .filter((name) => SECRET.test(name))
    .map((name) => `line ${line}: ${keyword} ${name} names a secret`);
}

interface Around {
  readonly before: readonly Stage[];
  readonly context: readonly string[];
}

function copyProblems({ keyword, words, line, from }: Step, { before, context }: Around): string[] {
  if (keyword === 'ADD') return [`line ${line}: ADD unpacks and downloads; use COPY`];
  if (keyword !== 'COPY') return [];
  if (from !== undefined) {
    return before.some(({ name }) => name === from) ? [] : [`line ${line}: there is no stage ${from} before`];
  }
  const sources = words.slice(0, -1).map((word) => word.replace(/\/$/, ''));
  const missing = sources.filter(
    (source) => !context.some((path) => path === source || path.startsWith(`${source}/`)),
  );
  return missing.map((source) => `line ${line}: ${source} is not in the build's context`);
}
