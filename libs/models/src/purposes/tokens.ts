/** Tells every model about the tokens in its data. */
export const TOKENS =
  'A word like <EMAIL_7f3a90c1d2e4> stands for a value that you are not shown: where you need the value, write that word unchanged.';
