/** Checks the definition that a user's module exports. Pure. */
import { didYouMean } from '../json/did-you-mean';
import {
  nonEmptyArrayAt,
  objectAt,
  rejectUnknownFields,
  stringAt,
  wholeNumberAt,
  type JsonObject,
} from '../json/json-fields';
import { isEventDataType, type Corpus, type DataType, type EventDataType } from '../schema/schema';
import { invalidArgument, TidemarkError } from '../../errors';
import type { PipelineDefinition } from './definition';
import type { Pipeline, PipelineEventReads } from './pipeline';

/** Schema that a definition is checked against. */
export interface DefinitionRules {
  readonly corpora: readonly Corpus[];
  /** Whether only Tidemark itself writes the DataType. */
  readonly isInternal: (dataType: DataType) => boolean;
}

const FIELDS = ['name', 'corpus', 'reads', 'writes', 'setup', 'process'] as const;
const EVENT_FIELDS = ['dataType', 'windowDays', 'actions'] as const;
const NAME = /^[a-z][a-z0-9_-]{0,63}$/;
const MS_PER_DAY = 86_400_000;
/** Longest period of events that a pipeline may read, in days. */
const WINDOW_DAYS_MAX = 3_650;

/**
 * Returns the pipeline. Throws `invalid_argument`, `unknown_corpus`, `unknown_data_type` or `unknown_action` that names
 * the field of the definition.
 */
export function checkDefinition(definition: unknown, rules: DefinitionRules): Pipeline {
  const fields = objectAt(definition, 'definition');
  rejectUnknownFields(fields, FIELDS, '');
  const name = pipelineNameAt(fields['name']);
  const corpus = corpusAt(fields['corpus'], rules.corpora);
  const { objects, events } = readsAt(fields['reads'], corpus);
  const writes = writesAt(fields['writes'], corpus, rules);
  return { name, corpus: corpus.name, objects, events, writes, module: moduleOf(fields) };
}

/** Returns the name of a pipeline. Throws `invalid_argument` that names `name`. */
export function pipelineNameAt(value: unknown): string {
  const name = stringAt(value, 'name');
  if (NAME.test(name)) return name;
  throw invalidArgument(
    'name',
    'must begin with a lower-case letter and have at most 64 lower-case letters, digits, "_" and "-"',
  );
}

function corpusAt(value: unknown, corpora: readonly Corpus[]): Corpus {
  const name = stringAt(value, 'corpus');
  const corpus = corpora.find((each) => each.name === name);
  if (corpus !== undefined) return corpus;
  const near = didYouMean(
    name,
    corpora.map((each) => each.name),
  );
  throw new TidemarkError('unknown_corpus', `corpus "${name}" does not exist${near}`, { field: 'corpus' });
}

function readsAt(value: unknown, corpus: Corpus): Pick<Pipeline, 'objects' | 'events'> {
  const objects = new Map<string, DataType>();
  const events = new Map<string, PipelineEventReads>();
  nonEmptyArrayAt(value, 'reads').forEach((read, index) => {
    const path = `reads[${index}]`;
    const isName = typeof read === 'string';
    const field = isName ? path : `${path}.dataType`;
    const dataType = dataTypeAt(isName ? read : objectAt(read, path)['dataType'], corpus, field);
    if (objects.has(dataType.family) || events.has(dataType.family))
      throw invalidArgument(field, `names ${dataType.family} again`);
    if (dataType.generations === true)
      throw invalidArgument(field, 'is stored in generations, which pipelines do not read');
    if (isEventDataType(dataType)) events.set(dataType.family, eventReads(read, dataType, path));
    else if (isName) objects.set(dataType.family, dataType);
    else throw invalidArgument(path, `must be the name "${dataType.family}": it holds objects, not events`);
  });
  return { objects, events };
}

function eventReads(read: unknown, dataType: EventDataType, path: string): PipelineEventReads {
  const form = `{ dataType: '${dataType.family}', windowDays: 30 }`;
  if (typeof read === 'string') throw invalidArgument(path, `holds events: write ${form}`);
  const fields = objectAt(read, path);
  rejectUnknownFields(fields, EVENT_FIELDS, `${path}.`);
  const range = { min: 1, max: WINDOW_DAYS_MAX };
  const windowMs = wholeNumberAt(fields['windowDays'], `${path}.windowDays`, range) * MS_PER_DAY;
  const { maxAgeMs = Infinity } = dataType.retention;
  if (windowMs > maxAgeMs)
    throw invalidArgument(
      `${path}.windowDays`,
      `must be at most ${maxAgeMs / MS_PER_DAY}, the retention of ${dataType.family} in days`,
    );
  return { dataType, windowMs, actions: actionsAt(fields['actions'], dataType, `${path}.actions`) };
}

function actionsAt(value: unknown, { events }: EventDataType, path: string): PipelineEventReads['actions'] {
  if (value === undefined) return events.actions;
  const names = nonEmptyArrayAt(value, path).map((name, index) => stringAt(name, `${path}[${index}]`));
  names.forEach((name, index) => {
    if (events.actions.some((action) => action.name === name)) return;
    const near = didYouMean(
      name,
      events.actions.map((action) => action.name),
    );
    throw new TidemarkError('unknown_action', `"${name}" is not an action of ${events.message}${near}`, {
      field: `${path}[${index}]`,
    });
  });
  return events.actions.filter((action) => names.includes(action.name));
}

function writesAt(value: unknown, corpus: Corpus, { isInternal }: DefinitionRules): Pipeline['writes'] {
  const writes = new Map<string, DataType>();
  nonEmptyArrayAt(value, 'writes').forEach((name, index) => {
    const field = `writes[${index}]`;
    const dataType = dataTypeAt(name, corpus, field);
    if (isEventDataType(dataType)) throw invalidArgument(field, 'holds events: a pipeline writes objects');
    if (isInternal(dataType)) throw invalidArgument(field, 'is written by Tidemark only: it is read-only');
    if (writes.has(dataType.family)) throw invalidArgument(field, `names ${dataType.family} again`);
    writes.set(dataType.family, dataType);
  });
  return writes;
}

function dataTypeAt(value: unknown, corpus: Corpus, field: string): DataType {
  const family = stringAt(value, field);
  const dataType = corpus.dataTypes.find((each) => each.family === family);
  if (dataType !== undefined) return dataType;
  const near = didYouMean(
    family,
    corpus.dataTypes.map((each) => each.family),
  );
  const message = `DataType "${family}" does not exist in corpus ${corpus.name}${near}`;
  throw new TidemarkError('unknown_data_type', message, { field });
}

function moduleOf(fields: JsonObject): Pipeline['module'] {
  const { setup, process } = fields;
  if (typeof process !== 'function') throw invalidArgument('process', 'must be a function');
  if (setup !== undefined && typeof setup !== 'function')
    throw invalidArgument('setup', 'must be a function');
  return fields as unknown as Pick<PipelineDefinition, 'setup' | 'process'>;
}
