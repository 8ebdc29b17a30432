/** Parses the sketches, which count over all users, of an event type. */
import { IANAZone } from 'luxon';
import { isReservedTable } from '../../core/residency/placement-rules';
import type { Dimension, EventLevel, Retention, SketchDeclaration } from '../../core/schema/schema';
import type { ReportProblem } from './declared-options';
import { CORPUS_NAME, FAMILY_NAME } from './bigtable-names';

const BREAKDOWNS_MAX = 8;
const REGISTERED_AS = /^([^/]+)\/([^/]+)$/;

/** `SketchOptions` in JSON, without absent fields. */
export interface DeclaredSketches {
  readonly family?: string;
  readonly corpus?: string;
  readonly level?: string;
  readonly breakdowns?: readonly string[];
  readonly timeZone?: string;
  readonly reach?: boolean;
  readonly registeredAs?: string;
  readonly retention?: { readonly maxAgeSeconds?: string; readonly versionsMax?: number };
}

export interface SketchContext {
  readonly report: ReportProblem;
  readonly levels: readonly EventLevel[];
  /** Dimensions by the names of their fields. */
  readonly dimensions: ReadonlyMap<string, Dimension>;
}

export function readSketches(
  declared: readonly DeclaredSketches[],
  context: SketchContext,
): readonly SketchDeclaration[] {
  return declared.flatMap((each, index) => {
    const option = `events.sketches[${index}]`;
    const report: ReportProblem = (name, problem) => context.report(`${option}.${name}`, problem);
    const read = readSketch(each, { ...context, report });
    return read === undefined ? [] : [read];
  });
}

function readSketch(declared: DeclaredSketches, context: SketchContext): SketchDeclaration | undefined {
  const { report } = context;
  const { family = '', corpus = '', timeZone = 'UTC', reach = false } = declared;
  if (!FAMILY_NAME.test(family)) report('family', `"${family}" is not a valid family name`);
  if (!CORPUS_NAME.test(corpus) || isReservedTable(corpus))
    report('corpus', `"${corpus}" is not a valid corpus name`);
  if (!IANAZone.isValidZone(timeZone)) report('time_zone', `"${timeZone}" is not an IANA time zone`);
  const level = readLevel(declared.level, context);
  const registeredAs = readRegister(declared.registeredAs, report);
  if (level === undefined) return undefined;
  return {
    family,
    corpus,
    level,
    timeZone,
    reach,
    breakdowns: readBreakdowns(declared.breakdowns ?? [], { ...context, level }),
    retention: readRetention(declared.retention, report),
    registeredAs,
  };
}

function readLevel(name: string | undefined, { levels, report }: SketchContext): EventLevel | undefined {
  const level = levels.find((each) => each.name === name);
  if (level === undefined) {
    report('level', `"${name ?? ''}" is not in events.levels: ${levels.map((each) => each.name).join(', ')}`);
  } else if (!level.dimension.required) {
    report('level', `the dimension of "${level.name}" must be required: each event counts for one entity`);
  }
  return level;
}

function readBreakdowns(
  names: readonly string[],
  { dimensions, report, level }: SketchContext & { readonly level: EventLevel },
): readonly Dimension[] {
  if (names.length > BREAKDOWNS_MAX)
    report('breakdowns', `${names.length} exceed the maximum of ${BREAKDOWNS_MAX}`);
  return names.flatMap((name, index) => {
    const option = `breakdowns[${index}]`;
    const dimension = dimensions.get(name);
    if (dimension === undefined) report(option, `"${name}" is not the field of a dimension`);
    else if (dimension === level.dimension) report(option, `"${name}" is the entity itself`);
    if (names.indexOf(name) !== index) report(option, `"${name}" is listed twice`);
    return dimension === undefined ? [] : [dimension];
  });
}

function readRegister(
  text: string | undefined,
  report: ReportProblem,
): SketchDeclaration['registeredAs'] | undefined {
  if (text === undefined) return undefined;
  const [, corpus, family] = REGISTERED_AS.exec(text) ?? [];
  if (corpus !== undefined && family !== undefined) return { corpus, family };
  report('registered_as', `"${text}" is not <corpus>/<family>`);
  return undefined;
}

/** Parses the retention. The newest version of a sketch contains all earlier ones, so one version is kept. */
function readRetention(declared: DeclaredSketches['retention'], report: ReportProblem): Retention {
  const maxAgeMs = Number(declared?.maxAgeSeconds ?? 0) * 1_000;
  if (!Number.isSafeInteger(maxAgeMs)) report('retention.max_age_seconds', 'too large');
  if ((declared?.versionsMax ?? 1) !== 1) report('retention.versions_max', 'must be 1 for sketches');
  return { versionsMax: 1, maxAgeMs: maxAgeMs > 0 ? maxAgeMs : undefined };
}
