import type { IngestInput } from '../../codec/events/event-inputs';
import type { ActionEvent } from '../../core/events/event';
import { idProblem } from '../../core/events/ids';
import type { EventDataType, SketchDeclaration } from '../../core/schema/schema';
import { TidemarkError } from '../../errors';
import type { IngestOutcome } from '../events/ingest-outcome';
import type { EntityRegister, RegistrationStatus } from './entity-register';

/** Registration of the entities in a call's events, for each declaration that requires one. */
export type EntityRegistrations = ReadonlyMap<SketchDeclaration, ReadonlyMap<string, RegistrationStatus>>;

export const NO_REGISTRATIONS: EntityRegistrations = new Map();

/** Looks up all registrations that the events of the inputs require; undefined when none does. */
export function lookUpRegistrations(
  inputs: readonly IngestInput[],
  register: EntityRegister,
  { idBytesMax }: { readonly idBytesMax: number },
): Promise<EntityRegistrations> | undefined {
  const idsByDeclaration = new Map<SketchDeclaration, Set<string>>();
  for (const input of inputs) {
    if ('error' in input) continue;
    for (const declaration of input.dataType.events.sketches) {
      if (declaration.registeredAs === undefined) continue;
      const id = input.event.dimensions[declaration.level.dimension.index];
      // Invalid ids are rejected by the validation.
      if (id === undefined || idProblem(id, idBytesMax) !== undefined) continue;
      const ids = idsByDeclaration.get(declaration);
      if (ids === undefined) idsByDeclaration.set(declaration, new Set([id]));
      else ids.add(id);
    }
  }
  return idsByDeclaration.size === 0 ? undefined : lookUpAll(idsByDeclaration, register);
}

async function lookUpAll(
  idsByDeclaration: ReadonlyMap<SketchDeclaration, ReadonlySet<string>>,
  register: EntityRegister,
): Promise<EntityRegistrations> {
  const lookUps = Array.from(idsByDeclaration, async ([declaration, ids]) => {
    return [declaration, await register.lookUp(declaration.registeredAs!, ids)] as const;
  });
  return new Map(await Promise.all(lookUps));
}

/**
 * Returns the outcome of a valid event whose entity is unregistered or could not be looked up; undefined when it may
 * be ingested.
 */
export function rejectUnregistered(
  event: ActionEvent,
  context: {
    readonly dataType: EventDataType;
    readonly entities: EntityRegistrations;
    readonly path: string;
  },
): IngestOutcome | undefined {
  for (const declaration of context.dataType.events.sketches) {
    const { dimension, name } = declaration.level;
    const id = event.dimensions[dimension.index]!;
    const registered = context.entities.get(declaration)?.get(id);
    if (registered instanceof TidemarkError) return { status: 'failed', error: registered };
    if (registered !== false) continue;
    const error = new TidemarkError('unknown_campaign', `${name} ${JSON.stringify(id)} is not registered`, {
      field: context.path + dimension.name,
    });
    return { status: 'rejected', error };
  }
  return undefined;
}
