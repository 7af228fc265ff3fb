import type { DecisionContext } from '@arbiter/contracts';

/** No stream of the category takes such an input: it is set aside. */
export function refuse(input: { readonly name: string }, { stream }: DecisionContext): never {
  throw new Error(`${stream} takes no ${input.name}`);
}
