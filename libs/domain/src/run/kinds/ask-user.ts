import type { StepKind } from '../state/run';
import { TEXT } from './text';

export const askUser: StepKind = { ...TEXT, says: (_run, _planned, { question }) => question!.prompt };
