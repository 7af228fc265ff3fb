import { linkRulesOf, placeholdersOf } from '@arbiter/contracts';
import type { Check } from './check';

/** CH-17: a sentence that sends people to a page needs one. */
export const checkLinks: Check = ({ conversation, copy, translations }, report) => {
  const { channels, pageVariable } = linkRulesOf(conversation);
  if (channels.length === 0 || pageVariable !== null) return;
  const sendsToPage = [copy, ...translations].some(({ sentences }) =>
    placeholdersOf(sentences['link_needed'] ?? '').includes('link'),
  );
  if (sendsToPage)
    report(
      'conversation.yaml',
      [],
      '"link_needed" names {link}, and no page is known',
      'add `links: { pageVariable: … }`, or name {code} only',
    );
};
