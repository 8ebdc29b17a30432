import { didYouMean } from '../../core/json/did-you-mean';
import { placementsOfGroup } from '../../core/residency/placement-rules';
import { invalidArgument } from '../../errors';
import type { Scanner } from '../../consistency/store';
import type { Residency } from '../../residency/residency';
import type { AuditLimits, AuditPart } from './audit-part';
import { DirectoryPart } from './directory-part';
import { PlacementPart } from './placement-part';

export interface AuditedPartsOptions {
  readonly residency: Pick<Residency, 'rules' | 'subjects' | 'directory' | 'scanner'>;
  /** Scanner of the placements' tables, by their names in the store. */
  readonly scanner: Scanner;
  /** Placements to audit. Undefined: all. */
  readonly placements?: readonly string[] | undefined;
  readonly limits: AuditLimits;
}

/**
 * Returns the tables to audit: the directory, then the corpora of each group in each placement. Throws `invalid_argument`
 * if there are no placements or an unknown one was chosen, and `wrong_region` if this process may not read one.
 */
export function auditedParts({ residency, scanner, placements, limits }: AuditedPartsOptions): AuditPart[] {
  const rules = residency.rules();
  const known = [...rules.placements.keys()];
  if (known.length === 0) throw invalidArgument('placements', 'the topology has no placements');
  for (const name of placements ?? []) {
    if (known.includes(name)) continue;
    throw invalidArgument('placements', `unknown placement "${name}"${didYouMean(name, known)}`);
  }
  const chosen = placements ?? known;
  residency.subjects.checkServed(chosen);
  const { subjects, directory } = residency;
  const dependencies = { rules, subjects, directory, scanner, limits };
  const corpora = [...rules.groups.values()].flatMap((group) =>
    placementsOfGroup(rules, group)
      .filter(({ name }) => chosen.includes(name))
      .flatMap(({ name: placement }) =>
        group.corpora.map((corpus) => new PlacementPart({ group, corpus, placement }, dependencies)),
      ),
  );
  return [new DirectoryPart(rules, residency.scanner), ...corpora];
}
