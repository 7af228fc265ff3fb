/** what is wrong; file; text; what it becomes; where the problem shows (file, text); reason and fix */
export type Mistake = readonly [
  what: string,
  file: string,
  from: string,
  to: string,
  at: string | readonly [string, string],
  message: RegExp,
];
