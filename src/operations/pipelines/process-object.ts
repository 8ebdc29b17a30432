/** From a row to the object that `process` receives, and from its result to checked cells: for all modes of pipelines. */
import type { SchemaRegistry } from '../../codec/declarations/schema-registry';
import { didYouMean } from '../../core/json/did-you-mean';
import { arrayAt, objectAt, rejectUnknownFields, stringAt } from '../../core/json/json-fields';
import type { PipelineContext } from '../../core/pipelines/definition';
import type { Pipeline } from '../../core/pipelines/pipeline';
import type { DataType } from '../../core/schema/schema';
import { invalidArgument, TidemarkError } from '../../errors';
import { checkSubType, type ObjectChecks, type ObjectLimits } from '../objects/object-rules';
import { StoredPipelineObject, type InputObject } from './pipeline-object';

export interface ProcessObjectDependencies {
  readonly pipeline: Pipeline;
  readonly schema: Pick<SchemaRegistry, 'codec'>;
  /** Additional checks of objects by full message name. */
  readonly checks: ObjectChecks;
  readonly limits: ProcessObjectLimits;
}

export interface ProcessObjectLimits {
  readonly objects: ObjectLimits;
  readonly eventCellsMax: number;
  /** Maximum number of cells that `process` may write for one object. */
  readonly writesPerObjectMax: number;
}

/** Cell that a pipeline writes. All checks have passed. */
export interface PipelineOutput {
  readonly family: string;
  readonly subType: string;
  /** Serialized message. Undefined: the SubType is deleted. */
  readonly value: Buffer | undefined;
  /** SubType as bytes, if they are known: most objects of a page have the same. */
  readonly qualifier?: Buffer | undefined;
}

/**
 * Calls `process` with the object, and checks its result. Throws the error of `process`, and `invalid_argument`,
 * `value_too_large` and `too_many_events` that name the field of the result; then nothing of the object is to be written.
 */
export type ProcessObject = (
  input: InputObject,
  context: PipelineContext,
) => Promise<readonly PipelineOutput[]>;

export function createProcessObject(dependencies: ProcessObjectDependencies): ProcessObject {
  const { pipeline, schema, limits } = dependencies;
  const { module } = pipeline;
  return async (input, context) => {
    const { runTimeMs } = context;
    const { eventCellsMax } = limits;
    const object = new StoredPipelineObject(input, { pipeline, schema, runTimeMs, eventCellsMax });
    const result: unknown = await module.process(object, context);
    return result === undefined || result === null ? NOTHING : checkedResult(input.id, result, dependencies);
  };
}

const NOTHING: readonly PipelineOutput[] = Object.freeze([]);
const FIELDS = ['dataType', 'subType', 'value', 'deleted'] as const;

function checkedResult(
  id: string,
  result: unknown,
  dependencies: ProcessObjectDependencies,
): readonly PipelineOutput[] {
  const writes = arrayAt(result, 'result');
  const { writesPerObjectMax } = dependencies.limits;
  if (writes.length > writesPerObjectMax)
    throw invalidArgument('result', `must have at most ${writesPerObjectMax} writes`);
  const seen = new Set<string>();
  return writes.map((write, index) => {
    const path = `result[${index}]`;
    const output = checkedWrite(id, write, path, dependencies);
    const name = `${output.family}/${output.subType}`;
    if (seen.has(name)) throw invalidArgument(path, `writes ${name} again`);
    seen.add(name);
    return output;
  });
}

function checkedWrite(
  id: string,
  write: unknown,
  path: string,
  dependencies: ProcessObjectDependencies,
): PipelineOutput {
  const fields = objectAt(write, path);
  rejectUnknownFields(fields, FIELDS, `${path}.`);
  const dataType = writtenType(fields['dataType'], `${path}.dataType`, dependencies.pipeline);
  const subType = stringAt(fields['subType'], `${path}.subType`);
  checkSubType(subType, dependencies.limits.objects, `${path}.subType`);
  const { family } = dataType;
  const { value, deleted } = fields;
  if (deleted === undefined)
    return {
      family,
      subType,
      value: serialized({ id, dataType, subType, value }, `${path}.value`, dependencies),
    };
  if (deleted !== true) throw invalidArgument(`${path}.deleted`, 'must be true, or absent');
  if (value !== undefined) throw invalidArgument(`${path}.value`, 'cannot be combined with deleted');
  return { family, subType, value: undefined };
}

function writtenType(value: unknown, field: string, { writes }: Pipeline): DataType {
  const family = stringAt(value, field);
  const dataType = writes.get(family);
  if (dataType !== undefined) return dataType;
  throw invalidArgument(field, `"${family}" is not in "writes"${didYouMean(family, writes.keys())}`);
}

interface ValueToCheck {
  readonly id: string;
  readonly dataType: DataType;
  readonly subType: string;
  readonly value: unknown;
}

/** Errors of the codec name a path that begins with `body`. */
function serialized(
  { id, dataType, subType, value }: ValueToCheck,
  path: string,
  { schema, checks }: ProcessObjectDependencies,
): Buffer {
  if (value === undefined) throw invalidArgument(path, 'is required, unless deleted is true');
  const bytes = atPath(path, () => {
    const encoded = schema.codec(dataType).fromJson(value);
    checks.get(dataType.message)?.({ id, subType, value });
    return encoded;
  });
  const { family, valueBytesMax } = dataType;
  if (bytes.length <= valueBytesMax) return bytes;
  const message = `has ${bytes.length} bytes serialized; a value of ${family} may have at most ${valueBytesMax}`;
  throw new TidemarkError('value_too_large', message, { field: path });
}

function atPath<T>(path: string, run: () => T): T {
  try {
    return run();
  } catch (error) {
    if (!(error instanceof TidemarkError) || error.field?.startsWith('body') !== true) throw error;
    const field = `${path}${error.field.slice('body'.length)}`;
    throw new TidemarkError(error.code, error.message, { field, cause: error });
  }
}
