import { useEffect, useRef, useState } from 'preact/hooks';
import { Badge } from '../../components/badge';
import { Button } from '../../components/button';
import { CodeBlock } from '../../components/code-block';
import { ConfirmDialog } from '../../components/confirm-dialog';
import { Field } from '../../components/field';
import { Panel } from '../../components/panel';
import { duration } from '../../data/format';
import { credentials } from '../../data/token';
import type { Operation, Parameter } from './openapi';
import { sendRequest, type TryAnswer } from './send-request';
import {
  changesData,
  curlText,
  exampleValues,
  missingParameters,
  tryRequest,
  type ParameterValues,
} from './try-request';

/** A form that sends an operation to this server, and its answer. */
export function TryIt({ operation }: { readonly operation: Operation }) {
  const { parameters, body: documented, method } = operation;
  const [values, setValues] = useState<ParameterValues>(() => exampleValues(operation));
  const [body, setBody] = useState(() =>
    documented?.example === undefined ? '' : JSON.stringify(documented.example, undefined, 2),
  );
  const [answer, setAnswer] = useState<TryAnswer>();
  const [isBusy, setBusy] = useState(false);
  const [isAsked, setAsked] = useState(false);
  const [missing, setMissing] = useState<readonly string[]>([]);
  const sending = useRef<AbortController>(undefined);
  useEffect(() => () => sending.current?.abort(), []);
  const request = tryRequest(operation, values, body);
  const send = (): void => {
    setAsked(false);
    setBusy(true);
    sending.current?.abort();
    const controller = (sending.current = new AbortController());
    void sendRequest(request, controller.signal).then((found) => {
      if (controller.signal.aborted) return;
      setAnswer(found);
      setBusy(false);
    });
  };
  const submit = (event: Event): void => {
    event.preventDefault();
    const absent = missingParameters(operation, values);
    setMissing(absent);
    if (absent.length > 0) return;
    if (changesData(operation)) setAsked(true);
    else send();
  };
  const errorOf = (name: string): string | undefined =>
    missing.includes(name)
      ? 'Enter a value'
      : answer?.problem?.field === name
        ? answer.problem.detail
        : undefined;
  const [usual, headers] = [parameters.filter(isUsual), parameters.filter((each) => !isUsual(each))];
  const control = (each: Parameter) => (
    <ParameterField
      key={`${each.in} ${each.name}`}
      parameter={each}
      value={values[each.name] ?? ''}
      error={errorOf(each.name)}
      onChange={(value) => setValues({ ...values, [each.name]: value })}
    />
  );
  const isBodyError =
    answer?.problem?.field !== undefined && !parameters.some(({ name }) => name === answer.problem?.field);
  return (
    <Panel title="Try it" note="The request goes to this server, with your token if you have set one.">
      <form class="form" onSubmit={submit} noValidate>
        {usual.map(control)}
        {documented !== undefined && (
          <div class="form-wide">
            <Field
              label="Body"
              error={isBodyError ? `${answer?.problem?.field}: ${answer?.problem?.detail}` : undefined}
            >
              {(props) => (
                <textarea
                  {...props}
                  rows={Math.min(18, body.split('\n').length + 1)}
                  spellcheck={false}
                  value={body}
                  onInput={({ currentTarget }) => setBody(currentTarget.value)}
                />
              )}
            </Field>
          </div>
        )}
        {headers.length > 0 && (
          <details class="form-wide">
            <summary class="small">Headers</summary>
            <div class="form">{headers.map(control)}</div>
          </details>
        )}
        <div class="form-wide actions">
          <Button kind="primary" type="submit" disabled={isBusy}>
            {isBusy ? 'Sending' : 'Send'}
          </Button>
        </div>
      </form>
      <div class="stack api-result">
        <CodeBlock
          label="Request as curl"
          code={curlText(request, { origin: location.origin, hasToken: credentials.value !== '' })}
        />
        <div aria-live="polite">{answer !== undefined && <Result answer={answer} />}</div>
      </div>
      {isAsked && (
        <ConfirmDialog
          title="Send a request that changes data?"
          action="Send"
          danger={method === 'DELETE'}
          onConfirm={send}
          onClose={() => setAsked(false)}
        >
          <p>
            <code>
              {method} {request.path}
            </code>{' '}
            changes what is stored on this server.
          </p>
        </ConfirmDialog>
      )}
    </Panel>
  );
}

const isUsual = ({ in: place }: Parameter): boolean => place !== 'header';

interface ParameterFieldProps {
  readonly parameter: Parameter;
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (value: string) => void;
}

function ParameterField({
  parameter: { name, description, required, schema },
  value,
  error,
  onChange,
}: ParameterFieldProps) {
  const label = required === true ? `${name} (required)` : name;
  return (
    <Field label={label} hint={description?.replaceAll('`', '')} error={error}>
      {(props) =>
        schema?.enum === undefined ? (
          <input
            {...props}
            type="text"
            value={value}
            autocomplete="off"
            onInput={({ currentTarget }) => onChange(currentTarget.value)}
          />
        ) : (
          <select {...props} onInput={({ currentTarget }) => onChange(currentTarget.value)}>
            {['', ...schema.enum.map(String)].map((each) => (
              <option key={each} value={each} selected={each === value}>
                {each}
              </option>
            ))}
          </select>
        )
      }
    </Field>
  );
}

function Result({
  answer: { status, statusText, tookMs, headers, text, isCut, failure },
}: {
  readonly answer: TryAnswer;
}) {
  if (failure !== undefined)
    return (
      <p role="alert" class="field-error">
        {failure}
      </p>
    );
  return (
    <div class="stack">
      <p>
        <Badge tone={status < 300 ? 'good' : status < 400 ? 'info' : 'bad'}>
          {status} {statusText}
        </Badge>{' '}
        <span class="muted small">in {duration(tookMs)}</span>
      </p>
      {text !== '' && <CodeBlock label="Body of the answer" code={text} />}
      {isCut && <p class="muted small">The answer is longer: this is its beginning.</p>}
      <details>
        <summary class="small">Headers of the answer</summary>
        <CodeBlock
          label="Headers of the answer"
          code={headers.map(([name, value]) => `${name}: ${value}`).join('\n')}
        />
      </details>
    </div>
  );
}
