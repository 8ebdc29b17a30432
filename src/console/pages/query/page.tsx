import { useMemo, useState } from 'preact/hooks';
import { Button } from '../../components/button';
import { Loaded } from '../../components/loaded';
import { Panel } from '../../components/panel';
import { useAddressValues } from '../../data/address-values';
import { useCorpora, type Corpus } from '../../data/schema';
import { AnswerPanel } from './answer-panel';
import { defaultValues } from './form-fields';
import { QueryForm } from './query-form';
import { QUERY_KINDS, requestOf, type QueryKind, type QueryRequest, type Values } from './request';
import { RequestPanel } from './request-panel';
import { useAnswer } from './use-answer';

/** The query builder. Its state is in the address, so that a query can be kept and shared. */
export function Page() {
  const corpora = useCorpora();
  return (
    <Loaded resource={corpora} label="Loading the schema">
      {(data) => <Builder corpora={data} />}
    </Loaded>
  );
}

const TITLES: Readonly<Record<QueryKind, string>> = {
  counts: 'Counts',
  caps: 'Frequency caps',
  features: 'Features',
  objects: 'Objects',
};

function Builder({ corpora }: { readonly corpora: readonly Corpus[] }) {
  const [address, setAddress] = useAddressValues();
  const kind = QUERY_KINDS.find((each) => each === address['kind']) ?? 'counts';
  const given = Object.fromEntries(Object.entries(address).filter(([name]) => name !== 'kind'));
  const defaults = defaultValues(kind, given, corpora);
  const values: Values = { ...defaults, ...given };
  const request = useMemo(() => requestOf(kind, values, corpora), [JSON.stringify([kind, values]), corpora]);
  const [sent, setSent] = useState<QueryRequest | undefined>(() => (isShared(address) ? request : undefined));
  const answer = useAnswer(sent);
  /** A value that equals its default is left out. */
  const change = (name: string, value: string): void =>
    setAddress({ kind, [name]: value === (defaults[name] ?? '') ? undefined : value });
  const choose = (next: QueryKind): void => {
    const cleared = Object.keys(given).map((name) => [name, undefined] as const);
    const { user } = given;
    setAddress({ ...Object.fromEntries(cleared), kind: next, ...(next !== 'objects' && { user }) });
    setSent(undefined);
  };
  return (
    <div class="stack">
      <div class="actions" role="group" aria-label="Kind of query">
        {QUERY_KINDS.map((each) => (
          <Button key={each} pressed={each === kind} onClick={() => choose(each)}>
            {TITLES[each]}
          </Button>
        ))}
      </div>
      <div class="query">
        <Panel title="Query" note="Names come from the schema of this server.">
          <QueryForm
            key={kind}
            kind={kind}
            values={values}
            corpora={corpora}
            error={answer?.error}
            busy={answer?.loading ?? false}
            onChange={change}
            onSubmit={() => (sent === request ? answer?.reload() : setSent(request))}
          />
        </Panel>
        <div class="stack">
          <AnswerPanel kind={kind} answer={answer} />
          <RequestPanel kind={kind} values={values} corpora={corpora} request={request} />
        </div>
      </div>
    </div>
  );
}

/** An address with a query shows its answer at once, unless the query would reserve. */
function isShared({ kind, reserve }: Values): boolean {
  return kind !== undefined && (reserve ?? '') === '';
}
