import { admin, byteString, toBuffer } from '../encoding/proto';
import type { EntryRecord } from '../storage/commit-storage';
import { type FamilyKey, familyName } from '../store/family-key';

/** Details of a table that are stored in entries of their own, because its definition cannot contain them. */
export interface TableDetails {
  /** Row keys at which the table was split when it was created, in order. */
  readonly initialSplits: readonly string[];
  /** Keys of the column families that were added after the creation of the table, by name. */
  readonly familyKeys: ReadonlyMap<string, FamilyKey>;
}

/** Details of a table without entries. */
export const NO_DETAILS: TableDetails = { initialSplits: [], familyKeys: new Map() };

/** Returns the records that change the stored details of a table. */
export function detailRecords(table: string, before: TableDetails, after: TableDetails): EntryRecord[] {
  return DETAILS.flatMap((detail): EntryRecord[] => {
    const [valueBefore, valueAfter] = [before, after].map((details) =>
      encoded(detail, [...details[detail].values()]),
    );
    if (valueBefore === valueAfter) return [];
    const key = Buffer.from(`${table}/${detail}`).toString('latin1');
    return [{ kind: 'entry', space: 'resource', table: 0, key, before: valueBefore, after: valueAfter }];
  });
}

/** Returns the name of a table and the detail in one of its storage entries; undefined for other entries. */
export function detailFromEntry(
  key: string,
  value: string,
): [table: string, Partial<TableDetails>] | undefined {
  const [, table, detail] = DETAIL_KEY.exec(Buffer.from(key, 'latin1').toString()) ?? [];
  if (table === undefined) return undefined;
  const bytes = Buffer.from(value, 'latin1');
  if (detail === 'initialSplits') {
    const { initialSplits } = admin.CreateTableRequest.decode(bytes);
    return [table, { initialSplits: initialSplits.map((split) => byteString(split.key)) }];
  }
  const { modifications } = admin.ModifyColumnFamiliesRequest.decode(bytes);
  return [table, { familyKeys: new Map(modifications.map(({ id }) => [familyName(id ?? ''), id ?? ''])) }];
}

function encoded(detail: keyof TableDetails, values: readonly string[]): string | undefined {
  if (values.length === 0) return undefined;
  const bytes =
    detail === 'initialSplits'
      ? admin.CreateTableRequest.encode({
          initialSplits: values.map((key) => ({ key: toBuffer(key) })),
        }).finish()
      : admin.ModifyColumnFamiliesRequest.encode({ modifications: values.map((id) => ({ id })) }).finish();
  return Buffer.from(bytes).toString('latin1');
}

const DETAILS = ['initialSplits', 'familyKeys'] as const;
/** Matches the entry of a table or of a copy of one. The name of an app profile could end the same way. */
const DETAIL_KEY =
  /^(projects\/[^/]+\/instances\/[^/]+\/(?:tables|deletedTables|clusters\/[^/]+\/backups)\/[^/]+)\/(initialSplits|familyKeys)$/;
