import { didYouMean } from '../../core/json/did-you-mean';
import { placementsOfGroup } from '../../core/residency/placement-rules';
import { invalidArgument } from '../../errors';
import type { Scanner } from '../../consistency/store';
import type { Residency } from '../../residency/residency';
import type { PlacementAuditLimits, AuditPart } from './audit-part';
import { DirectoryPart } from './directory-part';
import { PlacementPart } from './placement-part';

export interface AuditedPartsOptions {
  readonly residency: Pick<Residency, 'rules' | 'subjects' | 'directory' | 'scanner'>;
  /** Scanner of the placements' tables, by their names in the store. */
  readonly scanner: Scanner;
  /** Placements to audit. Undefined: all. */
  readonly placements?: readonly string[] | undefined;
  readonly limits: PlacementAuditLimits;
}

export interface AuditedParts {
  readonly parts: readonly AuditPart[];
  /** Placements whose data this process may not process, and that therefore are not audited. */
  readonly notAudited: readonly string[];
}

/**
 * Returns the tables to audit: the directory, then the corpora of each group in each placement. Placements that this
 * process may not read are left out. Throws `invalid_argument` for an unknown placement, and `wrong_region` if this
 * process may not read a chosen one.
 */
export function auditedParts(options: AuditedPartsOptions): AuditedParts {
  const { residency, scanner, limits } = options;
  const rules = residency.rules();
  const { subjects, directory } = residency;
  const chosen = chosenPlacements(options);
  const audited = chosen.filter((name) => subjects.isServed(name));
  const dependencies = { rules, subjects, directory, scanner, limits };
  const corpora = [...rules.groups.values()].flatMap((group) =>
    placementsOfGroup(rules, group)
      .filter(({ name }) => audited.includes(name))
      .flatMap(({ name: placement }) =>
        group.corpora.map((corpus) => new PlacementPart({ group, corpus, placement }, dependencies)),
      ),
  );
  return {
    parts: [new DirectoryPart(rules, residency.scanner), ...corpora],
    notAudited: chosen.filter((name) => !audited.includes(name)),
  };
}

function chosenPlacements({ residency, placements }: AuditedPartsOptions): readonly string[] {
  const known = [...residency.rules().placements.keys()];
  if (placements === undefined) return known;
  for (const name of placements) {
    if (known.includes(name)) continue;
    throw invalidArgument('placements', `unknown placement "${name}"${didYouMean(name, known)}`);
  }
  residency.subjects.checkServed(placements);
  return placements;
}
