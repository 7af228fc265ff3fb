import type { StepOf } from '@arbiter/contracts';
import type { StepKind } from '../state/run';
import { TEXT } from './text';

export const askUser: StepKind<StepOf<'ask_user'>> = {
  ...TEXT,
  says: (_run, _planned, { question }) => question.prompt,
};
