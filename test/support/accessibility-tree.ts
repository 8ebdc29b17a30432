import type { Page } from 'playwright-core';

/** Roles that a screen reader announces by their name. */
const NAMED_ROLES: ReadonlySet<string> = new Set([
  'button',
  'checkbox',
  'combobox',
  'dialog',
  'heading',
  'link',
  'navigation',
  'region',
  'searchbox',
  'tab',
  'table',
  'textbox',
]);
/** Landmarks that each page has once. */
const LANDMARKS = ['banner', 'main'] as const;

interface AxNode {
  readonly nodeId: string;
  readonly childIds?: readonly string[];
  readonly ignored: boolean;
  readonly role?: { readonly value: string };
  readonly name?: { readonly value: string };
  readonly properties?: readonly { readonly name: string; readonly value: { readonly value?: unknown } }[];
}

/**
 * Returns what a screen reader gets of a page and cannot make sense of: nodes without a name, several or no titles, headings that
 * skip a level, and missing landmarks. From Chromium's accessibility tree, in the order of reading.
 */
export async function unclearNodesOf(page: Page): Promise<readonly string[]> {
  const session = await page.context().newCDPSession(page);
  const { nodes } = (await session.send('Accessibility.getFullAXTree')) as unknown as {
    readonly nodes: readonly AxNode[];
  };
  await session.detach();
  const read = inReadingOrder(nodes).filter(({ ignored }) => !ignored);
  const roleOf = ({ role }: AxNode): string => role?.value ?? '';
  const nameless = read
    .filter((node) => NAMED_ROLES.has(roleOf(node)) && (node.name?.value ?? '').trim() === '')
    .map((node) => `${roleOf(node)} without a name`);
  const levels = read
    .filter((node) => roleOf(node) === 'heading')
    .map(({ properties }) => Number(properties?.find(({ name }) => name === 'level')?.value.value));
  const skipped = levels
    .filter((level, at) => level > (levels[at - 1] ?? 0) + 1)
    .map((level) => `heading skips to level ${level}`);
  const titles = levels.filter((level) => level === 1).length;
  const landmarks = LANDMARKS.map(
    (role) => [role, read.filter((node) => roleOf(node) === role).length] as const,
  );
  return [
    ...nameless,
    ...skipped,
    ...(titles === 1 ? [] : [`${titles} titles`]),
    ...landmarks.filter(([, count]) => count !== 1).map(([role, count]) => `${count} × ${role}`),
  ];
}

/** Returns the nodes in the order in which they are read; the first one is the root. */
function inReadingOrder(nodes: readonly AxNode[]): readonly AxNode[] {
  const byId = new Map(nodes.map((node) => [node.nodeId, node]));
  const visit = (node: AxNode | undefined): readonly AxNode[] =>
    node === undefined ? [] : [node, ...(node.childIds ?? []).flatMap((id) => visit(byId.get(id)))];
  return visit(nodes[0]);
}
