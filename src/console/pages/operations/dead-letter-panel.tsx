import { useState } from 'preact/hooks';
import { isTidemarkError } from '../../../client';
import type { DeadLetters } from '../../../client/types';
import { Badge } from '../../components/badge';
import { Button } from '../../components/button';
import { CodeBlock } from '../../components/code-block';
import { ConfirmDialog } from '../../components/confirm-dialog';
import { DataTable } from '../../components/data-table';
import { ErrorNote } from '../../components/error-note';
import { Loaded } from '../../components/loaded';
import { Panel } from '../../components/panel';
import { useClient } from '../../data/client';
import { useScope } from '../../data/context';
import { utcTime, wholeNumber } from '../../data/format';
import { useRepeatedResource } from '../../data/repeated-resource';

/** Time between two listings, in milliseconds. The server caches them as long. */
const REPEAT_MS = 15_000;

/** Messages that could not be ingested, with the reasons, and their replay. */
export function DeadLetterPanel() {
  const client = useClient();
  const letters = useRepeatedResource((signal) => client.server.deadLetters({ signal }), [client], REPEAT_MS);
  if (isTidemarkError(letters.error, 'unknown_route')) return <NotConfigured />;
  const { data, reload } = letters;
  return (
    <Panel
      title="Dead letters"
      note={data && `Subscription ${data.subscription}, looked at ${utcTime(data.at)} UTC`}
      actions={data !== undefined && data.messages.length > 0 && <Replay letters={data} onDone={reload} />}
      flush
    >
      <Loaded resource={letters} label="Pulling dead letters, which takes some seconds">
        {({ messages, hasMore }) => (
          <>
            <DataTable
              caption="Dead letters"
              rows={messages}
              rowKey={(message) => `${message.deadLetteredAt} ${messages.indexOf(message)}`}
              empty="No message is dead-lettered"
              columns={[
                {
                  key: 'at',
                  title: 'Dead-lettered (UTC)',
                  cell: ({ deadLetteredAt }) => utcTime(deadLetteredAt),
                },
                { key: 'reason', title: 'Reason', kind: 'code', cell: ({ reason }) => reason },
                { key: 'field', title: 'Field', kind: 'code', cell: ({ field }) => field ?? '–' },
                {
                  key: 'detail',
                  title: 'Detail',
                  cell: ({ detail, canBeReplayed }) => (
                    <>
                      {detail} {!canBeReplayed && <Badge tone="warn">body cut: no replay</Badge>}
                    </>
                  ),
                },
                { key: 'bytes', title: 'Bytes', kind: 'number', cell: ({ bytes }) => wholeNumber(bytes) },
              ]}
            />
            {hasMore && (
              <p class="panel-note muted small">There are more: the first {messages.length} are shown.</p>
            )}
          </>
        )}
      </Loaded>
    </Panel>
  );
}

/** Button that publishes all messages again after a confirmation, and its result. */
function Replay({ letters, onDone }: { readonly letters: DeadLetters; readonly onDone: () => void }) {
  const client = useClient();
  const isAllowed = useScope('dead-letters:replay');
  const [isAsked, setAsked] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [result, setResult] = useState('');
  const [error, setError] = useState<unknown>();
  const replay = (): void => {
    setBusy(true);
    setError(undefined);
    client.server
      .replayDeadLetters()
      .then(({ replayed, truncated }) => {
        setResult(`${replayed} published again${truncated > 0 ? `, ${truncated} stay` : ''}`);
        onDone();
      }, setError)
      .finally(() => {
        setBusy(false);
        setAsked(false);
      });
  };
  if (!isAllowed) return <span class="muted small">A replay needs the scope dead-letters:replay</span>;
  return (
    <>
      <span role="status" class="muted small">
        {result}
      </span>
      <Button onClick={() => setAsked(true)}>Replay</Button>
      {error !== undefined && <ErrorNote error={error} />}
      {isAsked && (
        <ConfirmDialog
          title="Publish the dead letters again?"
          action="Replay"
          busy={isBusy}
          onConfirm={replay}
          onClose={() => setAsked(false)}
        >
          <p>
            Messages are published to <code>{letters.topic}</code> and leave the subscription. Fix the cause
            first: what is still wrong comes back. Events that were counted already are not counted twice.
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}

function NotConfigured() {
  return (
    <Panel
      title="Dead letters"
      note="This server reads none: set TIDEMARK_PUBSUB_DEAD_LETTER_SUBSCRIPTION and TIDEMARK_PUBSUB_REPLAY_TOPIC, or use the commands"
    >
      <CodeBlock
        label="Dead letters by command"
        code={
          'tidemark dead-letters list --subscription NAME\ntidemark dead-letters replay --subscription NAME --topic NAME'
        }
      />
    </Panel>
  );
}
