import { agent } from './agent';
import { intent } from './intent';
import { plan } from './plan';
import { clarification, narrative } from './prose';
import type { Purpose } from './purpose';
import { retrieval } from './retrieval';
import { slotInference } from './slot-inference';
import { slotProse } from './slot-prose';

/** Everything a model is asked for. A new purpose is a file of its own and a name here. */
export const PURPOSES = {
  intent,
  narrative,
  clarification,
  retrieval,
  plan,
  prose: slotProse,
  slot_inference: slotInference,
  agent,
} as const;

export type PurposeName = keyof typeof PURPOSES;
/** The input of an ask of the purpose, and the answer to it. */
export type InputOf<Name extends PurposeName> = (typeof PURPOSES)[Name] extends Purpose<infer Input> ? Input : never;
export type AnswerOf<Name extends PurposeName> =
  (typeof PURPOSES)[Name] extends Purpose<never, infer Answer> ? Answer : never;

export const PURPOSE_NAMES = Object.keys(PURPOSES) as readonly PurposeName[];
export const isPurpose = (name: string): name is PurposeName => Object.hasOwn(PURPOSES, name);
/** The purpose of that name, whatever it asks and answers. */
export const purposeOf = (name: PurposeName): Purpose => PURPOSES[name] as unknown as Purpose;

export * from './agent';
export * from './agent-ask';
export * from './intent';
export * from './intent-task';
export type * from './intent-prompt';
export * from './proposal-task';
export * from './plan';
export * from './prose';
export type * from './purpose';
export type * from './reply-prompt';
export * from './retrieval';
export * from './slot-ask';
export * from './slot-inference';
export * from './slot-prose';
