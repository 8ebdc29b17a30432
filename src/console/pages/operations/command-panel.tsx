import { CodeBlock } from '../../components/code-block';
import { Panel } from '../../components/panel';

/** What other processes do, and the page of docs/ that explains it. */
const COMMANDS = [
  {
    title: 'Dead letters with their reasons, and replay',
    doc: 'docs/ingestion.md',
    code: 'tidemark dead-letters list\ntidemark dead-letters replay',
  },
  { title: 'Pack events of days that are over', doc: 'docs/compaction.md', code: 'tidemark compact' },
  {
    title: 'Moves of users, and the audit of where data are',
    doc: 'docs/residency.md',
    code: 'tidemark residency status\ntidemark residency audit',
  },
  {
    title: 'Erasures: state, work and proof',
    doc: 'docs/privacy.md',
    code: 'tidemark erase work\ntidemark erase status <user>',
  },
  {
    title: 'Alerts and what to do about each',
    doc: 'docs/operations/alerts.md',
    code: 'tidemark lag',
  },
] as const;

/** Work that other processes do, as commands. */
export function CommandPanel() {
  return (
    <Panel title="Runbooks" note="Work of other processes, and where it is described">
      <ul class="stack">
        {COMMANDS.map(({ title, doc, code }) => (
          <li key={title}>
            <h3>{title}</h3>
            <p class="muted small">{doc}</p>
            <CodeBlock label={title} code={code} />
          </li>
        ))}
      </ul>
    </Panel>
  );
}
