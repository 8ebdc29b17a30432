/**
 * Parses the `(tidemark.v1.dimension)` options of an event message's fields, and the id types that follow from the
 * fields.
 */
import type protobuf from 'protobufjs';
import type { Dimension, IdType } from '../../core/schema/schema';
import { rawOption, reporterFor, strictOption, type ReportProblem } from './declared-options';
import { declaredJsonNameOf, fullNameOf, type MessageShape } from '../protobuf/message-shape';

const OPTION = 'tidemark.v1.dimension';

/** `DimensionOptions` in JSON, without absent fields. */
interface DeclaredDimension {
  readonly level?: string;
  readonly idType?: 'ID_TYPE_UNSPECIFIED' | 'STRING' | 'UINT64' | 'UUID';
  readonly required?: boolean;
}

/** Id types that each field type supports. The first is the default. */
const ID_TYPES: Readonly<Record<Dimension['wire'], readonly IdType[]>> = {
  string: ['string', 'uint64', 'uuid'],
  uint64: ['uint64'],
  fixed64: ['uint64'],
  bytes: ['uuid'],
};

export interface ReadDimension {
  readonly dimension: Dimension;
  /** Name of the level whose entities it identifies. */
  readonly level?: string | undefined;
}

/** Properties of a field that contains an id. */
interface IdField {
  readonly wire: Dimension['wire'];
  readonly idType: IdType;
}

/** Reads the fields of an event message and reports their problems. */
export class DimensionReader {
  constructor(
    readonly shape: MessageShape,
    readonly problems: string[],
  ) {}

  read(field: protobuf.Field, index: number): ReadDimension {
    const { level, required = false, ...options } = this.#optionsOf(field);
    const id = this.#idField(field, options);
    const name = declaredJsonNameOf(field);
    const dimension = { name, index, fieldNumber: field.id, ...id, required };
    return { dimension, level };
  }

  /** Reads the user's field. It contains ids, but is not a dimension: it is the row. */
  readUser(field: protobuf.Field): IdField {
    const { level, required, ...options } = this.#optionsOf(field);
    const report = this.reportOf(field);
    if (level !== undefined) report('level', 'the user is the row, not an entity');
    if (required !== undefined) report('required', 'the user is always required');
    return this.#idField(field, options);
  }

  reportOf(field: protobuf.Field): ReportProblem {
    return reporterFor(field, OPTION, this.problems);
  }

  #optionsOf(field: protobuf.Field): DeclaredDimension {
    const raw = rawOption(field, OPTION);
    if (raw === undefined) return {};
    return (strictOption(raw, this.shape, this.reportOf(field)) as DeclaredDimension | undefined) ?? {};
  }

  #idField(field: protobuf.Field, { idType = 'ID_TYPE_UNSPECIFIED' }: DeclaredDimension): IdField {
    const wire = this.#wireOf(field);
    const possible = ID_TYPES[wire];
    if (idType === 'ID_TYPE_UNSPECIFIED') return { wire, idType: possible[0]! };
    const declared = idType.toLowerCase() as IdType;
    if (!possible.includes(declared)) {
      const instead = possible.map((each) => each.toUpperCase()).join(' or ');
      this.reportOf(field)(
        'id_type',
        `${idType} ids cannot be stored in a field of type ${wire}; use ${instead}`,
      );
    }
    return { wire, idType: declared };
  }

  #wireOf(field: protobuf.Field): Dimension['wire'] {
    const { type } = field;
    const inOneof = field.partOf !== null && !field.partOf.isProto3Optional;
    if (type in ID_TYPES && !field.repeated && !field.map && !inOneof) return type as Dimension['wire'];
    const what = field.map
      ? 'a map'
      : field.repeated
        ? 'repeated'
        : inOneof
          ? 'in a oneof'
          : `of type ${type}`;
    this.problems.push(
      `${fullNameOf(field)}: is ${what}; the fields of an event are single strings, uint64, fixed64 or bytes (UUIDs)`,
    );
    return 'string';
  }
}

/** Reports the option on a field where it has no meaning. */
export function rejectDimension(field: protobuf.Field, problems: string[], why: string): void {
  if (rawOption(field, OPTION) !== undefined) reporterFor(field, OPTION, problems)('', why);
}
