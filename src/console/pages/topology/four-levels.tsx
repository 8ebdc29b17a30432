import { useEffect, useState } from 'preact/hooks';
import { Button } from '../../components/button';
import { ErrorNote } from '../../components/error-note';
import { Field } from '../../components/field';
import { Panel } from '../../components/panel';
import { useClient } from '../../data/client';
import { useScope } from '../../data/context';
import { LevelCard } from './level-card';
import { LEVELS, readAt, type LevelRead } from './level-reads';

/** Time between two repeated reads, in milliseconds. */
const REPEAT_MS = 2_000;

/** Reads one object at four levels of consistency at the same time, and shows what each answer proves. */
export function FourLevels() {
  const client = useClient();
  const mayWrite = useScope('objects:write');
  const [userId, setUserId] = useState('user-1');
  const [token, setToken] = useState<string>();
  const [reads, setReads] = useState<Readonly<Record<string, LevelRead>>>({});
  const [isRepeating, setRepeating] = useState(false);
  const [error, setError] = useState<unknown>();

  const readAll = (ownToken = token): void => {
    for (const level of LEVELS)
      void readAt(client, level, { userId, token: ownToken }).then((read) =>
        setReads((known) => ({ ...known, [level.key]: read })),
      );
  };
  const writeThenRead = (): void => {
    const value = { locale: 'en-GB', updatedAtMs: Date.now() };
    client.objects.put({ corpus: 'users', id: userId, dataType: 'profile', subType: 'console', value }).then(
      (written) => {
        setError(undefined);
        setToken(written.token);
        readAll(written.token);
      },
      (failure: unknown) => setError(failure),
    );
  };
  useEffect(() => {
    if (!isRepeating) return undefined;
    readAll();
    const timer = setInterval(() => readAll(), REPEAT_MS);
    return () => clearInterval(timer);
  }, [isRepeating, userId, token, client]);

  return (
    <Panel
      title="Read at four levels"
      note="The same cell, read four times at once. The evidence says what each answer contains."
    >
      <div class="stack">
        <form
          class="level-form"
          onSubmit={(event) => {
            event.preventDefault();
            readAll();
          }}
        >
          <Field label="User">
            {(props) => (
              <input {...props} value={userId} onInput={(event) => setUserId(event.currentTarget.value)} />
            )}
          </Field>
          <div class="actions">
            <Button type="submit" kind="primary">
              Read
            </Button>
            {mayWrite && <Button onClick={writeThenRead}>Write, then read</Button>}
            <Button pressed={isRepeating} onClick={() => setRepeating(!isRepeating)}>
              Repeat
            </Button>
          </div>
        </form>
        {error !== undefined && <ErrorNote error={error} />}
        <div class="level-cards" aria-live="polite">
          {LEVELS.map((level) => (
            <LevelCard key={level.key} level={level} read={reads[level.key]} />
          ))}
        </div>
      </div>
    </Panel>
  );
}
