import { CodeBlock } from '../../components/code-block';
import { Panel } from '../../components/panel';

/** Facts that only other processes know: the reason, the command that prints them, and the page of docs/ that explains it. */
const COMMANDS = [
  {
    title: 'Rounds of compaction',
    reason:
      'Rows and bytes packed are counted by the process that packs: in its report and its metrics tidemark_compaction_*.',
    doc: 'docs/compaction.md',
    code: 'tidemark compact --interval 1h --json',
  },
  {
    title: 'Moves of users, and the audit of where data are',
    reason: 'An audit reads every row on batch clusters, which a server never does.',
    doc: 'docs/residency.md',
    code: 'tidemark residency status\ntidemark residency audit',
  },
  {
    title: 'Erasures: state, work and proof',
    reason: 'Workers sweep rows on batch clusters; the state of one user is on the page Users.',
    doc: 'docs/privacy.md',
    code: 'tidemark erase work\ntidemark erase status <user>',
  },
  {
    title: 'Full passes of pipelines',
    reason: 'The progress of a run is in its records, and in the metrics of its workers.',
    doc: 'docs/pipelines.md',
    code: 'tidemark pipeline status <pipeline>',
  },
  {
    title: 'Alerts and what to do about each',
    reason: 'Alerts are evaluated by Prometheus or Cloud Monitoring, not by the server.',
    doc: 'docs/operations/alerts.md',
    code: 'tidemark doctor',
  },
] as const;

/** Work that other processes do, as commands. */
export function CommandPanel() {
  return (
    <Panel title="Runbooks" note="What a server cannot know, and the command that prints it">
      <ul class="runbooks">
        {COMMANDS.map(({ title, reason, doc, code }) => (
          <li key={title}>
            <h3>{title}</h3>
            <p class="muted small">
              {reason} See {doc}.
            </p>
            <CodeBlock label={title} code={code} />
          </li>
        ))}
      </ul>
    </Panel>
  );
}
