import { DockerfileParser, type Copy, type Instruction, type JSONInstruction } from 'dockerfile-ast';

export interface Step {
  readonly keyword: string;
  /** 1 for the first line. */
  readonly line: number;
  /** Without flags; of the exec form, its texts. */
  readonly words: readonly string[];
  /** All behind the keyword, as the shell form has it. */
  readonly text: string;
  readonly isExecForm: boolean;
  /** The stage that `COPY --from` names. */
  readonly from: string | undefined;
}

export interface Stage {
  readonly name: string;
  /** Name of the base image, or the default of the argument that names it. */
  readonly base: string;
  readonly steps: readonly Step[];
}

/** The stages of a Dockerfile, in their order. */
export function parseDockerfile(text: string): readonly Stage[] {
  const parsed = DockerfileParser.parse(text);
  const globals = new Map(
    parsed.getInitialARGs().map((arg) => {
      const property = arg.getProperty();
      return [property?.getName() ?? '', property?.getValue() ?? ''];
    }),
  );
  const stages: { name: string; base: string; steps: Step[] }[] = [];
  const froms = new Map(
    parsed.getFROMs().map((from) => [
      from.getRange().start.line,
      {
        name: from.getBuildStage() ?? String(stages.length),
        base: (from.getImage() ?? '').replace(
          /^\$\{?(\w+)\}?$/,
          (_, name: string) => globals.get(name) ?? '',
        ),
      },
    ]),
  );
  for (const instruction of parsed.getInstructions()) {
    const from = froms.get(instruction.getRange().start.line);
    if (from !== undefined) stages.push({ ...from, steps: [] });
    else stages.at(-1)?.steps.push(stepOf(instruction));
  }
  return stages;
}

function stepOf(instruction: Instruction): Step {
  const keyword = instruction.getKeyword();
  const json = 'getJSONStrings' in instruction ? (instruction as JSONInstruction) : undefined;
  const strings = json?.getJSONStrings().map((each) => each.getJSONValue()) ?? [];
  const words = instruction.getArguments().map((each) => each.getValue());
  return {
    keyword,
    line: instruction.getRange().start.line + 1,
    words: strings.length > 0 ? strings : words.filter((word) => !word.startsWith('--')),
    text: instruction.getArgumentsContent() ?? '',
    isExecForm: (json?.getOpeningBracket() ?? null) !== null,
    from: keyword === 'COPY' ? ((instruction as Copy).getFromFlag()?.getValue() ?? undefined) : undefined,
  };
}

/** `ENV` of a stage: name → value. */
export function environmentOf(stage: Stage): Readonly<Record<string, string>> {
  const pairs = stage.steps.filter(({ keyword }) => keyword === 'ENV').flatMap(({ words }) => words);
  return Object.fromEntries(
    pairs.map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]),
  );
}

/** The last step of the kind, which is the one that holds. */
export function lastStep(stage: Stage, keyword: string): Step | undefined {
  return stage.steps.findLast((step) => step.keyword === keyword);
}
