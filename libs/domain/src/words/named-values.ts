import { fillSentence, type ArtifactBundle, type Values } from '@arbiter/contracts';

/** What people call a tool; by its own name where the tenant has it no more. */
export const titleOfTool = (name: string, { tools }: Pick<ArtifactBundle, 'tools'>): string =>
  tools.find(({ tool }) => tool === name)?.description ?? name;

/** `orderNumber 1003, amount 20`: each value behind its name, as a sentence of ours would hold it. */
export const namedValues = (
  values: Values,
  { copy }: Pick<ArtifactBundle, 'copy'>,
  {
    names = Object.keys(values),
    isAsked = false,
  }: { readonly names?: readonly string[]; readonly isAsked?: boolean } = {},
): string => fillSentence(names.map((name) => `${name} {${name}}`).join(', '), values, copy, { isAsked });
