import { createTableAdminClient, type TableAdminClient } from '../../src/bigtable/admin/table-admin-client';
import { TableAdminConnection } from '../../src/bigtable/admin/table-admin-connection';
import type { Random } from '../../src/platform/random';

/** An emulator's instance. */
export interface TableAdminName {
  readonly endpoint: string;
  readonly project: string;
  readonly instance: string;
  /** Randomness of the pauses between the attempts of a call. */
  readonly random?: Random;
}

export interface OpenTableAdmin {
  readonly admin: TableAdminClient;
  readonly close: () => Promise<void>;
}

export function openTableAdmin({ endpoint, project, instance, random }: TableAdminName): OpenTableAdmin {
  const connection = new TableAdminConnection({ endpoint, plaintext: true, random });
  const admin = createTableAdminClient({ connection, project, instance });
  return { admin, close: () => connection.close() };
}

/** Runs `use` with a client of the instance's tables, and closes it. */
export async function withTableAdmin<T>(
  name: TableAdminName,
  use: (admin: TableAdminClient) => Promise<T>,
): Promise<T> {
  const { admin, close } = openTableAdmin(name);
  try {
    return await use(admin);
  } finally {
    await close();
  }
}
