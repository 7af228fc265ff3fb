import { endingOfText } from '../slots/filled';
import { slotKind } from './slot';

/** PL-16: a model writes a text. Without a model the tenant's own sentence is used, so it waits for no budget. */
export const write = slotKind({ purpose: 'prose', endingOf: endingOfText, refused: () => null });
