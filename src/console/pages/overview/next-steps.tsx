import { Link } from 'wouter-preact';
import { Panel } from '../../components/panel';

const STEPS = [
  {
    path: '/topology',
    title: 'Cut a link',
    text: 'Read one user at four levels of consistency while a region is unreachable, and compare the evidence.',
  },
  {
    path: '/users',
    title: 'Open user-1',
    text: 'Events, counts with explanations, caps, features and consent of one user.',
  },
  {
    path: '/query',
    title: 'Build a query',
    text: 'Count what a user saw, and copy the request as curl, TypeScript or command.',
  },
  {
    path: '/campaigns',
    title: 'Watch a campaign',
    text: 'Plan and delivery of the day, and why pacing let it through or held it back.',
  },
] as const;

/** What a newcomer can try. */
export function NextSteps() {
  return (
    <Panel title="What to try">
      <ul class="steps">
        {STEPS.map(({ path, title, text }) => (
          <li key={path}>
            <Link href={path}>{title}</Link>
            <p class="muted small">{text}</p>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
