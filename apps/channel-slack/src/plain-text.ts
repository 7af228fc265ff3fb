/**
 * Slack's control sequences as the words a reader sees: `<@U1>`, `<#C1|orders>`, `<https://x.example|here>`, `&amp;`.
 */
export const plainText = (text: string): string =>
  unescaped(text.replace(/<([^<>]*)>/g, (_, sequence: string) => wordsOf(sequence)));

function wordsOf(sequence: string): string {
  const bar = sequence.indexOf('|');
  const label = bar < 0 ? null : sequence.slice(bar + 1);
  const target = bar < 0 ? sequence : sequence.slice(0, bar);
  if (/^[@#!]/.test(target))
    return `${target.startsWith('#') ? '#' : '@'}${(label ?? target.slice(1)).replace(/^[@#]/, '')}`;
  return label ?? target.replace(/^mailto:/, '');
}

/** Nothing of the text is a sequence then, so that it cannot call a whole channel or turn into a link. */
export const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const unescaped = (text: string): string =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
