/** Tables and their families: what the proto files declare, protected and backed up. */
import { blocks, differences, ofType, textOf } from './deployment';
import type { Contract, Deployment, Resource } from './deployment';
import { expectedTables } from './expected-tables';

const tablesOf = (deployment: Deployment): readonly Resource[] => ofType(deployment, 'google_bigtable_table');

const pathOf = ({ values }: Resource): string =>
  `${textOf(values, 'instance_name')}/${textOf(values, 'name') || textOf(values, 'table')}`;

const tableIsThere: Contract = (deployment) =>
  differences(expectedTables(deployment)?.map(({ path }) => path) ?? [], tablesOf(deployment).map(pathOf), {
    missing: (path) => `the schema's table ${path} is not made`,
    superfluous: (path) => `table ${path} is not in the schema`,
  });

const familiesAreThere: Contract = (deployment) => {
  const expected = new Map(expectedTables(deployment)?.map(({ path, families }) => [path, families]));
  return tablesOf(deployment).flatMap((table) =>
    differences(
      Object.keys(expected.get(pathOf(table)) ?? {}),
      blocks(table.values, 'column_family').map((family) => textOf(family, 'family')),
      {
        missing: (name) => `${table.address}: the schema's family ${name} is missing`,
        superfluous: (name) => `${table.address}: family ${name} is not in the schema`,
      },
    ),
  );
};

export const familiesAreDeclared: Contract = (deployment) =>
  expectedTables(deployment) === undefined
    ? []
    : [...tableIsThere(deployment), ...familiesAreThere(deployment)];

/** A plan without a family that has a record is refused: it would drop the family with its data. */
export const familiesHaveRecords: Contract = (deployment) => {
  const records = ofType(deployment, 'terraform_data').map(
    ({ address }) => /\.family\["(.+)"\]$/.exec(address)?.[1],
  );
  return (expectedTables(deployment) ?? []).flatMap(({ key, families }) =>
    Object.keys(families)
      .map((family) => `${key}/${family}`)
      .filter((name) => !records.includes(name))
      .map((name) => `family ${name}: no terraform_data prevents its removal`),
  );
};

/** A rule that is shorter than declared deletes data; one that is longer keeps what was promised to go. */
export const gcRulesAreDeclared: Contract = (deployment) => {
  const expected = expectedTables(deployment);
  if (expected === undefined) return [];
  const declared = expected.flatMap(({ path, families }) =>
    Object.entries(families).flatMap(([family, { gc_rules: rules }]) =>
      rules === null ? [] : [`${path}/${family}: ${rules}`],
    ),
  );
  const found = ofType(deployment, 'google_bigtable_gc_policy').map(
    (policy) =>
      `${pathOf(policy)}/${textOf(policy.values, 'column_family')}: ${textOf(policy.values, 'gc_rules')}`,
  );
  return differences(declared, found, {
    missing: (rule) => `no google_bigtable_gc_policy has the schema's rule ${rule}`,
    superfluous: (rule) => `google_bigtable_gc_policy: the schema has no rule ${rule}`,
  });
};

/** A replicated table doesn't let its rules go, so a plan that wants to would fail half way. */
export const gcRulesAreAbandoned: Contract = (deployment) =>
  ofType(deployment, 'google_bigtable_gc_policy')
    .filter(({ values }) => values['deletion_policy'] !== 'ABANDON')
    .map(({ address }) => `${address}: deletion_policy must be ABANDON`);

/** Values of `deletion_protection` by type: of what has data, in every environment, and of the rest in production. */
const DATA_PROTECTED: Readonly<Record<string, unknown>> = {
  google_bigtable_instance: true,
  google_bigtable_table: 'PROTECTED',
};
const PRODUCTION_PROTECTED: Readonly<Record<string, unknown>> = {
  google_cloud_run_v2_job: true,
  google_cloud_run_v2_service: true,
  google_secret_manager_secret: true,
};

/** Bigtable itself then rejects the removal of a family, by a plan of an older version or otherwise. */
export const dataIsProtectedFromDeletion: Contract = (deployment) => unprotected(deployment, DATA_PROTECTED);

export const productionIsProtectedFromDeletion: Contract = (deployment) =>
  deployment.isProduction ? unprotected(deployment, PRODUCTION_PROTECTED) : [];

function unprotected(deployment: Deployment, wanted: Readonly<Record<string, unknown>>): readonly string[] {
  return ofType(deployment, ...Object.keys(wanted))
    .filter(({ type, values }) => values['deletion_protection'] !== wanted[type])
    .map(({ address }) => `${address}: deletion_protection is off`);
}

const isZero = (duration: string): boolean => !/[1-9]/.test(duration);

export const productionIsBackedUp: Contract = (deployment) =>
  deployment.isProduction
    ? tablesOf(deployment)
        .filter(({ values }) => {
          const [policy] = blocks(values, 'automated_backup_policy');
          return isZero(textOf(policy, 'retention_period')) || isZero(textOf(policy, 'frequency'));
        })
        .map(({ address }) => `${address}: no automated_backup_policy that keeps backups`)
    : [];
