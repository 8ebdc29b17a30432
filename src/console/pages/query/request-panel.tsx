import { CodeBlock } from '../../components/code-block';
import { Panel } from '../../components/panel';
import { Tabs } from '../../components/tabs';
import type { Corpus } from '../../data/schema';
import { credentials } from '../../data/token';
import { asCli } from './as-cli';
import { asCurl } from './as-curl';
import { asTypeScript } from './as-typescript';
import type { QueryKind, QueryRequest, Values } from './request';

interface RequestPanelProps {
  readonly kind: QueryKind;
  readonly values: Values;
  readonly corpora: readonly Corpus[];
  readonly request: QueryRequest;
}

/** The request of the form in three forms to copy. */
export function RequestPanel({ kind, values, corpora, request }: RequestPanelProps) {
  const target = { origin: location.origin, hasToken: credentials.value !== '' };
  const tabs = [
    { key: 'curl', title: 'curl', code: asCurl(request, target) },
    { key: 'typescript', title: 'TypeScript', code: asTypeScript(request, target) },
    { key: 'cli', title: 'CLI', code: asCli(kind, values, corpora) },
  ];
  return (
    <Panel title="Request">
      <Tabs
        label="Forms of the request"
        tabs={tabs.map(({ key, title, code }) => ({
          key,
          title,
          content: () => <CodeBlock label={`Request: ${title}`} code={code} />,
        }))}
      />
    </Panel>
  );
}
