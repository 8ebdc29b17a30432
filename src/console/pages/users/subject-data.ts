import { useClient } from '../../data/client';
import { useResource, type Resource } from '../../data/resource';
import type { SubjectExportLine } from '../../../client';
import type { ExportedEvent } from './timeline';

/** Lines of an export that the page reads at most, so that a huge user does not fill the browser's memory. */
const LINES_MAX = 20_000;

type LineOf<Type extends SubjectExportLine['type']> = Extract<SubjectExportLine, { readonly type: Type }>;

/** Parts of an export that the page shows. */
export interface SubjectData {
  readonly events: readonly ExportedEvent[];
  readonly reservations: readonly LineOf<'reservation'>[];
  readonly locations: readonly LineOf<'location'>[];
  /** Whether the export has more lines than were read. */
  readonly isCut: boolean;
}

/** Reads what the store has about a user, also what reads do not return, from the export of the user. */
export function useSubjectData(id: string): Resource<SubjectData> {
  const client = useClient();
  return useResource(
    async (signal) => {
      const events: ExportedEvent[] = [];
      const reservations: LineOf<'reservation'>[] = [];
      const locations: LineOf<'location'>[] = [];
      let lines = 0;
      for await (const line of client.subjects.export(id, {
        hidden: 'all',
        consistency: 'eventual',
        signal,
      })) {
        if (line.type === 'event') events.push(line);
        if (line.type === 'reservation') reservations.push(line);
        if (line.type === 'location') locations.push(line);
        lines += 1;
        if (lines >= LINES_MAX) return { events, reservations, locations, isCut: true };
      }
      return { events, reservations, locations, isCut: false };
    },
    [client, id],
  );
}
