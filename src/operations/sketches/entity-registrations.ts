import type { IngestInput } from '../../codec/events/event-inputs';
import type { ActionEvent } from '../../core/events/event';
import { idProblem } from '../../core/events/ids';
import type { EventDataType, SketchDeclaration } from '../../core/schema/schema';
import { TidemarkError } from '../../errors';
import type { IngestOutcome } from '../events/ingest-plan';
import type { EntityRegister, RegistrationStatus } from './entity-register';

/** Of each declaration that has a register, the entities that a call's events are of. */
export type EntityRegistrations = ReadonlyMap<SketchDeclaration, ReadonlyMap<string, RegistrationStatus>>;

export const NO_REGISTRATIONS: EntityRegistrations = new Map();

/** Looks up what the inputs' events need to be registered, all together; undefined where nothing has to be. */
export function lookUpRegistrations(
  inputs: readonly IngestInput[],
  register: EntityRegister,
  { idBytesMax }: { readonly idBytesMax: number },
): Promise<EntityRegistrations> | undefined {
  const wanted = new Map<SketchDeclaration, Set<string>>();
  for (const input of inputs) {
    if ('error' in input) continue;
    for (const declaration of input.dataType.events.sketches) {
      if (declaration.registeredAs === undefined) continue;
      const id = input.event.dimensions[declaration.level.dimension.index];
      // Bad ids are the validation's matter.
      if (id === undefined || idProblem(id, idBytesMax) !== undefined) continue;
      const ids = wanted.get(declaration);
      if (ids === undefined) wanted.set(declaration, new Set([id]));
      else ids.add(id);
    }
  }
  return wanted.size === 0 ? undefined : lookUpAll(wanted, register);
}

async function lookUpAll(
  wanted: ReadonlyMap<SketchDeclaration, ReadonlySet<string>>,
  register: EntityRegister,
): Promise<EntityRegistrations> {
  const lookUps = Array.from(wanted, async ([declaration, ids]) => {
    return [declaration, await register.lookUp(declaration.registeredAs!, ids)] as const;
  });
  return new Map(await Promise.all(lookUps));
}

/** What becomes of a valid event of an entity without an object, or of which that cannot be told now. */
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
    const error = new TidemarkError(
      'unknown_campaign',
      `nobody has entered the ${name} ${JSON.stringify(id)}`,
      {
        field: context.path + dimension.name,
      },
    );
    return { status: 'rejected', error };
  }
  return undefined;
}
