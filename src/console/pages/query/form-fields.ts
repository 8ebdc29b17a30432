/** Fields of the query builder's forms, from the schema. */
import {
  chosenEventType,
  CONSISTENCY_CHOICES,
  entityField,
  eventTypesOf,
  rulesText,
  type Corpus,
  type EventType,
  type QueryKind,
  type Values,
} from './request';

export interface Choice {
  readonly value: string;
  readonly label: string;
}

export interface FormField {
  readonly name: string;
  readonly label: string;
  /** `choices`: several of the options, separated by commas; `lines`: a line each; `rules`: a row each. */
  readonly kind: 'text' | 'lines' | 'select' | 'choices' | 'check' | 'rules';
  readonly hint?: string | undefined;
  readonly options?: readonly Choice[] | undefined;
  /** Whether the field takes the whole width. */
  readonly isWide?: boolean | undefined;
}

const named = (names: readonly string[]): readonly Choice[] =>
  names.map((value) => ({ value, label: value }));

/** Returns the fields of a form, in the order of the form. */
export function formFields(
  kind: QueryKind,
  values: Values,
  corpora: readonly Corpus[],
): readonly FormField[] {
  const consistency: FormField = {
    name: 'consistency',
    label: 'Consistency',
    kind: 'select',
    options: CONSISTENCY_CHOICES,
  };
  if (kind === 'objects') return [...objectFields(corpora), consistency];
  const types = eventTypesOf(corpora);
  const type = chosenEventType(corpora, values)?.events;
  const shared: readonly FormField[] = [
    { name: 'user', label: 'User', kind: 'text', hint: type === undefined ? undefined : idHint(type) },
    {
      name: 'dataType',
      label: 'Event type',
      kind: 'select',
      options: types.map(({ family, events }) => ({
        value: events?.default === true ? '' : family,
        label: events?.default === true ? `${family} (default)` : family,
      })),
    },
  ];
  if (type === undefined) return [...shared, consistency];
  const own = { counts: countFields, caps: capFields, features: featureFields }[kind](type);
  return [...shared, ...own, consistency];
}

const idHint = ({ user: { idType } }: EventType): string | undefined =>
  idType === 'string' ? undefined : idType === 'uuid' ? 'A UUID' : 'A whole number';

const WINDOW_HINT = '1h, 7d, 2w: rolling · 7d@Asia/Jakarta: calendar days (h, d, w, mo)';
const WHERE: FormField = {
  name: 'where',
  label: 'Conditions',
  kind: 'lines',
  hint: 'A line each: viewType=home_feed,search · sessionId=* · campaignId?=c1 (these or none)',
  isWide: true,
};
const AS_OF: FormField = {
  name: 'asOf',
  label: 'As of',
  kind: 'text',
  hint: 'ISO 8601 with a zone; default: now',
};

function countFields({ actions, levels, dimensions }: EventType): readonly FormField[] {
  return [
    { name: 'actions', label: 'Actions', kind: 'choices', options: named(actions.map(({ name }) => name)) },
    { name: 'windows', label: 'Windows', kind: 'text', hint: WINDOW_HINT, isWide: true },
    ...levels.map(({ name }): FormField => ({
      name: entityField(name),
      label: `Count each ${spaced(name)}`,
      kind: 'text',
      hint: 'Ids separated by commas, or * for all',
    })),
    {
      name: 'groupBy',
      label: 'Group by',
      kind: 'choices',
      options: named(['action', ...dimensions.map(({ name }) => name)]),
      isWide: true,
    },
    WHERE,
    AS_OF,
    { name: 'explain', label: 'Explain the cost', kind: 'check' },
  ];
}

function capFields({ actions, levels, dimensions }: EventType): readonly FormField[] {
  const ids = dimensions.map(({ name }) => name).join(', ');
  return [
    {
      name: 'rules',
      label: 'Rules',
      kind: 'rules',
      options: named(levels.map(({ name }) => name)),
      isWide: true,
    },
    {
      name: 'candidates',
      label: 'Candidates',
      kind: 'lines',
      hint: `A line each, such as adId=ad-1,campaignId=cmp-1. Dimensions: ${ids}`,
      isWide: true,
    },
    {
      name: 'reserve',
      label: 'Reserve for',
      kind: 'select',
      options: [{ value: '', label: 'no reservation' }, ...named(actions.map(({ name }) => name))],
      hint: 'A reservation counts until it is confirmed, released or expired',
    },
    { name: 'ttl', label: 'Reserved for, seconds', kind: 'text', hint: 'Default: 60' },
    AS_OF,
  ];
}

function featureFields({ actions, levels }: EventType): readonly FormField[] {
  const ids = levels.map(({ dimension }) => dimension).join(', ');
  return [
    {
      name: 'candidates',
      label: 'Candidates',
      kind: 'lines',
      hint: `A line each, such as adId=ad-1,campaignId=cmp-1. Dimensions: ${ids}`,
      isWide: true,
    },
    { name: 'levels', label: 'Levels', kind: 'choices', options: named(levels.map(({ name }) => name)) },
    { name: 'actions', label: 'Actions', kind: 'choices', options: named(actions.map(({ name }) => name)) },
    { name: 'windows', label: 'Windows', kind: 'text', hint: 'Such as 1h,1d,7d' },
    { name: 'halfLives', label: 'Half-lives', kind: 'text', hint: 'Of exponential decays, such as 1d' },
    WHERE,
    AS_OF,
  ];
}

function objectFields(corpora: readonly Corpus[]): readonly FormField[] {
  const names = corpora.filter(({ dataTypes }) => dataTypes.some(({ events }) => events === undefined));
  return [
    { name: 'corpus', label: 'Corpus', kind: 'select', options: named(names.map(({ name }) => name)) },
    { name: 'id', label: 'Object id', kind: 'text' },
    {
      name: 'cells',
      label: 'DataTypes or cells',
      kind: 'text',
      hint: 'Such as profile,embedding/ads; default: all',
    },
    { name: 'versions', label: 'Versions of each cell', kind: 'text', hint: '1 to 100; default: 1' },
  ];
}

/** Returns values with which a form begins, so that the first request has an answer. */
export function defaultValues(kind: QueryKind, values: Values, corpora: readonly Corpus[]): Values {
  if (kind === 'objects') return { corpus: 'users', id: 'user-1' };
  const type = chosenEventType(corpora, values)?.events;
  if (type === undefined) return {};
  const isDefault = type.default;
  const actions = type.actions.slice(0, 2).map(({ name }) => name);
  const level = type.levels.find(({ name }) => name === 'campaign') ?? type.levels[0];
  const user = isDefault ? 'user-1' : '';
  const candidates = level === undefined ? '' : `${level.dimension}=${isDefault ? 'cmp-11' : ''}`;
  if (kind === 'counts') {
    const entities: Values = level === undefined ? {} : { [entityField(level.name)]: '*' };
    return { user, actions: actions.join(','), windows: '1d,7d,30d', ...entities };
  }
  if (kind === 'features') {
    return { user, candidates, levels: level?.name ?? '', windows: '1d,7d', halfLives: '1d' };
  }
  const rule = { level: level?.name ?? '', actions: actions[0] ?? '', window: '7d', maximum: '10' };
  return { user, candidates, rules: rulesText([rule]) };
}

/** `adGroup` as words. */
function spaced(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}
