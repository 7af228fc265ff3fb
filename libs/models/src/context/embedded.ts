import { ASSEMBLED, type Prompt } from '../provider';
import type { Draft } from './draft';

/**
 * The prompt of an embedded provider. It reads no prompt but answers in the purpose's own way, in this process, so
 * there is no data in it.
 */
export const embeddedPrompt = ({ purpose, instructions, schema, embedded }: Draft): Prompt => ({
  [ASSEMBLED]: true,
  purpose,
  instructions,
  data: {},
  from: {},
  schema,
  notes: [],
  tools: [],
  embedded,
});
