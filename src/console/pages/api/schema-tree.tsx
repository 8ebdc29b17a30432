import { useState } from 'preact/hooks';
import { limitsText, resolved, typeText, type OpenApi, type Schema } from './openapi';
import { Prose } from './prose';

interface SchemaTreeProps {
  readonly schema: Schema;
  readonly openApi: OpenApi;
}

/** The fields of a schema. Fields of inner schemas are rendered once they are opened: schemas can contain themselves. */
export function SchemaTree({ schema, openApi }: SchemaTreeProps) {
  const { schema: inner } = resolved(schema, openApi);
  const parts = partsOf(inner, openApi);
  if (parts.length === 0) return <SchemaText schema={inner} />;
  return (
    <ul class="schema-tree">
      {parts.map(({ name, schema: part, isRequired }) => (
        <li key={name}>
          <SchemaField name={name} schema={part} isRequired={isRequired} openApi={openApi} />
        </li>
      ))}
    </ul>
  );
}

interface Part {
  readonly name: string;
  readonly schema: Schema;
  readonly isRequired: boolean;
}

function partsOf(schema: Schema, openApi: OpenApi): readonly Part[] {
  const { properties = {}, required = [], items, oneOf, allOf, additionalProperties } = schema;
  const fields = Object.entries(properties).map(([name, part]) => ({
    name,
    schema: part,
    isRequired: required.includes(name),
  }));
  if (fields.length > 0) return fields;
  if (items !== undefined) return partsOf(resolved(items, openApi).schema, openApi);
  if (typeof additionalProperties === 'object')
    return [{ name: '(each)', schema: additionalProperties, isRequired: false }];
  const choices = oneOf ?? allOf ?? [];
  const hasFields = choices.some((each) => partsOf(resolved(each, openApi).schema, openApi).length > 0);
  if (!hasFields) return [];
  return choices.map((each, at) => ({ name: `(choice ${at + 1})`, schema: each, isRequired: false }));
}

function SchemaField({ name, schema, isRequired, openApi }: Part & SchemaTreeProps) {
  const [isOpen, setOpen] = useState(false);
  const { schema: inner } = resolved(schema, openApi);
  const head = (
    <>
      <code>{name}</code> <span class="muted small">{typeText(schema)}</span>
      {isRequired && <span class="schema-required small"> required</span>}
    </>
  );
  if (partsOf(inner, openApi).length === 0)
    return (
      <>
        <div>{head}</div>
        <SchemaText schema={inner} />
      </>
    );
  return (
    <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{head}</summary>
      <SchemaText schema={inner} />
      {isOpen && <SchemaTree schema={inner} openApi={openApi} />}
    </details>
  );
}

function SchemaText({ schema }: { readonly schema: Schema }) {
  const limits = limitsText(schema.items ?? schema);
  const { description = '' } = schema;
  if (description === '' && limits === '') return null;
  return (
    <p class="small">
      <Prose text={description} /> {limits !== '' && <span class="muted">{limits}</span>}
    </p>
  );
}
