import type { Client } from '../../../client';
import type { AnySchema } from '../../data/client';
import type { DataType } from '../../data/schema';

/** Window in which entities of a user are looked for. */
const SEEN_WINDOW = '30d';

/** Returns the ids of a level that a user has events of, the most frequent first. */
export async function seenEntities(
  client: Client<AnySchema>,
  {
    id,
    type,
    level,
    max,
  }: { readonly id: string; readonly type: DataType; readonly level: string; readonly max: number },
  signal: AbortSignal,
): Promise<readonly string[]> {
  const { counts } = await client.counts.query(
    {
      userId: id,
      dataType: type.family,
      actions: type.events!.actions.map(({ name }) => name),
      windows: [SEEN_WINDOW],
      entities: { [level]: '*' },
    } as never,
    { signal },
  );
  const byId =
    (counts as unknown as Record<string, Record<string, Record<string, number>>>)[SEEN_WINDOW]![level] ?? {};
  return Object.entries(byId)
    .sort(([, a], [, b]) => b - a)
    .slice(0, max)
    .map(([each]) => each);
}
