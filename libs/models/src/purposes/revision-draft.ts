import {
  keptSteps,
  referenceRevision,
  type PlaybookDefinition,
  type Revision,
  type RevisionOf,
} from '@arbiter/contracts';
import type { Completion } from '../completion';
import type { Draft } from '../context';
import { objectOf } from './object-of';
import { planSchema, proposalIn, said } from './plan-proposal';

const INSTRUCTIONS = [
  'The plan did not go on: its step failed with the code that is given. Give the whole plan anew, or say hold: true with no steps when nothing more',
  'is to be done by itself and a person looks at it.',
  'over and where stay. The steps of kept stand in the new plan as they are. All others are new, and have ids that neither parent nor gone uses.',
  'Nothing is done a second time, and nothing is seen outside before what was not so, or was not looked at, is looked at as before.',
].join('\n');

/** PL-18: the draft of a plan, with the plan that it is to replace, the failed step and the code. */
export const revisionDraft = (plan: Draft, definition: PlaybookDefinition, of: RevisionOf): Draft => ({
  ...plan,
  instructions: `${plan.instructions}\n${INSTRUCTIONS}`,
  schema: planSchema({ hold: { type: 'boolean' } }),
  fields: {
    ...plan.fields,
    parent: { from: 'platform', value: of.parent },
    kept: { from: 'platform', value: keptSteps(of.parent, of.stepId).map(({ id }) => id) },
    failed: { from: 'platform', value: { step: of.stepId, code: of.code } },
    ...(of.gone.length > 0 && { gone: { from: 'platform', value: of.gone } as const }),
  },
  embedded: (_reader, signal) => said(referenceRevision(definition, of) ?? { hold: true }, signal),
});

export const revisionIn = (completion: Completion): Revision =>
  objectOf(completion)['hold'] === true ? { hold: true } : proposalIn(completion);
