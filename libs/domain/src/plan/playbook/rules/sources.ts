import { valueAt, type FieldType } from '@arbiter/contracts';
import { isBinding } from '../../steps/bindings';
import { extractSlot, readOf, toolOf, type Draft } from '../draft';
import { propertyOf, resolved, saysHowItLooks, typesOf, type ValueSchema } from './schema';

/** The properties of a value that are known before the value is. */
export interface Source {
  /** the JSON types it may have; null: not known */
  readonly types: readonly string[] | null;
  /** a person may have written it freely: no rule describes its form */
  readonly isFreeText: boolean;
}

/** Where the value of an argument comes from. */
export type Origin =
  | { readonly of: 'literal'; readonly value: unknown }
  | { readonly of: 'prose' | 'extract'; readonly slot: string }
  | { readonly of: 'today' }
  | { readonly of: 'item' | 'parameters'; readonly path: readonly string[] }
  | { readonly of: 'step'; readonly stepId: string; readonly path: readonly string[] }
  | { readonly of: 'nothing'; readonly from: string };

const PLACE =
  /^(?:(?<today>today)|item\.(?<item>[A-Za-z0-9_]+)|parameters\.(?<parameter>[A-Za-z0-9_.]+)|extract\.(?<extract>[a-z][a-z0-9_]*)|steps\.(?<step>[a-z][a-z0-9_]*)\.result\.(?<result>[A-Za-z0-9_.]+))$/;

export function originOf(value: unknown): Origin {
  if (isProse(value)) return { of: 'prose', slot: value.prose };
  if (!isBinding(value)) return { of: 'literal', value };
  const found = PLACE.exec(value.from)?.groups;
  if (found?.['today']) return { of: 'today' };
  if (found?.['item']) return { of: 'item', path: [found['item']] };
  if (found?.['parameter']) return { of: 'parameters', path: found['parameter'].split('.') };
  if (found?.['extract']) return { of: 'extract', slot: found['extract'] };
  if (found?.['step']) return { of: 'step', stepId: found['step'], path: found['result']!.split('.') };
  return { of: 'nothing', from: value.from };
}

const isProse = (value: unknown): value is { readonly prose: string } =>
  typeof value === 'object' &&
  value !== null &&
  typeof (value as { prose?: unknown }).prose === 'string' &&
  Object.keys(value).length === 1;

/** The source of an origin; null when the origin does not exist. */
export function sourceOfOrigin(draft: Draft, origin: Origin): Source | null {
  switch (origin.of) {
    case 'item': {
      const field = valueAt(readOf(draft, draft.proposal.over)!.fields, origin.path) as FieldType | undefined;
      return field === undefined ? null : FIELD_SOURCES[field];
    }
    case 'parameters':
      return sourceIn(draft.definition.parameters as ValueSchema, origin.path, false);
    case 'step': {
      const step = draft.proposal.steps.find(({ id }) => id === origin.stepId);
      const result = step && (toolOf(draft, step)?.result as ValueSchema | undefined);
      return result ? sourceIn(result, origin.path, true) : null;
    }
    case 'today':
      return TODAY;
    case 'prose':
      return draft.definition.prose?.some(({ prose }) => prose === origin.slot) ? PROSE : null;
    case 'extract': {
      const slot = extractSlot(draft.definition, origin.slot);
      const isThere = slot !== undefined && readOf(draft, draft.proposal.over)!.fields[slot.from] === 'text';
      return isThere ? { types: typesOf(slot.value as ValueSchema), isFreeText: false } : null;
    }
    case 'literal':
    case 'nothing':
      return null;
  }
}

const TODAY: Source = { types: ['string'], isFreeText: false };
const PROSE: Source = { types: ['string'], isFreeText: true };

const FIELD_SOURCES: Readonly<Record<FieldType, Source>> = {
  identifier: { types: ['string'], isFreeText: false },
  date: { types: ['string'], isFreeText: false },
  text: { types: ['string'], isFreeText: true },
  number: { types: ['number'], isFreeText: false },
  amount: { types: ['number'], isFreeText: false },
  boolean: { types: ['boolean'], isFreeText: false },
};

/**
 * The tenant's settings are its own. A vendor's answer is free text unless its schema describes its form; so is a list
 * or an object of such texts.
 */
function sourceIn(root: ValueSchema, path: readonly string[], isFromVendor: boolean): Source | null {
  const schema = path.reduce<ValueSchema | undefined>(
    (found, name) => propertyOf(found, name, root),
    resolved(root, root),
  );
  if (!schema) return null;
  const types = typesOf(schema);
  return { types, isFreeText: isFromVendor && holdsFreeText(schema, types) };
}

function holdsFreeText(schema: ValueSchema, types: readonly string[] | null): boolean {
  if (types === null || types.includes('object') || types.includes('array')) return true;
  return types.includes('string') && !saysHowItLooks(schema);
}
