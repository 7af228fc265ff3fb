import {
  Values,
  activePlaybook,
  taggedIn,
  terminal,
  valueAt,
  type ArtifactBundle,
  type PlaybookDefinition,
  type Tagged,
} from '@arbiter/contracts';
import { Type, type Static } from 'typebox';

/** PL-16: the slot of a playbook to be filled for one object. */
export const SlotAsk = Type.Object({
  playbook: Type.String(),
  slot: Type.String(),
  locale: Type.String(),
  values: Values,
});
export type SlotAsk = Static<typeof SlotAsk>;

/** Throws a terminal error when the tenant has not switched the playbook on. */
export function playbookAsked({ playbook }: SlotAsk, bundle: ArtifactBundle) {
  const active = activePlaybook(bundle, playbook);
  if (!active) throw terminal('unknown_playbook', `the tenant has switched on no playbook "${playbook}"`, 'playbook');
  return active;
}

export const unknownSlot = ({ playbook, slot }: SlotAsk): Error =>
  terminal('unknown_slot', `the playbook "${playbook}" has no slot "${slot}" that a model fills`, 'slot');

/** CX-03: of the fields of an object, those that the results of the playbook's reads call personal. */
export const taggedFields = (
  fields: Values,
  { reads }: PlaybookDefinition,
  { tools }: ArtifactBundle,
): readonly Tagged[] =>
  reads.flatMap(({ tool: name, items }) => {
    const result = tools.find(({ tool }) => tool === name)?.result;
    const item = valueAt(result, [...items.split('.').flatMap((part) => ['properties', part]), 'items']);
    return taggedIn(item, fields);
  });
