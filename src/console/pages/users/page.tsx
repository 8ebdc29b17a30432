import { useState } from 'preact/hooks';
import { Button } from '../../components/button';
import { EmptyState } from '../../components/empty-state';
import { Field } from '../../components/field';
import { Loaded } from '../../components/loaded';
import { useAddressValues } from '../../data/address-values';
import { useCorpora, type Corpus } from '../../data/schema';
import { CapsPanel } from './caps-panel';
import { ConsentPanel } from './consent-panel';
import { CountsPanel } from './counts-panel';
import { ErasurePanel } from './erasure-panel';
import { FeaturesPanel } from './features-panel';
import { ObjectsPanel } from './objects-panel';
import { ResidencyPanel } from './residency-panel';
import { useSubjectData } from './subject-data';
import { TimelinePanel } from './timeline-panel';

/** The user explorer: what the store has about one object of a corpus. */
export function Page() {
  const corpora = useCorpora();
  return (
    <Loaded resource={corpora} label="Loading the schema">
      {(data) => <Explorer corpora={data} />}
    </Loaded>
  );
}

function Explorer({ corpora }: { readonly corpora: readonly Corpus[] }) {
  const [{ corpus = 'users', id = '' }, setValues] = useAddressValues();
  const chosen = corpora.find(({ name }) => name === corpus) ?? corpora[0];
  return (
    <div class="stack">
      <SearchForm
        key={`${corpus}/${id}`}
        corpora={corpora}
        corpus={chosen?.name ?? corpus}
        id={id}
        onSearch={(next) => setValues(next)}
      />
      {id === '' || chosen === undefined ? (
        <EmptyState title="Find a user">
          Enter the id of a user or of another object. The demo has <code>user-1</code> to{' '}
          <code>user-40</code>.
        </EmptyState>
      ) : (
        <Subject key={`${corpus}/${id}`} corpus={chosen} id={id} />
      )}
    </div>
  );
}

interface SearchFormProps {
  readonly corpora: readonly Corpus[];
  readonly corpus: string;
  readonly id: string;
  readonly onSearch: (values: { readonly corpus: string; readonly id: string }) => void;
}

function SearchForm({ corpora, corpus, id, onSearch }: SearchFormProps) {
  const [chosen, setChosen] = useState(corpus);
  const [text, setText] = useState(id);
  const [isMissing, setMissing] = useState(false);
  const submit = (event: Event): void => {
    event.preventDefault();
    setMissing(text.trim() === '');
    if (text.trim() !== '') onSearch({ corpus: chosen, id: text.trim() });
  };
  return (
    <form class="user-search" role="search" onSubmit={submit} noValidate>
      <Field label="Corpus">
        {(props) => (
          <select {...props} onInput={({ currentTarget }) => setChosen(currentTarget.value)}>
            {corpora
              .filter(({ dataTypes }) => dataTypes.length > 0)
              .map(({ name }) => (
                <option key={name} value={name} selected={name === chosen}>
                  {name}
                </option>
              ))}
          </select>
        )}
      </Field>
      <Field label="Id" error={isMissing ? 'Enter an id' : undefined}>
        {(props) => (
          <input
            {...props}
            type="search"
            value={text}
            autocomplete="off"
            spellcheck={false}
            onInput={({ currentTarget }) => setText(currentTarget.value)}
          />
        )}
      </Field>
      <Button kind="primary" type="submit">
        Show
      </Button>
    </form>
  );
}

/** Corpora whose rows are users have events, consent and erasures; others have objects alone. */
function Subject({ corpus, id }: { readonly corpus: Corpus; readonly id: string }) {
  const isPersonal = corpus.dataTypes.some(({ lawfulBasis }) => lawfulBasis !== 'not_personal');
  return isPersonal ? <User corpus={corpus} id={id} /> : <ObjectsPanel corpus={corpus.name} id={id} />;
}

function User({ corpus, id }: { readonly corpus: Corpus; readonly id: string }) {
  const subject = useSubjectData(id);
  const types = corpus.dataTypes.filter(({ events }) => events !== undefined);
  return (
    <>
      {types.length > 0 && <TimelinePanel subject={subject} types={types} />}
      {types.length > 0 && <CountsPanel id={id} types={types} />}
      {types.length > 0 && <CapsPanel id={id} types={types} subject={subject} />}
      {types.length > 0 && <FeaturesPanel id={id} types={types} />}
      <ObjectsPanel corpus={corpus.name} id={id} />
      <div class="grid">
        <ConsentPanel id={id} />
        <ResidencyPanel subject={subject} />
        <ErasurePanel id={id} />
      </div>
    </>
  );
}
