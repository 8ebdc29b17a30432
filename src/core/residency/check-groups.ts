/** Checks of placement groups against the schema, which topology files do not have. */
import { invalidArgument } from '../../errors';
import { didYouMean } from '../json/did-you-mean';
import type { Corpus } from '../schema/schema';
import type { PlacementGroup, PlacementRules } from './placement-rules';

/**
 * Throws `invalid_argument` if a group has a corpus that does not exist, which would leave the rows of the corpus that
 * was meant where they are; sketches as a corpus of users, or the reverse; or objects without users that would need a
 * location.
 */
export function checkGroups({ groups }: PlacementRules, corpora: readonly Corpus[]): void {
  const byName = new Map(corpora.map((corpus) => [corpus.name, corpus]));
  for (const group of groups.values()) {
    const path = `placementGroups.${group.name}`;
    group.corpora.forEach((name, index) => {
      const at = `${path}.corpora[${index}]`;
      const corpus = declared(name, byName, at);
      if (corpus.sketches.length > 0)
        throw invalidArgument(at, `corpus "${name}" has sketches: move it to ${path}.sketches`);
      if (group.requiresLocation) rejectObjectsWithoutUsers(corpus, corpora, at);
    });
    group.sketches.forEach((name, index) => {
      const at = `${path}.sketches[${index}]`;
      if (declared(name, byName, at).sketches.length === 0)
        throw invalidArgument(at, `corpus "${name}" has no sketches: move it to ${path}.corpora`);
      rejectOtherEvents(name, group, corpora, at);
    });
  }
}

function declared(name: string, corpora: ReadonlyMap<string, Corpus>, path: string): Corpus {
  const corpus = corpora.get(name);
  if (corpus !== undefined) return corpus;
  const message = `corpus "${name}" is not declared in the schema${didYouMean(name, corpora.keys())}`;
  throw invalidArgument(path, message);
}

/** Messages of objects that are not about users, and that Tidemark writes without an access location. */
const MESSAGES_WITHOUT_USERS: readonly string[] = [
  'tidemark.v1.Campaign',
  'tidemark.v1.PacingChange',
  'tidemark.v1.PacingSnapshot',
  'tidemark.v1.PacingState',
  'tidemark.v1.StageProgress',
];

function rejectObjectsWithoutUsers(corpus: Corpus, corpora: readonly Corpus[], path: string): void {
  const registers = corpora.flatMap(({ sketches }) => sketches.map(({ registeredAs }) => registeredAs));
  const without = corpus.dataTypes.find(
    ({ message, family }) =>
      MESSAGES_WITHOUT_USERS.includes(message) ||
      registers.some((register) => register?.corpus === corpus.name && register.family === family),
  );
  if (without === undefined) return;
  throw invalidArgument(
    path,
    `corpus "${corpus.name}" has objects that are not about users ("${without.family}"), and their writes have no ` +
      'location: set requiresLocation to false, or leave the corpus out of the group',
  );
}

/** The placement of an event is that of its user, so the events must be in the same group. */
function rejectOtherEvents(
  sketches: string,
  group: PlacementGroup,
  corpora: readonly Corpus[],
  path: string,
): void {
  const other = corpora
    .filter(({ name }) => !group.corpora.includes(name))
    .find(({ dataTypes }) =>
      dataTypes.some(({ events }) => events?.sketches.some(({ corpus }) => corpus === sketches)),
    );
  if (other === undefined) return;
  throw invalidArgument(
    path,
    `"${sketches}" counts events of corpus "${other.name}", which is not in group "${group.name}"`,
  );
}
