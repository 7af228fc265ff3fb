/** One link of the header `Link` (RFC 8288): the address as it is written, and the first value of each parameter. */
export interface HeaderLink {
  readonly target: string;
  /** names in lower case */
  readonly parameters: ReadonlyMap<string, string>;
}

const TARGET = /[\s,]*<([^<>]*)>/y;
/** A name, and perhaps its value: in quotation marks, or as it stands. */
const PARAMETER = /\s*;\s*(?:([\w!#$%&'*+.^`|~-]+)\s*(?:=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s",;]*))\s*)?)?/y;
const END_OF_LINK = /\s*(?:,|$)/y;
const END = /[\s,]*$/y;

/** The links of the header, in their order. Null when it is no list of links: it then says nothing. */
export function linksIn(header: string): readonly HeaderLink[] | null {
  const links: HeaderLink[] = [];
  let at = 0;
  const take = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const found = pattern.exec(header);
    if (found) at = pattern.lastIndex;
    return found;
  };
  while (!take(END)) {
    const target = take(TARGET)?.[1];
    if (target === undefined) return null;
    const parameters = new Map<string, string>();
    for (let found = take(PARAMETER); found; found = take(PARAMETER)) {
      const [, name, quoted, plain] = found;
      const key = name?.toLowerCase();
      if (key !== undefined && !parameters.has(key))
        parameters.set(key, quoted?.replace(/\\(.)/g, '$1') ?? plain ?? '');
    }
    if (!take(END_OF_LINK)) return null;
    links.push({ target: target.trim(), parameters });
  }
  return links;
}
