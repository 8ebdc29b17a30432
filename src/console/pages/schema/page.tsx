import { useState } from 'preact/hooks';
import { Badge } from '../../components/badge';
import { EmptyState } from '../../components/empty-state';
import { Field } from '../../components/field';
import { Loaded } from '../../components/loaded';
import { useAddressValues } from '../../data/address-values';
import { useCorpora, type Corpus, type DataType } from '../../data/schema';
import { DataTypeDetails } from './data-type-details';

/** The schema browser: DataTypes by corpus, and the declaration of one of them. */
export function Page() {
  const corpora = useCorpora();
  return (
    <Loaded resource={corpora} label="Loading the schema">
      {(data) => <Browser corpora={data} />}
    </Loaded>
  );
}

const nameOf = ({ corpus, family }: DataType): string => `${corpus}/${family}`;

function Browser({ corpora }: { readonly corpora: readonly Corpus[] }) {
  const [{ type }, setValues] = useAddressValues();
  const [search, setSearch] = useState('');
  const all = corpora.flatMap(({ dataTypes }) => dataTypes);
  const chosen =
    all.find((each) => nameOf(each) === type) ?? all.find(({ corpus }) => corpus === 'users') ?? all[0];
  const found = corpora
    .map(({ name, dataTypes }) => ({ name, dataTypes: dataTypes.filter((each) => matches(each, search)) }))
    .filter(({ name, dataTypes }) => dataTypes.length > 0 || name.includes(search));
  return (
    <div class="schema">
      <div class="schema-list">
        <Field label="Find a DataType, field, owner or purpose">
          {(props) => (
            <input
              {...props}
              type="search"
              value={search}
              onInput={({ currentTarget }) => setSearch(currentTarget.value)}
            />
          )}
        </Field>
        {found.length === 0 && <EmptyState title="No DataType has this text" />}
        {found.map(({ name, dataTypes }) => (
          <section key={name} aria-label={`Corpus ${name}`}>
            <h2 class="schema-corpus">
              <span class="muted">corpus</span> {name}
            </h2>
            <ul>
              {dataTypes.map((each) => (
                <li key={each.family}>
                  <button
                    type="button"
                    class="schema-item"
                    aria-current={each === chosen ? 'true' : undefined}
                    onClick={() => setValues({ type: nameOf(each) })}
                  >
                    <span>{each.family}</span>
                    <Badge>{each.events === undefined ? 'objects' : 'events'}</Badge>
                  </button>
                </li>
              ))}
              {dataTypes.length === 0 && (
                <li class="muted small schema-none">Counts over all users; no DataTypes</li>
              )}
            </ul>
          </section>
        ))}
      </div>
      {chosen === undefined ? (
        <EmptyState title="The schema is empty" />
      ) : (
        <DataTypeDetails key={nameOf(chosen)} dataType={chosen} />
      )}
    </div>
  );
}

function matches({ family, message, owner, purpose, provenance, fields }: DataType, search: string): boolean {
  const texts = [family, message, owner, purpose, provenance, ...fields.map(({ name }) => name)];
  return texts.some((each) => each.toLowerCase().includes(search.trim().toLowerCase()));
}
