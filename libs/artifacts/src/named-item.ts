/** The keys by which the items of artifacts are named, and what such an item is called. */
const NAMES: readonly (readonly [key: string, called: string])[] = [
  ['intent', 'intent'],
  ['template', 'template'],
  ['tool', 'tool'],
  ['extension', 'extension'],
  ['rule', 'rule'],
  ['playbook', 'playbook'],
  ['read', 'read'],
  ['prose', 'prose'],
  ['extract', 'extract'],
  ['constraint', 'constraint'],
  ['id', 'step'],
  ['name', 'entry'],
];

/**
 * `tool "shop.order.get": `, to begin a message with: the outermost named item of a list that a path leads through;
 * empty when none is.
 */
export function itemAt(root: unknown, path: readonly (string | number)[]): string {
  let value = root;
  for (const part of path) {
    if (value === null || typeof value !== 'object') return '';
    const isList = Array.isArray(value);
    value = (value as Record<string, unknown>)[part];
    const name = isList ? called(value) : '';
    if (name !== '') return name;
  }
  return '';
}

function called(item: unknown): string {
  if (item === null || typeof item !== 'object') return '';
  const [key, word] = NAMES.find(([name]) => typeof (item as Record<string, unknown>)[name] === 'string') ?? [];
  return key === undefined ? '' : `${word} "${String((item as Record<string, unknown>)[key])}": `;
}

const NAMED_LINE = new RegExp(`^\\s*- (?:\\{ ?)?(${NAMES.map(([key]) => key).join('|')}): ["']?([\\w.]+)`);

/** The same of a line, from 1, of a text that cannot be read: the item that begins on it or before it. */
export function itemAbove(lines: readonly string[], line: number): string {
  for (let index = Math.min(line, lines.length) - 1; index >= 0; index -= 1) {
    const [, key, name] = NAMED_LINE.exec(lines[index]!) ?? [];
    if (key !== undefined) return called({ [key]: name });
  }
  return '';
}
