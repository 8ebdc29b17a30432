/**
 * Parses the event declaration of a message: user, action and time fields, dimensions, levels, actions and sketches.
 */
import type protobuf from 'protobufjs';
import type { EventField, EventLevel, EventType, Retention } from '../../core/schema/schema';
import { readActions, type DeclaredAction } from './action-declaration';
import type { ReportProblem } from './declared-options';
import { rejectDimension, type DimensionReader, type ReadDimension } from './dimension-declaration';
import { declaredJsonNameOf, fullNameOf } from '../protobuf/message-shape';
import { readSketches, type DeclaredSketches } from './sketch-declaration';

const DIMENSIONS_MAX = 64;
const LEVEL = /^[a-z][a-zA-Z0-9]{0,63}$/;
/** Names with another meaning in requests and answers, which dimensions and levels must not have. */
const TAKEN_NAMES: ReadonlySet<string> = new Set(['action', 'dataType', 'events', 'id', 'total']);

/** Event part of `DataTypeOptions` in JSON, without absent fields. */
export interface DeclaredEvents {
  readonly actions?: readonly DeclaredAction[];
  readonly events?: {
    readonly userField?: string;
    readonly actionField?: string;
    readonly timeField?: string;
    readonly levels?: readonly string[];
    readonly default?: boolean;
    readonly sketches?: readonly DeclaredSketches[];
  };
}

export function isEventType({ actions, events }: DeclaredEvents): boolean {
  return actions !== undefined || events !== undefined;
}

export interface EventContext {
  readonly report: ReportProblem;
  readonly retention: Retention;
  readonly dimensions: DimensionReader;
}

export function readEventType(
  type: protobuf.Type,
  { actions = [], events = {} }: DeclaredEvents,
  context: EventContext,
): EventType {
  const fields = new EventFields(type, events, context);
  const dimensions = fields.dimensions();
  checkNames(dimensions, fields, context);
  const byField = new Map(dimensions.map((each) => [each.field.name, each.dimension]));
  const { report, retention } = context;
  const levels = readLevels(events.levels ?? [], dimensions, context);
  return {
    message: fullNameOf(type),
    dimensions: [...byField.values()],
    levels,
    actions: readActions(actions, { dimensions: byField, userField: fields.userField, retention, report }),
    user: fields.user,
    action: fields.action,
    time: fields.time,
    isDefault: events.default ?? false,
    sketches: readSketches(events.sketches ?? [], { report, levels, dimensions: byField }),
  };
}

interface DimensionField extends ReadDimension {
  readonly field: protobuf.Field;
}

/** Fields of the message by their role in an event. */
class EventFields {
  readonly userField: string;
  readonly user: EventType['user'];
  readonly action: EventField;
  /** Field of the time. In JSON it is an instant, whatever its unit on the wire. */
  readonly time: EventField;
  readonly #named: readonly string[];

  constructor(
    readonly type: protobuf.Type,
    {
      userField = 'user_id',
      actionField = 'action',
      timeField = 'event_time_ms',
    }: NonNullable<DeclaredEvents['events']>,
    readonly context: EventContext,
  ) {
    this.userField = userField;
    this.#named = [userField, actionField, timeField];
    if (new Set(this.#named).size < 3)
      context.report('events', 'user, action and time must be different fields');
    this.user = this.#user(userField);
    this.action = this.#scalar('action_field', actionField, ['string']);
    const time = this.#scalar('time_field', timeField, ['int64', 'uint64']);
    this.time = { ...time, name: time.name.replace(/Ms$/, '') };
  }

  /** Reads the dimensions in the order of their field numbers, in which they are hashed. */
  dimensions(): readonly DimensionField[] {
    const fields = this.type.fieldsArray
      .filter(({ name }) => !this.#named.includes(name))
      .sort((a, b) => a.id - b.id);
    if (fields.length > DIMENSIONS_MAX) {
      this.context.report('events', `${fields.length} dimensions exceed the maximum of ${DIMENSIONS_MAX}`);
    }
    return fields.map((field, index) => ({ field, ...this.context.dimensions.read(field, index) }));
  }

  #user(name: string): EventType['user'] {
    const field = this.#field('user_field', name);
    if (field === undefined) return { ...NO_FIELD, wire: 'string', idType: 'string' };
    return { ...eventField(field), ...this.context.dimensions.readUser(field) };
  }

  #scalar(option: string, name: string, types: readonly string[]): EventField {
    const field = this.#field(option, name);
    if (field === undefined) return NO_FIELD;
    if (!types.includes(field.type) || field.repeated || field.map) {
      this.context.report(`events.${option}`, `"${name}" is not a single ${types.join(' or ')}`);
    }
    rejectDimension(field, this.context.dimensions.problems, 'the field is not a dimension');
    return eventField(field);
  }

  #field(option: string, name: string): protobuf.Field | undefined {
    const field = this.type.fields[name];
    if (field === undefined) {
      this.context.report(`events.${option}`, `"${name}" is not a field of ${fullNameOf(this.type)}`);
    }
    return field;
  }
}

function eventField(field: protobuf.Field): EventField {
  return { name: declaredJsonNameOf(field), fieldNumber: field.id };
}

/** Placeholder for a missing field, which is reported. */
const NO_FIELD: EventField = { name: '', fieldNumber: 0 };

function checkNames(
  dimensions: readonly DimensionField[],
  fields: EventFields,
  { dimensions: { problems } }: EventContext,
): void {
  const taken = new Set([...TAKEN_NAMES, fields.user.name, fields.action.name, fields.time.name]);
  for (const { field, dimension } of dimensions) {
    if (taken.has(dimension.name)) {
      problems.push(`${fullNameOf(field)}: "${dimension.name}" has another meaning in requests; rename it`);
    }
  }
}

function readLevels(
  names: readonly string[],
  dimensions: readonly DimensionField[],
  { report, dimensions: reader }: EventContext,
): readonly EventLevel[] {
  for (const { field, level } of dimensions) {
    if (level !== undefined && !names.includes(level)) {
      reader.reportOf(field)(
        'level',
        `"${level}" is not in events.levels: ${names.join(', ') || 'none are declared'}`,
      );
    }
  }
  return names.flatMap((name, index) => {
    const option = `events.levels[${index}]`;
    if (!LEVEL.test(name)) report(option, `"${name}" is not lowerCamelCase of at most 64 characters`);
    if (TAKEN_NAMES.has(name)) report(option, `"${name}" has another meaning in requests; rename it`);
    if (names.indexOf(name) !== index) report(option, `"${name}" is listed twice`);
    const [found, second] = dimensions.filter(({ level }) => level === name);
    if (found === undefined) report(option, `no field has \`(dimension) = { level: "${name}" }\``);
    if (second !== undefined)
      reader.reportOf(second.field)('level', `"${name}" is already the level of ${found!.field.name}`);
    const homonym = dimensions.find(({ dimension }) => dimension.name === name);
    if (homonym !== undefined && homonym !== found)
      report(option, `"${name}" is the name of another dimension`);
    return found === undefined ? [] : [{ name, dimension: found.dimension }];
  });
}
