import { useState } from 'preact/hooks';
import { Badge, type Tone } from '../../components/badge';
import { EmptyState } from '../../components/empty-state';
import { Field } from '../../components/field';
import { Loaded } from '../../components/loaded';
import { useAddressValues } from '../../data/address-values';
import { useClient } from '../../data/client';
import { useResource } from '../../data/resource';
import { operationsOf, type OpenApi, type Operation } from './openapi';
import { OperationDetails } from './operation-details';

/** The API reference: every operation of this server, from its OpenAPI document. */
export function Page() {
  const client = useClient();
  const openApi = useResource(
    async (signal) => (await client.server.openApi({ signal })) as unknown as OpenApi,
    [client],
  );
  return (
    <Loaded resource={openApi} label="Loading the OpenAPI document">
      {(data) => <Reference openApi={data} />}
    </Loaded>
  );
}

const METHOD_TONES: Readonly<Record<string, Tone>> = {
  GET: 'good',
  POST: 'info',
  PUT: 'warn',
  DELETE: 'bad',
};

function Reference({ openApi }: { readonly openApi: OpenApi }) {
  const [{ op }, setValues] = useAddressValues();
  const [search, setSearch] = useState('');
  const all = operationsOf(openApi);
  const chosen = all.find(({ id }) => id === op) ?? all.find(({ id }) => id === 'queryCounts') ?? all[0];
  const found = all.filter((each) => matches(each, search));
  const tags = [...new Set(found.map(({ tag }) => tag))];
  return (
    <div class="api">
      <div class="api-list">
        <Field label="Find an operation">
          {(props) => (
            <input
              {...props}
              type="search"
              value={search}
              onInput={({ currentTarget }) => setSearch(currentTarget.value)}
            />
          )}
        </Field>
        {found.length === 0 && <EmptyState title="No operation has this text" />}
        <nav aria-label="Operations" class="api-operations">
          {tags.map((tag) => (
            <section key={tag} aria-label={tag}>
              <h2 class="schema-corpus">{tag}</h2>
              <ul>
                {found
                  .filter((each) => each.tag === tag)
                  .map((each) => (
                    <li key={each.id}>
                      <button
                        type="button"
                        class="schema-item"
                        aria-current={each === chosen ? 'true' : undefined}
                        onClick={() => setValues({ op: each.id })}
                      >
                        <span>{each.summary}</span>
                        <Badge tone={METHOD_TONES[each.method] ?? 'neutral'}>{each.method}</Badge>
                      </button>
                    </li>
                  ))}
              </ul>
            </section>
          ))}
        </nav>
        <p class="small">
          <a href="/openapi.json">OpenAPI document</a>
        </p>
      </div>
      {chosen === undefined ? (
        <EmptyState title="The document has no operations" />
      ) : (
        <OperationDetails key={chosen.id} operation={chosen} openApi={openApi} />
      )}
    </div>
  );
}

function matches({ id, path, summary, tag }: Operation, search: string): boolean {
  return [id, path, summary, tag].some((each) => each.toLowerCase().includes(search.trim().toLowerCase()));
}
